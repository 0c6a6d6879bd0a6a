import type { Database } from '@escuta/prisma/db';
import type { StagedKind } from '@escuta/shared/domain/intake/acts';
import { expiringImports } from '../imports/expiry.ts';
import { expiringPreparations } from '../portal/expiry.ts';
import { expiringBatches } from '../recordings/expiry.ts';
import { type Expiring, lockExpired, settleStranded } from './intake-repo.ts';

/** Expiry of each kind; a missing kind does not compile. */
const EXPIRING: { readonly [K in StagedKind]: Expiring } = {
  importacao: expiringImports,
  lote: expiringBatches,
  preparo: expiringPreparations,
};
export const STAGED_KINDS = Object.keys(EXPIRING) as StagedKind[];

/** Settles a kind's intakes whose task ended without settling them, and ends expired intakes. */
export async function sweepIntakes(db: Database, kind: StagedKind): Promise<void> {
  await settleStranded(db, kind, null);
  const expiring = EXPIRING[kind];
  await db.transaction(async (tx) => {
    const expired = await lockExpired(tx, kind, expiring);
    if (expired.length > 0) await expiring.throwAway(tx, expired);
  });
}
