import type { Db } from '@escuta/prisma/db';
import type { Etapa } from '../../domain/runs/status.ts';

/**
 * Where a run under way is: `na_fila` due and not begun, `adiado` waiting for its backoff, `executando`. A stage whose
 * lease ran out is `na_fila`: nobody works on it.
 */
export type EstadoTrabalho = 'na_fila' | 'adiado' | 'executando';

/**
 * Each run under way with its present stage and since when it has been due. The runs under way are few (the relay
 * admits no more than the workers can hold) and have an index of their own, so that this costs the same however many
 * have ended. Since when: the end of a backoff; of a run that was not begun, its request (it has waited that long);
 * else the end of the stage before. `adiado` and `executando` have not waited: null.
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

/**
 * Seconds that the oldest run has waited for something to be done about it; null when none waits. It counts runs that
 * wait for their company's turn, those let in and not begun, and those that stand still between two stages; not those
 * being worked on, and not retries before their time.
 */
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

/** The runs under way by company, stage and state, and how long the oldest due one of each stage has waited. */
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
