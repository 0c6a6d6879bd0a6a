import type { Db } from '@escuta/prisma/db';
import type { Consumidor } from '@escuta/shared/domain/log/events';
import type { LiveEvent } from '@escuta/shared/queues/pipeline';
import type { Delivered } from './delivered.ts';
import { notify } from './notifications.ts';

/**
 * What a consumer does with an event, in the transaction in which the delivery goes: it happens once, or is tried again. @returns what
 * open pages are told once it is committed
 */
export type Consumer = (db: Db, event: Delivered) => Promise<readonly LiveEvent[]>;

/** Every consumer. A name of shared/src/domain/log/events.ts without a line here does not compile. */
export const CONSUMERS: { readonly [C in Consumidor]: Consumer } = {
  notificacoes: notify,
};
