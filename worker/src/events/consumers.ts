import type { Db } from '@escuta/prisma/db';
import type { Consumidor } from '@escuta/shared/domain/log/events';
import type { LiveEvent } from '@escuta/shared/queues/pipeline';
import { gatherMails } from '../notices/held-repo.ts';
import type { Delivered } from './delivered.ts';
import { notify } from './notifications.ts';

/**
 * Handles an event in the transaction that deletes its delivery.
 * @returns messages for open pages, sent after the commit
 */
export type Consumer = (db: Db, event: Delivered) => Promise<readonly LiveEvent[]>;

/** The consumers of events; a consumer name (shared/src/domain/log/events.ts) without an entry does not compile. */
export const CONSUMERS: { readonly [C in Consumidor]: Consumer } = {
  notificacoes: notify,
  emails: gatherMails,
};
