import type { Redis } from 'ioredis';
import { eventsChannel, type LiveEvent, lastEventKey, lastGapKey } from '../../queues/pipeline.ts';
import type { Logger } from '../process/log.ts';

/** Time for which Redis keeps a company's last event time and the last gap's time, ms. */
export const MEMORY_MS = 10 * 60_000;

export type LivePublisher = (events: readonly LiveEvent[]) => void;

/**
 * Publishes live events through Redis and stores when each company's last event was (`lastEventAge`). Never throws,
 * because the next poll makes up for a lost event.
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
    // Sets the keys before publishing, so that a new subscriber finds that an event has happened.
    for (const empresaId of new Set(events.map((event) => event.empresaId))) {
      all.set(lastEventKey(prefix, empresaId), '', 'PX', MEMORY_MS);
    }
    for (const event of events) all.publish(eventsChannel(prefix, event.empresaId), JSON.stringify(event));
    // A pipeline may succeed although a command fails.
    all.exec().then((results) => {
      const refused = results?.find(([error]) => error)?.[0];
      if (refused) failed(refused);
    }, failed);
  };
}

/**
 * Age of a company's last published or possibly lost event by Redis' clock, ms, at most `MEMORY_MS`.
 * @throws Redis' error
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
