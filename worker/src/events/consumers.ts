import type { Consumidor, DadosEvento, TipoEvento } from '@escuta/shared/domain/events';
import type { Queryable } from '@escuta/shared/node/transaction';
import type { LiveEvent } from '@escuta/shared/queues/pipeline';
import { notify } from './notifications.ts';

/** An event as a consumer gets it. */
export type Delivered<T extends TipoEvento = TipoEvento> = {
  [K in T]: { id: string; empresaId: string | null; tipo: K; alvoId: string; dados: DadosEvento<K> };
}[T];

/**
 * What a consumer does with an event, in the transaction in which the delivery goes: it happens once, or is tried again. @returns what
 * open pages are told once it is committed
 */
export type Consumer = (db: Queryable, event: Delivered) => Promise<readonly LiveEvent[]>;

/** Every consumer. A name of shared/src/domain/events.ts without a line here does not compile. */
export const CONSUMERS: { readonly [C in Consumidor]: Consumer } = {
  notificacoes: notify,
};
