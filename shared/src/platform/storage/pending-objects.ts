import type { Db } from '@escuta/prisma/db';
import { INSTALACAO } from '../../domain/scope.ts';
import { newId } from '../database/ids.ts';

/** All objects of an item's rows: present, former and second recordings, their parts, peaks, and prepared sound. */
const OBJECTS = `select arquivo_path as chave from auditoria_itens where id = $1
  union select chave_objeto from gravacoes_anteriores where item_id = $1
  union select picos_path from auditoria_resultados where item_id = $1
  union select p.chave_objeto from auditoria_itens i join envios v on v.entrevista_id = i.entrevista_id
    join envio_partes p on p.envio_id = v.id where i.id = $1
  union select s.chave_objeto from auditoria_itens i join entrevista_segundas s on s.entrevista_id = i.entrevista_id where i.id = $1
  union select k.chave from execucoes x
    join execucao_etapas e on e.execucao_id = x.id and e.etapa = 'audio' and jsonb_typeof(e.saida -> 'canais') = 'array'
    cross join lateral jsonb_array_elements(e.saida -> 'canais') c
    cross join lateral (values (c ->> 'chave'), (c -> 'curto' ->> 'chave')) k (chave)
    where x.item_id = $1`;

/** Schedules an item's objects for deletion in the caller's transaction, also incomplete ones. @returns their keys */
export async function discardItemObjects(
  db: Db,
  item: { id: string; empresa_id: string },
): Promise<string[]> {
  // Locks first, so that a part being registered is included or refused.
  await db.query(
    `select from envios v join auditoria_itens i on i.entrevista_id = v.entrevista_id where i.id = $1 for update of v`,
    [item.id],
  );
  await db.query(
    `insert into objetos_pendentes (id, empresa_id, chave, apagar_em)
     select gen_random_uuid(), $2, o.chave, now() from (${OBJECTS}) o where o.chave is not null
     on conflict (chave) do update set apagar_em = now()`,
    [item.id, item.empresa_id],
  );
  const { rows } = await db.query<{ chave: string }>(
    `update objetos_pendentes set apagar_em = now()
     where empresa_id = $1 and starts_with(chave, $1::text || '/' || $2::text || '/') returning chave`,
    [item.empresa_id, item.id],
  );
  return rows.map(({ chave }) => chave);
}

/**
 * Schedules an interview's uploaded parts for deletion and forgets the uploads. `menos`: recordings to keep. `depois`:
 * delay, since a backup may still copy them.
 */
export async function discardUploads(
  db: Db,
  entrevistaId: string,
  { menos = [], depois = '0' }: { menos?: readonly number[]; depois?: '0' | '2 days' } = {},
): Promise<void> {
  // Locks first, so that a part being registered is included or refused.
  await db.query('select from envios where entrevista_id = $1 for update', [entrevistaId]);
  await db.query(
    `insert into objetos_pendentes (id, empresa_id, chave, apagar_em)
     select gen_random_uuid(), p.empresa_id, p.chave_objeto, now() + $3::interval
     from envios v join envio_partes p on p.envio_id = v.id where v.entrevista_id = $1 and v.gravacao <> all ($2::int[])
     on conflict (chave) do update set apagar_em = excluded.apagar_em`,
    [entrevistaId, menos, depois],
  );
  await db.query('delete from envios where entrevista_id = $1 and gravacao <> all ($2::int[])', [
    entrevistaId,
    menos,
  ]);
}

/** Announces an object before it is stored: the sweeper deletes it if the process dies before attaching it. */
export async function announceObject(db: Db, empresaId: string, key: string): Promise<void> {
  await db.query(
    `insert into objetos_pendentes (id, empresa_id, chave, apagar_em) values ($1, $2, $3, now() + interval '1 day')`,
    [newId(), empresaId, key],
  );
}

/** Schedules an announced object for immediate deletion, in the caller's transaction. */
export async function discardObject(db: Db, key: string): Promise<void> {
  await db.query('update objetos_pendentes set apagar_em = now() where chave = $1', [key]);
}

/**
 * Schedules a stored object for deletion, in the caller's transaction, even if its announcement was already processed
 * by an erasure.
 */
export async function discardStoredObject(db: Db, empresaId: string, key: string): Promise<void> {
  await db.query(
    `insert into objetos_pendentes (id, empresa_id, chave, apagar_em) values ($1, $2, $3, now())
     on conflict (chave) do update set apagar_em = now()`,
    [newId(), empresaId, key],
  );
}

/** Withdraws the announcement of a deleted object. */
export async function withdrawObject(db: Db, key: string): Promise<void> {
  await db.within(INSTALACAO).objetoPendente.deleteMany({ where: { chave: key } });
}

/** Delay before deleting a detached object, minutes, so that listeners can finish. */
const GRACE_MINUTES = 15;

/** Schedules objects with possible listeners for delayed deletion, in the caller's transaction. */
export async function retireObjects(db: Db, empresaId: string, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await db.query(
    `insert into objetos_pendentes (id, empresa_id, chave, apagar_em)
     select gen_random_uuid(), $1, chave, now() + $3 * interval '1 minute' from unnest($2::text[]) as chave
     on conflict (chave) do nothing`,
    [empresaId, keys, GRACE_MINUTES],
  );
}
