// SQL: a recording comes and goes under its item's lock, and all that was found out about the former one goes out of force with it.
import { AppError } from '../../domain/errors.ts';
import type { Actor } from '../../node/audit-log.ts';
import { closeLettersOfItem } from '../../node/dead-letters.ts';
import { retireCells } from '../../node/interview-cells.ts';
import { retireObjects } from '../../node/pending-objects.ts';
import { sql } from '../../node/sql.ts';
import type { Queryable } from '../../node/transaction.ts';

/** A recording that is stored. `tamanho`: bytes; `ms`: length as decoded, where that is known. */
export type Gravacao = {
  key: string;
  nome: string;
  tipo: string;
  tamanho: number;
  sha256: string;
  ms?: number;
};

/** An item that the caller's transaction holds. */
export type ItemSeguro = { id: string; empresa_id: string; arquivo_path: string | null };

const OUTRA_GRAVACAO = 'Outra gravação foi anexada ao item: o que falhou era sobre a anterior.';
const SEM_GRAVACAO = 'A gravação foi removida do item: o que falhou era sobre ela.';

/** The interview's verdicts and the map of its device's recordings are about a sound that the item no longer has. */
async function forgetFormerSound(db: Queryable, itemId: string): Promise<void> {
  const { rows } = await db.query<{ entrevista_id: string }>(
    sql`select entrevista_id from auditoria_itens where id = ${itemId}::uuid and entrevista_id is not null`.statement(
      'item_entrevista',
    ),
  );
  const [row] = rows;
  if (!row) return;
  await retireCells(db, row.entrevista_id);
  await db.query(
    sql`delete from entrevista_gravacoes where entrevista_id = ${row.entrevista_id}::uuid`.statement(
      'item_esquece_mapa',
    ),
  );
}

/**
 * Puts a stored recording into an item, in the caller's transaction, which holds the item: the recording before goes, failures about it are
 * given up, and the item is pendente again. Its earlier results stay as history. `motivo`: a reason to show on the item; null: none.
 */
export async function putRecording(
  db: Queryable,
  item: ItemSeguro,
  actor: Actor,
  file: Gravacao,
  { motivo = null }: { motivo?: string | null } = {},
): Promise<void> {
  if (item.arquivo_path) await retireObjects(db, item.empresa_id, [item.arquivo_path]);
  await db.query('delete from objetos_pendentes where chave = $1', [file.key]);
  await closeLettersOfItem(
    db,
    { id: item.id, empresaId: item.empresa_id },
    { actor, motivo: OUTRA_GRAVACAO },
  );
  await forgetFormerSound(db, item.id);
  await db.query({
    name: 'recording-put',
    text: `update auditoria_itens set status = 'pendente', motivo = $8, arquivo_path = $2, arquivo_nome = $3, arquivo_tipo = $4,
             arquivo_tamanho = $5, arquivo_sha256 = $6, arquivo_recebido_em = now(), updated_at = now(),
             call_duration = coalesce(round($7::int / 1000.0), call_duration)
           where id = $1`,
    values: [item.id, file.key, file.nome, file.tipo, file.tamanho, file.sha256, file.ms ?? null, motivo],
  });
}

/**
 * Takes an item's recording away, in the caller's transaction, which holds the item: it is pendente again.
 * @throws AppError sem_arquivo
 */
export async function takeRecording(db: Queryable, item: ItemSeguro, actor: Actor): Promise<void> {
  if (!item.arquivo_path) throw new AppError('sem_arquivo', 'Este item não tem gravação.');
  await retireObjects(db, item.empresa_id, [item.arquivo_path]);
  await closeLettersOfItem(db, { id: item.id, empresaId: item.empresa_id }, { actor, motivo: SEM_GRAVACAO });
  await forgetFormerSound(db, item.id);
  await db.query({
    name: 'recording-take',
    text: `update auditoria_itens set status = 'pendente', motivo = null, arquivo_path = null, arquivo_nome = null, arquivo_tipo = null,
             arquivo_tamanho = null, arquivo_sha256 = null, arquivo_recebido_em = null, updated_at = now()
           where id = $1`,
    values: [item.id],
  });
}
