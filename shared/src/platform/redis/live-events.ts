import type { Redis } from 'ioredis';
import { eventsChannel, type LiveEvent, lastEventKey, lastGapKey } from '../../queues/pipeline.ts';
import type { Logger } from '../process/log.ts';

/** For how long a company's last event, and the last gap, is remembered, ms: longer than a page on a bad line takes to open its stream. */
export const MEMORY_MS = 10 * 60_000;

/** Tells the API processes of changes that are already committed. */
export type LivePublisher = (events: readonly LiveEvent[]) => void;

/**
 * Publishes live events over Redis, and remembers for each company that one happened (`lastEventAge`). It does not wait
 * and never throws: who misses an event sees the change at the next poll, so that nothing may fail or slow down because
 * of it. `prefix`: REDIS_PREFIX.
 */
export function createLivePublisher(
  redis: Pick<Redis, 'pipeline'>,
  log: Logger,
  prefix: string,
): LivePublisher {
  const failed = (error: Error): void => {
    log.debug({ motivo: error.message }, 'Evento ao vivo não publicado');
  };
  return (events) => {
    const all = redis.pipeline();
    // Remembered first: who subscribes after the publishing finds the memory.
    for (const empresaId of new Set(events.map((event) => event.empresaId))) {
      all.set(lastEventKey(prefix, empresaId), '', 'PX', MEMORY_MS);
    }
    for (const event of events) all.publish(eventsChannel(prefix, event.empresaId), JSON.stringify(event));
    // The whole may be carried out though one of its commands was refused: each says so itself.
    all.exec().then((results) => {
      const refused = results?.find(([error]) => error)?.[0];
      if (refused) failed(refused);
    }, failed);
  };
}

/**
 * How long ago a company's last live event was published, or may have been lost, ms; `MEMORY_MS` also where it was longer ago. Counted by Redis
 * alone, so that clocks of several machines do not matter. @throws whatever Redis throws
 */
export async function lastEventAge(
  redis: Pick<Redis, 'pttl'>,
  prefix: string,
  empresaId: string,
): Promise<number> {
  const left = await Promise.all([
    redis.pttl(lastEventKey(prefix, empresaId)),
    redis.pttl(lastGapKey(prefix)),
  ]);
  return MEMORY_MS - Math.max(0, ...left);
}
