import { MESES_DO_PAINEL } from '@escuta/shared/contracts/insights/dashboard';

/** A CTE with the first days of the panel's months, oldest first, in America/Sao_Paulo. */
export const MESES = `meses as (
    select (date_trunc('month', escuta_dia(now())::timestamp) - make_interval(months => m))::date as mes
    from generate_series(${MESES_DO_PAINEL - 1}, 0, -1) m
  )`;

/** The first displayed day; needs MESES. */
export const DESDE = `(select min(mes) from meses)`;
