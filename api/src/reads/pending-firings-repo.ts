// SQL: one statement counts the alerts, which are the firings of rules that nobody has resolved (docs/dev/glossary.md).

import type { Db } from '@escuta/prisma/db';
import { TOTAL_LIMITE } from '@escuta/shared/contracts/common';
import type { Scope } from '@escuta/shared/domain/scope';
import { inScope, int, sql } from '@escuta/shared/platform/database/sql';

export type PendingFirings = { abertos: number; vistos: number; alta: number };

/** Counts unresolved firings: not yet seen, seen, and of high gravity; each up to TOTAL_LIMITE. */
export async function countPending(db: Db, scope: Scope): Promise<PendingFirings> {
  const upTo = (ordens: readonly number[]) =>
    sql`(select count(*)::int from (select from regra_disparos d where ${inScope(scope, sql`d.empresa_id`)}
      and d.ordem = any(${ordens}::smallint[]) limit ${int(TOTAL_LIMITE)}) c)`;
  const { rows } = await db.sql<PendingFirings>(
    sql`select ${upTo([0, 1, 2])} as abertos, ${upTo([10, 11, 12])} as vistos, ${upTo([0, 10])} as alta`,
    'disparos_contagem',
  );
  return rows[0] as PendingFirings;
}
