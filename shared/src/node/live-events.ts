import type { Redis } from 'ioredis';
import { eventsChannel, type LiveEvent } from '../queues/pipeline.ts';
import type { Logger } from './log.ts';

/** Tells the API processes of changes that are already committed. */
export type LivePublisher = (events: readonly LiveEvent[]) => void;

/**
 * Publishes live events over Redis. It does not wait and never throws: who misses an event sees the change at the next
 * poll, so that nothing may fail or slow down because of it. `prefix`: REDIS_PREFIX.
 */
export function createLivePublisher(
  redis: Pick<Redis, 'publish'>,
  log: Logger,
  prefix: string,
): LivePublisher {
  return (events) => {
    for (const event of events) {
      redis.publish(eventsChannel(prefix, event.empresaId), JSON.stringify(event)).catch((error: Error) => {
        log.debug({ motivo: error.message }, 'Evento ao vivo não publicado');
      });
    }
  };
}
