// Raw SQL instead of Prisma, because an update with a condition on the expiry time takes, renews or returns a lease.
import type { Db } from '@escuta/prisma/db';

/** A row leased by this worker. `ate`: expiry and fencing token; `tentativas`: number of attempts, with this one. */
export type Lease = { id: string; ate: string; tentativas: number };

/** Thrown if another worker holds the row, or the row needs no more work. */
export class LeaseLostError extends Error {
  override readonly name: string = 'LeaseLostError';
}

export type LeasePlace = {
  name: string;
  table: string;
  /** Columns with the row's id, the lease's expiry (null: free), and the number of attempts. */
  id: { column: string; type: 'uuid' | 'text' };
  ate: string;
  tentativas: string | null;
  /** Further SQL condition for a due row. */
  pending: string;
};

/** The lease table for wishes (work found by a query), whose tables have no lease columns. */
export const wishPlace = (tipo: string): LeasePlace => ({
  name: `fundo_${tipo}`,
  table: 'trabalhos',
  id: { column: 'alvo_id', type: 'uuid' },
  ate: 'ate',
  tentativas: 'tentativas',
  pending: `tipo = '${tipo}'`,
});

/**
 * SQL for the time `param` ms ahead, truncated to the column's precision, because a row returned with a rounded-up time
 * would not be free at once.
 */
const expiryIn = (param: string) =>
  `date_trunc('milliseconds', now()) + ${param}::float8 * interval '1 millisecond'`;
const triesOf = ({ tentativas }: LeasePlace): string => tentativas ?? '1';

/**
 * Claims due rows in the given order.
 * @param columns further columns to return, as SQL
 */
export async function claimRows<R extends Lease>(
  db: Db,
  place: LeasePlace,
  { columns, order }: { columns: string; order: string },
  limit: number,
  leaseMs: number,
): Promise<R[]> {
  const { name, table, id, ate, tentativas, pending } = place;
  const { rows } = await db.query<R>({
    name: `${name}_claim`,
    // With a join instead of an array, the subquery could run again and claim more than `limit` rows.
    text: `update ${table} set ${ate} = ${expiryIn('$2')}${tentativas ? `, ${tentativas} = ${tentativas} + 1` : ''}
           where ${id.column} = any (array(select ${id.column} from ${table} where ${pending}
             and (${ate} is null or ${ate} <= now())
             order by ${order} limit $1 for update skip locked))
           returning ${id.column} as id, ${columns}, ${ate}::text as ate, ${triesOf(place)} as tentativas`,
    values: [limit, leaseMs],
  });
  return rows;
}

/** Parts of a query that finds wishes (work without lease columns); `row`: SQL for the id of a row in `from`. */
export type Wishes = { row: string; columns: string; from: string; where: string; order: string };

/** Claims due, free wishes in the lease table of wishPlace. */
export async function claimWishes<R extends Lease>(
  db: Db,
  tipo: string,
  name: string,
  { row, columns, from, where, order }: Wishes,
  limit: number,
  leaseMs: number,
): Promise<R[]> {
  const { rows } = await db.query<R>({
    name,
    text: `with due as (
             select ${row}.id, ${row}.empresa_id, ${columns} from ${from} where ${where}
               and not exists (select from trabalhos t where t.tipo = '${tipo}' and t.alvo_id = ${row}.id
                 and t.ate > now())
             order by ${order} limit $1 for no key update of ${row} skip locked
           ), taken as (
             insert into trabalhos as t (tipo, alvo_id, empresa_id, ate, tentativas)
             select '${tipo}', id, empresa_id, ${expiryIn('$2')}, 1 from due
             on conflict (tipo, alvo_id) do update set ate = excluded.ate, tentativas = t.tentativas + 1
               where t.ate <= now()
             returning t.alvo_id, t.ate, t.tentativas
           )
           select due.*, taken.ate::text as ate, taken.tentativas from due join taken on taken.alvo_id = due.id`,
    values: [limit, leaseMs],
  });
  return rows;
}

/**
 * Renews leases, and writes the new times into `held`.
 * @returns ids still held
 */
export async function renewLeases(
  db: Db,
  place: LeasePlace,
  held: readonly Lease[],
  leaseMs: number,
): Promise<ReadonlySet<string>> {
  const { name, table, id, ate, pending } = place;
  const { rows } = await db.query<{ id: string; ate: string }>({
    name: `${name}_renew`,
    text: `update ${table} t set ${ate} = ${expiryIn('$3')} from unnest($1::${id.type}[], $2::timestamptz[])
      as h (id, ate)
           where t.${id.column} = h.id and t.${ate} = h.ate and ${pending} returning t.${id.column} as id,
           t.${ate}::text as ate`,
    values: [held.map((lease) => lease.id), held.map((lease) => lease.ate), leaseMs],
  });
  for (const lease of held) lease.ate = rows.find((row) => row.id === lease.id)?.ate ?? lease.ate;
  return new Set(rows.map((row) => row.id));
}

/** Postpones a row. `counted` false: the attempt does not count. */
export async function putOff(
  db: Db,
  place: LeasePlace,
  lease: Lease,
  { waitMs, counted }: { waitMs: number; counted: boolean },
): Promise<void> {
  const { name, table, id, ate, tentativas, pending } = place;
  const tries = tentativas ? `, ${tentativas} = ${tentativas} - case when $4 then 0 else 1 end` : '';
  await db.query({
    name: `${name}_later`,
    text: `update ${table} set ${ate} = ${expiryIn('$3')}${tries}
           where ${id.column} = $1 and ${ate} = $2::timestamptz and ${pending}`,
    values: [lease.id, lease.ate, waitMs, ...(tentativas ? [counted] : [])],
  });
}

export async function dropWish(db: Db, tipo: string, lease: Lease): Promise<void> {
  await db.query({
    name: 'fundo_done',
    text: `delete from trabalhos where tipo = $1 and alvo_id = $2 and ate = $3::timestamptz`,
    values: [tipo, lease.id, lease.ate],
  });
}

/** Deletes leases of wishes a day after they expired. */
export async function sweepWishes(db: Db): Promise<void> {
  await db.query({
    name: 'fundo_sweep',
    text: `delete from trabalhos where (tipo, alvo_id) in (
             select tipo, alvo_id from trabalhos where ate < now() - interval '1 day' order by ate limit 1000)`,
  });
}
