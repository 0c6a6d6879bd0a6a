// SQL: a call's recording comes and goes under the call's lock, its objects with it.
import type { Actor } from './audit-log.ts';
import { closeLettersOfItem } from './dead-letters.ts';
import type { Queryable } from './transaction.ts';

/** How long an object that lost its item stays, minutes: who is listening to it may finish. */
const GRACE_MINUTES = 15;

/** Hands objects that people may be listening to to deletion soon, in the caller's transaction. */
export async function retireObjects(
  db: Queryable,
  empresaId: string,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return;
  await db.query(
    `insert into objetos_pendentes (id, empresa_id, chave, apagar_em)
     select gen_random_uuid(), $1, chave, now() + $3 * interval '1 minute' from unnest($2::text[]) as chave
     on conflict (chave) do nothing`,
    [empresaId, keys, GRACE_MINUTES],
  );
}

/** A recording that is stored. `ms`: as decoded, where that is known. */
export type Gravacao = {
  key: string;
  nome: string;
  tipo: string;
  tamanho: number;
  sha256: string;
  ms?: number;
};

type Held = { id: string; empresa_id: string; arquivo_path: string | null };

/**
 * Puts a stored recording into an item, in the caller's transaction, which holds the item: the one before goes, what failed about it is
 * given up, and the item is pendente again, because what was found out before is not about this sound (it stays in the history).
 */
export async function putRecording(db: Queryable, item: Held, actor: Actor, file: Gravacao): Promise<void> {
  if (item.arquivo_path) await retireObjects(db, item.empresa_id, [item.arquivo_path]);
  await db.query('delete from objetos_pendentes where chave = $1', [file.key]);
  await closeLettersOfItem(
    db,
    { id: item.id, empresaId: item.empresa_id },
    { actor, motivo: 'Outra gravação foi anexada ao item: o que falhou era sobre a anterior.' },
  );
  const ms = file.ms ?? null;
  await db.query({
    name: 'recording-put',
    text: `update auditoria_itens set status = 'pendente', motivo = null, arquivo_path = $2, arquivo_nome = $3, arquivo_tipo = $4,
             arquivo_tamanho = $5, arquivo_sha256 = $6, arquivo_recebido_em = now(), updated_at = now(),
             call_duration = coalesce(round($7::int / 1000.0), call_duration)
           where id = $1`,
    values: [item.id, file.key, file.nome, file.tipo, file.tamanho, file.sha256, ms],
  });
}

/** Takes an item's recording away, in the caller's transaction, which holds the item: it is pendente again. */
export async function takeRecording(
  db: Queryable,
  item: Held & { arquivo_path: string },
  actor: Actor,
): Promise<void> {
  await retireObjects(db, item.empresa_id, [item.arquivo_path]);
  await closeLettersOfItem(
    db,
    { id: item.id, empresaId: item.empresa_id },
    { actor, motivo: 'A gravação foi removida do item: o que falhou era sobre ela.' },
  );
  await db.query({
    name: 'recording-take',
    text: `update auditoria_itens set status = 'pendente', motivo = null, arquivo_path = null, arquivo_nome = null, arquivo_tipo = null,
             arquivo_tamanho = null, arquivo_sha256 = null, arquivo_recebido_em = null, updated_at = now()
           where id = $1`,
    values: [item.id],
  });
}
