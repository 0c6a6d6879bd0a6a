import type { Db } from '@escuta/prisma/db';
import type { TrabalhoDeFundo } from '@escuta/shared/domain/background-work';
import { type Backoff, waitAfter } from './backoff.ts';
import {
  claimWishes,
  dropWish,
  type Lease,
  type LeasePlace,
  putOff,
  renewLeases,
  type Wishes,
  wishPlace,
} from './lease.ts';
import type { Hand, RowWork } from './loop.ts';

type Leased<R extends Lease> = {
  db: Db;
  /** Location of a row's lease; must be the same for all rows held at once. */
  place: (row: R) => LeasePlace;
  leaseMs: number;
  backoff: Backoff;
  /**
   * Called at a row's last failure.
   * @returns false: the row is tried again nevertheless
   */
  giveUp?: (row: R, error: Error) => Promise<boolean>;
};

/** Makes the functions that a Loop needs for rows with a lease (lease.ts). */
export function onLease<R extends Lease>({ db, place, leaseMs, backoff, giveUp }: Leased<R>) {
  return {
    lease: {
      ms: leaseMs,
      renew: (held: readonly R[]) => renewLeases(db, place(held[0] as R), held, leaseMs),
    },
    failed: async (row: R, error: Error) => {
      if (giveUp && (await giveUp(row, error))) return 'desistiu' as const;
      await putOff(db, place(row), row, { waitMs: waitAfter(backoff, row.tentativas) ?? 0, counted: true });
      return 'adiado' as const;
    },
    giveBack: (row: R) => putOff(db, place(row), row, { waitMs: 0, counted: false }),
  } satisfies Partial<RowWork<R>>;
}

/** Work on wishes (work found by queries), one at a time per worker; earlier queries have priority. */
export function wishWork<R extends Lease>(
  common: Pick<RowWork<R>, 'nome' | 'pollMs' | 'isMyTurn' | 'atEnd'> & {
    db: Db;
    leaseMs: number;
    backoff: Backoff;
    wishes: readonly Wishes[];
    run: (row: R, hand: Hand) => Promise<void>;
  },
): RowWork<R> {
  const { db, leaseMs, backoff, wishes, run, ...rest } = common;
  const tipo: TrabalhoDeFundo = rest.nome;
  return {
    ...rest,
    ...onLease<R>({ db, place: () => wishPlace(tipo), leaseMs, backoff }),
    places: 1,
    take: async (free) => {
      for (const [n, wish] of wishes.entries()) {
        const rows = await claimWishes<R>(db, tipo, `fundo_${tipo}_${n}`, wish, free, leaseMs);
        if (rows.length > 0) return rows;
      }
      return [];
    },
    run: async (row, hand) => {
      await run(row, hand);
      await hand.hold();
      await dropWish(db, tipo, row);
      return 'feito';
    },
  };
}
