import { MESES_DO_PAINEL } from '@escuta/shared/contracts/insights/dashboard';

/** A CTE of the first days of the months that panels show, oldest first; days are those of America/Sao_Paulo. */
export const MESES = `meses as (
    select (date_trunc('month', escuta_dia(now())::timestamp) - make_interval(months => m))::date as mes
    from generate_series(${MESES_DO_PAINEL - 1}, 0, -1) m
  )`;

/** The first day shown, where MESES stands. */
export const DESDE = `(select min(mes) from meses)`;
