// SQL: discards a batch's objects under its row's lock, except recordings attached to calls.

import type { Db } from '@escuta/prisma/db';
import { INSTALACAO } from '../../domain/scope.ts';
import { sql } from '../../platform/database/sql.ts';
import { discard } from '../../platform/storage/pending-objects.ts';
import { discardUploads } from '../intake/uploads.ts';

/**
 * Schedules a batch's recordings for deletion, except those attached to calls. `keepRefused`: keeps those that can be
 * attached again.
 */
export async function discardLeftOver(
  db: Db,
  loteId: string,
  { keepRefused = false }: { keepRefused?: boolean } = {},
): Promise<void> {
  await db.sql(
    sql`with o as (update lote_gravacoes g set chave_objeto = null from lote_gravacoes antes
          where g.lote_id = ${loteId}::uuid and antes.id = g.id and g.chave_objeto is not null
            and not (${keepRefused} and g.situacao = 'falhou')
          returning g.empresa_id, antes.chave_objeto as chave) ${discard}`,
    'lote_sobras',
  );
}

/** Discards a locked, unattached batch's contents. */
export async function discardBatch(db: Db, loteId: string): Promise<void> {
  await discardUploads(db, { dono: 'lote', ids: [loteId] });
  await discardLeftOver(db, loteId);
  await db.within(INSTALACAO).loteGravacaoArquivo.deleteMany({ where: { loteId } });
}

/** Locks the batches with files of a call, before the call itself, as attaching does. */
export async function lockBatchesOfItem(db: Db, itemId: string): Promise<string[]> {
  const { rows } = await db.sql<{ id: string }>(
    sql`select l.id from lotes_gravacao l
      where l.id in (select g.lote_id from lote_gravacoes g where g.item_id = ${itemId}::uuid)
      order by l.id for no key update`,
    'lotes_do_item',
  );
  return rows.map(({ id }) => id);
}

/** Clears names of locked batches, which may name a person. */
export async function forgetBatchNames(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db.sql(
    sql`update lotes_gravacao set nome = 'nome apagado', updated_at = now() where id = any (${[...ids]}::uuid[])`,
    'lotes_sem_nome',
  );
}

/**
 * Clears file names that identify a person, in the transaction that deletes or erases the locked calls. Discards an
 * erased call's pending file; a deleted call's file, and its batch, wait for a new decision.
 * @returns keys of objects scheduled for deletion
 */
export async function forgetBatchFiles(
  db: Db,
  itemIds: readonly string[],
  { apaga }: { apaga: boolean },
): Promise<string[]> {
  const ids = [...itemIds];
  const { rows } = await db.sql<{ chave: string }>(
    sql`with fora as (delete from lote_gravacoes where item_id = any (${ids}::uuid[]) and (${apaga}
      or situacao in ('anexada', 'desfeita'))
          returning empresa_id, chave_objeto)
      insert into objetos_pendentes (id, empresa_id, chave, apagar_em)
      select gen_random_uuid(), empresa_id, chave_objeto, now() from fora where chave_objeto is not null
      on conflict (chave) do update set apagar_em = now() returning chave`,
    'lote_esquece',
  );
  await db.sql(
    sql`with soltas as (update lote_gravacoes set item_id = null, regra = null, substitui = null,
          situacao = case when situacao in ('pareada', 'ja_tem', 'substituir') then 'orfa' else situacao end
        where item_id = any (${ids}::uuid[]) returning lote_id)
      update lotes_gravacao l set versao = versao + 1, updated_at = now()
      where l.estado = 'pronto' and l.id in (select lote_id from soltas)`,
    'lote_solta',
  );
  return rows.map(({ chave }) => chave);
}
