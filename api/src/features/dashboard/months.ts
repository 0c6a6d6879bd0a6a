import { MESES_DO_PAINEL } from '@escuta/shared/contracts/insights/dashboard';

/**
 * A CTE with the first days of the panel's months (`mes`), oldest first, and of the months MESES_DO_PAINEL months
 * earlier (`antes`), in America/Sao_Paulo.
 */
export const MESES = `meses as (
    select (hoje - make_interval(months => m))::date as mes,
      (hoje - make_interval(months => m + ${MESES_DO_PAINEL}))::date as antes
    from generate_series(${MESES_DO_PAINEL - 1}, 0, -1) m, date_trunc('month', escuta_dia(now())::timestamp) hoje
  )`;

/** The first displayed day; needs MESES. */
export const DESDE = `(select min(mes) from meses)`;

/** The first day of the earlier months; needs MESES. */
export const DESDE_ANTES = `(select min(antes) from meses)`;
