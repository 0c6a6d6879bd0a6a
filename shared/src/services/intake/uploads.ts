// SQL: discards an owner's uploads as a set, under their locks.

import type { Db } from '@escuta/prisma/db';
import type { Dono, PapelEnvio } from '../../domain/intake/kinds.ts';
import { all, join, literal, param, type Sql, sql, when } from '../../platform/database/sql.ts';

const NAME: Record<Dono, Sql> = {
  entrevista: literal("'entrevista'"),
  preparo: literal("'preparo'"),
  lote: literal("'lote'"),
  importacao: literal("'importacao'"),
};

/** True if upload `v` is this owner's. Compares the kind too, as client-chosen ids may occur in two kinds. */
export const ofOwner = (dono: Dono, id: Sql): Sql => sql`v.dono = ${NAME[dono]} and v.dono_id = ${id}`;

/** SQL `case` over upload `v`'s owner kind: evaluates only the expression in `then` for this kind; null if none. */
export function byOwner<D extends Dono>(then: Record<D, Sql>): Sql {
  const branches = Object.entries<Sql>(then).map(
    ([dono, branch]) => sql`when ${NAME[dono as Dono]} then ${branch}`,
  );
  return sql`case v.dono ${join(branches, ' ')} end`;
}

/** Delay before deletion: none, or enough for every running backup to end. */
type Depois = '0' | '2 days';

/** Deletes locked uploads, and schedules the deletion of their parts. */
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
 * Discards owners' uploads. `papel`: only those with this role. `menos`: numbers of an interview's recordings to keep.
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
  // After the lock, a part inserted concurrently is either visible below or refused.
  const { rows } = await db.sql<{ id: string }>(sql`select v.id from envios v where ${theirs} for update`);
  await discardHeldUploads(
    db,
    rows.map(({ id }) => id),
    depois,
  );
}
