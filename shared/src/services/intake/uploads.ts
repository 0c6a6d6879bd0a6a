// SQL: an owner's uploads are asked for and thrown away as a set, under their locks.

import type { Db } from '@escuta/prisma/db';
import type { Dono, PapelEnvio } from '../../domain/intake/kinds.ts';
import { all, join, literal, param, type Sql, sql, when } from '../../platform/database/sql.ts';

const NAME: Record<Dono, Sql> = {
  entrevista: literal("'entrevista'"),
  preparo: literal("'preparo'"),
  lote: literal("'lote'"),
  importacao: literal("'importacao'"),
};

/** That an upload `v` is this owner's. Its kind too: ids come from whoever sends, and two kinds may have the same one. */
export const ofOwner = (dono: Dono, id: Sql): Sql => sql`v.dono = ${NAME[dono]} and v.dono_id = ${id}`;

/** What stands for the owner's kind of an upload `v`, else null; only that one is computed. */
export function byOwner<D extends Dono>(then: Record<D, Sql>): Sql {
  const branches = Object.entries<Sql>(then).map(
    ([dono, branch]) => sql`when ${NAME[dono as Dono]} then ${branch}`,
  );
  return sql`case v.dono ${join(branches, ' ')} end`;
}

/** When parts are deleted: at once, or once no backup that was begun before is still copying. */
type Depois = '0' | '2 days';

/** Hands the parts of uploads that the caller's transaction holds to deletion, and forgets the uploads. */
export async function discardHeldUploads(
  db: Db,
  ids: readonly string[],
  depois: Depois = '0',
): Promise<void> {
  if (ids.length === 0) return;
  await db.sql(
    sql`with v as (delete from envios where id = any (${[...ids]}::uuid[]) returning id)
      insert into objetos_pendentes (id, empresa_id, chave, apagar_em)
      select gen_random_uuid(), p.empresa_id, p.chave_objeto, now() + ${param(depois)}::interval
      from v join envio_partes p on p.envio_id = v.id
      on conflict (chave) do update set apagar_em = excluded.apagar_em`,
    'envios_fora',
  );
}

/**
 * Hands the parts of owners' uploads to deletion and forgets the uploads, in the caller's transaction. `papel`: only those of this file.
 * `menos`: numbers of an interview's recordings that stay.
 */
export async function discardUploads(
  db: Db,
  of: { dono: Dono; ids: readonly string[]; papel?: PapelEnvio | undefined; menos?: readonly number[] },
  depois?: Depois,
): Promise<void> {
  const { dono, ids, papel, menos = [] } = of;
  const theirs = all([
    sql`v.dono = ${dono} and v.dono_id = any (${[...ids]}::uuid[]) and v.numero <> all (${[...menos]}::int[])`,
    when(papel, (one) => sql`v.papel = ${one}`),
  ]);
  // First: a part that is being written down is seen, or refused.
  const { rows } = await db.sql<{ id: string }>(sql`select v.id from envios v where ${theirs} for update`);
  await discardHeldUploads(
    db,
    rows.map(({ id }) => id),
    depois,
  );
}
