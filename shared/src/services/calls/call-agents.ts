import type { Db } from '@escuta/prisma/db';
import { lock } from '../../platform/database/locks.ts';
import { sql } from '../../platform/database/sql.ts';

/** An extension's period: from `de` (null: always) until `ate` (exclusive; null: still valid). */
export type Trecho = { ramal: string; de: string | null; ate: string | null };
/** A batch's last call. `momento`: its time as PostgreSQL's text. */
export type UltimaLigacao = { momento: string; id: string };

/** True if call `i` lies in the period, and neither a person nor a sheet determined its agent. */
const ofStretch = (empresaId: string, { ramal, de, ate }: Trecho) => sql`i.empresa_id = ${empresaId}
  and escuta_ramal(i.ramal) = escuta_ramal(${ramal}) and i.ramal is not null
  and i.tipo_item in ('ligacao', 'arquivo', 'call_data')
  and i.momento_chamada >= coalesce(${de}::timestamptz, '-infinity')
  and i.momento_chamada < coalesce(${ate}::timestamptz, 'infinity')
  and coalesce(i.agente_origem, 'ramal') = 'ramal'`;

/**
 * Locks a company's extensions: changes (`mudam`) and bulk inserts of calls (`ficam`) exclude each other. Must be the
 * transaction's first lock.
 */
export async function lockRamais(db: Db, empresaId: string, como: 'mudam' | 'ficam'): Promise<void> {
  await lock(db, 'ramais', empresaId, { shared: como === 'ficam' });
}

/** Counts calls in the periods, up to `limit`, except those with an agent from a person or sheet. */
export async function countCalls(
  db: Db,
  empresaId: string,
  trechos: readonly Trecho[],
  limit: number,
): Promise<number> {
  let n = 0;
  for (const trecho of trechos) {
    const { rows } = await db.sql<{ n: number }>(
      sql`select count(*)::int as n from (select from auditoria_itens i where ${ofStretch(empresaId, trecho)}
        limit ${limit - n}) as achadas`,
    );
    n += rows[0]?.n ?? 0;
    if (n >= limit) break;
  }
  return n;
}

async function nextCalls(
  db: Db,
  empresaId: string,
  trecho: Trecho,
  apos: UltimaLigacao | null,
  limit: number,
): Promise<UltimaLigacao[]> {
  const after = apos
    ? sql`(i.momento_chamada, i.id) > (${apos.momento}::timestamptz, ${apos.id}::uuid)`
    : sql`true`;
  const { rows } = await db.sql<UltimaLigacao>(
    sql`select i.id, i.momento_chamada::text as momento from auditoria_itens i
      where ${ofStretch(empresaId, trecho)} and ${after}
      order by i.momento_chamada, i.id limit ${limit}`,
  );
  return rows;
}

/**
 * Assigns agents to calls, locked in id order to prevent deadlocks.
 * @returns number of changed calls
 */
async function writeAgents(db: Db, ids: readonly string[]): Promise<number> {
  await db.sql(sql`select from auditoria_itens where id = any(${ids}::uuid[]) order by id for no key update`);
  const { rowCount } = await db.sql(
    sql`update auditoria_itens i set agente_id = d.agente_id,
        agente_origem = case when d.agente_id is not null then 'ramal' end
      from (select o.id, escuta_agente_do_ramal(o.empresa_id, o.ramal, o.momento_chamada) as agente_id
        from auditoria_itens o where o.id = any(${ids}::uuid[]) and coalesce(o.agente_origem, 'ramal') = 'ramal') d
      where i.id = d.id and i.agente_id is distinct from d.agente_id`,
  );
  return rowCount ?? 0;
}

/**
 * Assigns agents to a period's next calls, at most `limit`.
 * @returns calls examined, calls changed, and the last call, if any
 */
export async function resolveCalls(
  db: Db,
  empresaId: string,
  trecho: Trecho,
  apos: UltimaLigacao | null,
  limit: number,
): Promise<{ vistas: number; mudadas: number; ultima: UltimaLigacao } | null> {
  const rows = await nextCalls(db, empresaId, trecho, apos, limit);
  const ultima = rows.at(-1);
  if (!ultima) return null;
  const mudadas = await writeAgents(
    db,
    rows.map(({ id }) => id),
  );
  return { vistas: rows.length, mudadas, ultima };
}

/** Assigns agents to calls, at most `limit` per period, in one statement, because two statements could deadlock. */
export async function resolveStretches(
  db: Db,
  empresaId: string,
  trechos: readonly Trecho[],
  limit: number,
): Promise<void> {
  const ids = new Set<string>();
  for (const trecho of trechos) {
    for (const { id } of await nextCalls(db, empresaId, trecho, null, limit)) ids.add(id);
  }
  if (ids.size > 0) await writeAgents(db, [...ids]);
}
