/**
 * Precision of an interview's start: the moment, or only the day (a sheet without hours). A day is stored as its noon
 * in São Paulo, the same day in all zones of Brazil; the hour is never shown.
 */
export const PRECISOES_INICIO = ['instante', 'dia'] as const;
export type PrecisaoInicio = (typeof PRECISOES_INICIO)[number];
