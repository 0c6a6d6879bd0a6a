/** Whose calls are whose, by the extensions' periods: found anew where a period changed. */
import { sql } from './sql.ts';
import type { Queryable } from './transaction.ts';

/** An extension and a time in it, from (null: always) to (exclusive; null: still). */
export type Trecho = { ramal: string; de: string | null; ate: string | null };
/** The last call of a batch. `momento` as PostgreSQL writes it. */
export type UltimaLigacao = { momento: string; id: string };

/** Calls of a stretch that follow its periods: those of a person's or a sheet's word do not. */
const ofStretch = (empresaId: string, { ramal, de, ate }: Trecho) => sql`i.empresa_id = ${empresaId}
  and escuta_ramal(i.ramal) = escuta_ramal(${ramal}) and i.ramal is not null
  and i.tipo_item in ('ligacao', 'arquivo', 'call_data')
  and i.momento_chamada >= coalesce(${de}::timestamptz, '-infinity')
  and i.momento_chamada < coalesce(${ate}::timestamptz, 'infinity')
  and coalesce(i.agente_origem, 'ramal') = 'ramal'`;

/** How many calls of some stretches follow their periods, counted up to `limit`. */
export async function countCalls(
  db: Queryable,
  empresaId: string,
  trechos: readonly Trecho[],
  limit: number,
): Promise<number> {
  let n = 0;
  for (const trecho of trechos) {
    const { rows } = await db.query<{ n: number }>(
      sql`select count(*)::int as n from (select from auditoria_itens i where ${ofStretch(empresaId, trecho)}
        limit ${limit - n}) as achadas`.statement(),
    );
    n += rows[0]?.n ?? 0;
    if (n >= limit) break;
  }
  return n;
}

/**
 * Finds the agents of the next calls of a stretch, at most `limit`, in the order of their time; they are locked in the order of
 * everybody's. @returns how many were looked at and how many changed, and the last of them; null: there was none
 */
export async function resolveCalls(
  db: Queryable,
  empresaId: string,
  trecho: Trecho,
  apos: UltimaLigacao | null,
  limit: number,
): Promise<{ vistas: number; mudadas: number; ultima: UltimaLigacao } | null> {
  const after = apos
    ? sql`(i.momento_chamada, i.id) > (${apos.momento}::timestamptz, ${apos.id}::uuid)`
    : sql`true`;
  const { rows } = await db.query<{ id: string; momento: string }>(
    sql`select i.id, i.momento_chamada::text as momento from auditoria_itens i
      where ${ofStretch(empresaId, trecho)} and ${after}
      order by i.momento_chamada, i.id limit ${limit}`.statement(),
  );
  const ultima = rows.at(-1);
  if (!ultima) return null;
  const ids = rows.map(({ id }) => id);
  await db.query(
    sql`select from auditoria_itens where id = any(${ids}::uuid[]) order by id for no key update`.statement(),
  );
  const { rowCount } = await db.query(
    sql`update auditoria_itens i set agente_id = d.agente_id,
        agente_origem = case when d.agente_id is not null then 'ramal' end
      from (select o.id, escuta_agente_do_ramal(o.empresa_id, o.ramal, o.momento_chamada) as agente_id
        from auditoria_itens o where o.id = any(${ids}::uuid[]) and coalesce(o.agente_origem, 'ramal') = 'ramal') d
      where i.id = d.id and i.agente_id is distinct from d.agente_id`.statement(),
  );
  return { vistas: rows.length, mudadas: rowCount ?? 0, ultima };
}
