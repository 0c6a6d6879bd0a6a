/** Precision of an interview's start: the moment, or only the day (stored as noon in São Paulo, shown without time). */
export const PRECISOES_INICIO = ['instante', 'dia'] as const;
export type PrecisaoInicio = (typeof PRECISOES_INICIO)[number];
