import type { Db } from '@escuta/prisma/db';
import { INSTALACAO } from '../../domain/scope.ts';
import { newId } from '../database/ids.ts';
import { literal } from '../database/sql.ts';

/** Objects of an item: present, former and second recordings, peaks, and prepared sound. */
const OBJECTS = `select arquivo_path as chave from auditoria_itens where id = $1
  union select chave_objeto from gravacoes_anteriores where item_id = $1
  union select picos_path from auditoria_resultados where item_id = $1
  union select s.chave_objeto from auditoria_itens i join entrevista_segundas s on s.entrevista_id = i.entrevista_id
    where i.id = $1
  union select k.chave from execucoes x
    join execucao_etapas e on e.execucao_id = x.id and e.etapa = 'audio' and jsonb_typeof(e.saida -> 'canais') = 'array'
    cross join lateral jsonb_array_elements(e.saida -> 'canais') c
    cross join lateral (values (c ->> 'chave'), (c -> 'curto' ->> 'chave')) k (chave)
    where x.item_id = $1`;

/** Last part of a statement: schedules the objects of its query `o` (empresa_id, chave) for immediate deletion. */
export const discard = literal(`insert into objetos_pendentes (id, empresa_id, chave, apagar_em)
  select gen_random_uuid(), o.empresa_id, o.chave, now() from o where o.chave is not null
  on conflict (chave) do update set apagar_em = now()`);

/** Schedules an item's objects, also incomplete ones, for deletion in the caller's transaction; returns their keys. */
export async function discardItemObjects(
  db: Db,
  item: { id: string; empresa_id: string },
): Promise<string[]> {
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

/** Announces an object before it is stored, so that the sweeper deletes it if its process never attaches it. */
export async function announceObject(db: Db, empresaId: string, key: string): Promise<void> {
  await db.query(
    `insert into objetos_pendentes (id, empresa_id, chave, apagar_em) values ($1, $2, $3, now() + interval '1 day')`,
    [newId(), empresaId, key],
  );
}

/** Schedules an announced object for immediate deletion. */
export async function discardObject(db: Db, key: string): Promise<void> {
  await db.query('update objetos_pendentes set apagar_em = now() where chave = $1', [key]);
}

/** Schedules a stored object for deletion, in the caller's transaction, even if an erasure deleted its announcement. */
export async function discardStoredObject(db: Db, empresaId: string, key: string): Promise<void> {
  await db.query(
    `insert into objetos_pendentes (id, empresa_id, chave, apagar_em) values ($1, $2, $3, now())
     on conflict (chave) do update set apagar_em = now()`,
    [newId(), empresaId, key],
  );
}

export async function withdrawObject(db: Db, key: string): Promise<void> {
  await db.within(INSTALACAO).objetoPendente.deleteMany({ where: { chave: key } });
}

/** Minutes before deleting a detached object, so that listeners can finish. */
const GRACE_MINUTES = 15;

/** Schedules the delayed deletion of objects that people may still be playing. */
export async function retireObjects(db: Db, empresaId: string, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await db.query(
    `insert into objetos_pendentes (id, empresa_id, chave, apagar_em)
     select gen_random_uuid(), $1, chave, now() + $3 * interval '1 minute' from unnest($2::text[]) as chave
     on conflict (chave) do nothing`,
    [empresaId, keys, GRACE_MINUTES],
  );
}
