/**
 * How exactly the beginning of an interview is known: to the moment, or by its day alone (a sheet that names no hour). What is kept of a
 * day alone is its noon in São Paulo, which no zone of Brazil puts into another day; nobody is shown that hour.
 */
export const PRECISOES_INICIO = ['instante', 'dia'] as const;
export type PrecisaoInicio = (typeof PRECISOES_INICIO)[number];
