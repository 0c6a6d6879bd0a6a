import type { Db } from '@escuta/prisma/db';
import type { Etapa } from '../../domain/runs/status.ts';

/** State of an open run: due and unclaimed (`na_fila`), in backoff (`adiado`), or running (`executando`). */
export type EstadoTrabalho = 'na_fila' | 'adiado' | 'executando';

/**
 * SQL: open runs with stage and start of waiting (end of the backoff, request, or end of the previous stage; null if
 * `adiado` or `executando`).
 */
export const RUNS_UNDER_WAY = `
  select x.empresa_id, x.etapa_atual, t.estado,
    case when t.estado = 'na_fila' then
      case when x.iniciada_em is null then x.created_at
        else greatest(e.proxima_em, e.lease_ate,
          (select max(a.terminada_em) from execucao_etapas a where a.execucao_id = x.id), x.iniciada_em) end
    end as desde
  from execucoes x
  join execucao_etapas e on e.execucao_id = x.id and e.etapa = x.etapa_atual
  cross join lateral (select case
    when e.status = 'executando' and e.lease_ate >= now() then 'executando'
    when e.status = 'pendente' and e.proxima_em > now() then 'adiado'
    else 'na_fila' end as estado) t
  where x.status in ('na_fila', 'executando') and x.admitida_em is not null`;

/** Longest wait of a run for its turn or a worker, s; null: no run waits. */
export async function oldestWaitSeconds(db: Db): Promise<number | null> {
  const { rows } = await db.query<{ espera: number | null }>(
    `select extract(epoch from now() - least(
       (select min(created_at) from execucoes where status = 'na_fila' and admitida_em is null),
       (select min(desde) from (${RUNS_UNDER_WAY}) u)))::float8 as espera`,
  );
  const seconds = rows[0]?.espera ?? null;
  return seconds === null ? null : Math.max(0, seconds);
}

export type GrupoTrabalhos = { empresaId: string; etapa: Etapa; estado: EstadoTrabalho; n: number };
export type EtapaEspera = { etapa: Etapa; esperaS: number };

/** Open runs by company, stage and state; longest wait by stage. */
export async function readRunsUnderWay(
  db: Db,
): Promise<{ grupos: GrupoTrabalhos[]; esperas: EtapaEspera[] }> {
  const { rows } = await db.query<GrupoTrabalhos & { esperaS: number | null }>(
    `select u.empresa_id as "empresaId", u.etapa_atual::text as etapa, u.estado, count(*)::int as n,
       greatest(0, extract(epoch from now() - min(u.desde)))::float8 as "esperaS"
     from (${RUNS_UNDER_WAY}) u group by 1, 2, 3`,
  );
  const waits = new Map<Etapa, number>();
  for (const { etapa, esperaS } of rows) {
    if (esperaS !== null) waits.set(etapa, Math.max(esperaS, waits.get(etapa) ?? 0));
  }
  return {
    grupos: rows.map(({ empresaId, etapa, estado, n }) => ({ empresaId, etapa, estado, n })),
    esperas: [...waits].map(([etapa, esperaS]) => ({ etapa, esperaS })),
  };
}
