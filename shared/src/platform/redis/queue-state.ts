import type { Db } from '@escuta/prisma/db';
import type { Etapa } from '../../domain/runs/status.ts';

/** Position of an open run: `na_fila` due and unclaimed, `adiado` in backoff, `executando`. */
export type EstadoTrabalho = 'na_fila' | 'adiado' | 'executando';

/**
 * Open runs with their stage and the start of their wait: end of the backoff, request, or end of the previous stage;
 * null for `adiado` and `executando`. Open runs are few and indexed.
 */
export const RUNS_UNDER_WAY = `
  SELECT x.empresa_id, x.etapa_atual, t.estado,
    CASE WHEN t.estado = 'na_fila' THEN
      CASE WHEN x.iniciada_em IS NULL THEN x.created_at
        ELSE greatest(e.proxima_em, e.lease_ate,
          (SELECT max(a.terminada_em) FROM execucao_etapas a WHERE a.execucao_id = x.id), x.iniciada_em) END
    END AS desde
  FROM execucoes x
  JOIN execucao_etapas e ON e.execucao_id = x.id AND e.etapa = x.etapa_atual
  CROSS JOIN LATERAL (SELECT CASE
    WHEN e.status = 'executando' AND e.lease_ate >= now() THEN 'executando'
    WHEN e.status = 'pendente' AND e.proxima_em > now() THEN 'adiado'
    ELSE 'na_fila' END AS estado) t
  WHERE x.status IN ('na_fila', 'executando') AND x.admitida_em IS NOT NULL`;

/** Longest wait of a run, s; null: none. Counts runs waiting for their turn, unclaimed, or between stages. */
export async function oldestWaitSeconds(db: Db): Promise<number | null> {
  const { rows } = await db.query<{ espera: number | null }>(
    `SELECT extract(epoch FROM now() - least(
       (SELECT min(created_at) FROM execucoes WHERE status = 'na_fila' AND admitida_em IS NULL),
       (SELECT min(desde) FROM (${RUNS_UNDER_WAY}) u)))::float8 AS espera`,
  );
  const seconds = rows[0]?.espera ?? null;
  return seconds === null ? null : Math.max(0, seconds);
}

export type GrupoTrabalhos = { empresaId: string; etapa: Etapa; estado: EstadoTrabalho; n: number };
export type EtapaEspera = { etapa: Etapa; esperaS: number };

/** Open runs by company, stage and state, with each stage's longest wait. */
export async function readRunsUnderWay(
  db: Db,
): Promise<{ grupos: GrupoTrabalhos[]; esperas: EtapaEspera[] }> {
  const { rows } = await db.query<GrupoTrabalhos & { esperaS: number | null }>(
    `SELECT u.empresa_id AS "empresaId", u.etapa_atual::text AS etapa, u.estado, count(*)::int AS n,
       greatest(0, extract(epoch FROM now() - min(u.desde)))::float8 AS "esperaS"
     FROM (${RUNS_UNDER_WAY}) u GROUP BY 1, 2, 3`,
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
