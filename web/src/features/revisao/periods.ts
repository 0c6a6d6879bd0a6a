import { PERIODOS, type Periodo } from '@escuta/shared/contracts/insights/insights';

export const PERIODO_PADRAO: Periodo = '90d';

const LABEL: Record<Periodo, string> = {
  '7d': 'Últimos 7 dias',
  '30d': 'Últimos 30 dias',
  '90d': 'Últimos 90 dias',
  '6m': 'Últimos 6 meses',
  '12m': 'Últimos 12 meses',
};

/** Number of intervals of a trend over each period; they last a day, 3 days, a week, half a month, a month. */
export const INTERVALOS: Record<Periodo, number> = { '7d': 7, '30d': 10, '90d': 13, '6m': 12, '12m': 12 };

/** The period that an address's parameter names; the default for any other text. */
export function periodOf(value: string): Periodo {
  return PERIODOS.find((one) => one === value) ?? PERIODO_PADRAO;
}

/** Label and options of the period's FilterSelect; its 'all' option is the default period. */
export const PERIODO_FILTER = {
  label: 'Período',
  allLabel: LABEL[PERIODO_PADRAO],
  options: PERIODOS.filter((one) => one !== PERIODO_PADRAO).map((one) => ({ value: one, label: LABEL[one] })),
};
