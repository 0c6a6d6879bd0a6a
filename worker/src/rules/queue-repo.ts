// SQL instead of Prisma, because locked rows of the queue are skipped (SKIP LOCKED).

import type { Database, Db } from '@escuta/prisma/db';
import { int, sql } from '@escuta/shared/platform/database/sql';
import { recordAction, SYSTEM_ACTOR } from '@escuta/shared/services/log/audit-log';

/** Changes per transaction. */
export const LOTE = 200;
/** Companies per round. */
const EMPRESAS = 100;

/** Companies whose oldest change has waited for `restMs`. */
export async function companiesQueued(db: Db, restMs: number): Promise<string[]> {
  const { rows } = await db.sql<{ id: string }>(
    sql`with recursive e as (
        (select f.empresa_id as id from regra_fila f order by f.empresa_id limit 1)
        union all
        select (select f.empresa_id from regra_fila f where f.empresa_id > e.id order by f.empresa_id limit 1) from e
          where e.id is not null
      ) select e.id from e cross join lateral (select f.created_at from regra_fila f where f.empresa_id = e.id
        order by f.id limit 1) f
      where f.created_at <= now() - ${restMs}::float8 * interval '1 millisecond' limit ${int(EMPRESAS)}`,
    'regra_fila_empresas',
  );
  return rows.map(({ id }) => id);
}

/** Calls queued at a worker's start; the next start queues the rest. */
const SEM_INSIGHTS_MAX = 50_000;

/**
 * Queues calls whose open firings about criteria name no insights, because during an update a worker of an earlier
 * version may have judged them.
 */
export async function queueUnnamed(db: Db): Promise<void> {
  await db.sql(
    sql`insert into regra_fila (empresa_id, item_id)
      select distinct d.empresa_id, d.item_id from regra_disparos d join regras r on r.id = d.regra_id
      where d.ordem < 20 and d.item_id is not null and d.insights = '{}'
        and r.filtro @? '$.** ? (@.campo == "criterio" || @.campo == "falha_critica")'
      limit ${int(SEM_INSIGHTS_MAX)}`,
    'regra_fila_sem_insights',
  );
}

/**
 * Takes a company's oldest changes, and keeps their calls from deletion during the transaction. A call being deleted
 * stays queued.
 * @returns `linhas`: queue rows to delete; `itens`: calls to judge
 */
export async function takeQueued(
  db: Db,
  empresaId: string,
  limit: number,
): Promise<{ linhas: string[]; itens: string[]; adiadas: number }> {
  const { rows } = await db.sql<{ id: string; item_id: string }>(
    sql`select id::text, item_id from regra_fila where empresa_id = ${empresaId}::uuid order by id limit ${limit}::int`,
    'regra_fila_toma',
  );
  if (rows.length === 0) return { linhas: [], itens: [], adiadas: 0 };
  const ids = [...new Set(rows.map(({ item_id }) => item_id))];
  const held = await db.sql<{ id: string }>(
    sql`select i.id from auditoria_itens i where i.id = any(${ids}::uuid[]) and i.empresa_id = ${empresaId}::uuid
      for key share skip locked`,
    'regra_fila_itens',
  );
  const itens = held.rows.map(({ id }) => id);
  const present =
    itens.length === ids.length
      ? itens
      : (
          await db.sql<{ id: string }>(
            sql`select i.id from auditoria_itens i where i.id = any(${ids}::uuid[])
              and i.empresa_id = ${empresaId}::uuid`,
            'regra_fila_presentes',
          )
        ).rows.map(({ id }) => id);
  const late = new Set(present.filter((id) => !itens.includes(id)));
  const linhas = rows.filter(({ item_id }) => !late.has(item_id)).map(({ id }) => id);
  return { linhas, itens, adiadas: rows.length - linhas.length };
}

/** Switches off a rule that is too slow, and logs the reason as an action. */
export async function switchOff(db: Database, empresaId: string, regraId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const { rowCount } = await tx.sql(
      sql`update regras set ativa = false, versao = versao + 1, updated_at = now()
        where id = ${regraId} and empresa_id = ${empresaId} and ativa`,
      'regra_lenta_desliga',
    );
    if (rowCount === 0) return;
    await recordAction(tx, {
      ...{ ...SYSTEM_ACTOR, empresaId, acao: 'regra_alterada', recurso: 'regra', recursoId: regraId },
      detalhes: { antes: { ativa: true }, depois: { ativa: false }, motivo: 'avaliacao_demorada' },
    });
  });
}

export async function dropQueued(db: Db, empresaId: string, linhas: readonly string[]): Promise<void> {
  await db.sql(
    sql`delete from regra_fila where empresa_id = ${empresaId}::uuid and id = any(${linhas}::bigint[])`,
    'regra_fila_apaga',
  );
}
