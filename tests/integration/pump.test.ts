// The consumer of the stages' jobs (decision 7), with real queues in Redis. The test itself ends each job.
import { randomUUID } from 'node:crypto';
import type { Etapa } from '@escuta/shared/domain/runs/status';
import { loadWorkerEnv } from '@escuta/shared/platform/process/env';
import { createRedis } from '@escuta/shared/platform/redis/redis';
import type { Permit } from '@escuta/shared/platform/redis/shared-semaphore';
import { STAGE_QUEUES } from '@escuta/shared/queues/pipeline';
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { QueueConsumer } from '../../worker/src/engine/queue-consumer.ts';
import { StageQueues } from '../../worker/src/engine/queues.ts';
import { stagesOf } from '../../worker/src/engine/stage-pools.ts';

const ignore = () => undefined;
let redis: Redis;
let prefix: string;
let queues: StageQueues;
let consumers: QueueConsumer[];
/** Jobs being processed, in the order taken. */
let taken: { name: string; end: () => void }[];
/** Each job's name by its run. */
let names: Map<string, string>;

beforeAll(() => {
  redis = createRedis(loadWorkerEnv(), {
    log: pino({ level: 'silent' }),
    name: 'teste-bomba',
    blocking: true,
  });
});
afterAll(() => redis.disconnect());
beforeEach(() => {
  prefix = `bomba-${randomUUID()}`;
  queues = new StageQueues(redis, prefix, ignore);
  [consumers, taken, names] = [[], [], new Map()];
});
afterEach(async () => {
  for (const consumer of consumers) await consumer.stop();
  for (const { end } of taken) end();
  await Promise.all([...consumers.map((consumer) => consumer.close()), queues.close()]);
  const keys = await redis.keys(`${prefix}:*`);
  if (keys.length > 0) await redis.del(...keys);
});

/** Starts a worker's consumer for stages that wait for a provider. */
function start(options: {
  slots: number;
  clickSlots?: number;
  takePermit?: () => Promise<Permit | null>;
}): QueueConsumer {
  const consumer = new QueueConsumer({
    ...{ etapas: stagesOf('provedor'), redis, fastRedis: redis, prefix, lockMs: 30_000, onError: ignore },
    ...options,
    handle: ({ job }) =>
      new Promise((resolve) => taken.push({ name: names.get(job.data.execucaoId) as string, end: resolve })),
  });
  consumers.push(consumer);
  consumer.start();
  return consumer;
}

async function add(etapa: Etapa, lote: boolean, ...jobs: string[]): Promise<void> {
  await queues.add(
    jobs.map((name) => {
      const execucaoId = randomUUID();
      names.set(execucaoId, name);
      return { execucaoId, empresaId: randomUUID(), etapa, versao: 0 };
    }),
    { lote },
  );
}
const all = () => taken.map(({ name }) => name);
const takes = (...expected: string[]) => expect.poll(all, { interval: 5 }).toEqual(expected);
const end = (name: string) => taken.find((one) => one.name === name)?.end();
/** Wakes the consumer and stops it. @returns the names of all jobs taken */
async function looked(consumer: QueueConsumer): Promise<string[]> {
  consumer.wake();
  await consumer.stop();
  return all();
}

it('one set of slots serves all queues, later stages first, whoever waits for the earlier ones', async () => {
  await add('transcricao', false, 'a click at the first');
  await add('negocio', true, 'a batch at the last');
  await add('analise_texto', false, 'a click at the second');
  const consumer = start({ slots: 2 });
  await takes('a batch at the last', 'a click at the second');
  end('a batch at the last');
  await takes('a batch at the last', 'a click at the second', 'a click at the first');
  await add('negocio', false, 'one too many');
  expect(await looked(consumer)).not.toContain('one too many');
});

it('a batch that has all slots leaves those of a click: no job of its own is ever taken for them', async () => {
  await add('negocio', true, 'lote 1', 'lote 2');
  await add('transcricao', true, 'lote 3');
  const consumer = start({ slots: 2, clickSlots: 1 });
  await takes('lote 1', 'lote 2');
  await add('transcricao', false, 'clique 1', 'clique 2');
  consumer.wake();
  await takes('lote 1', 'lote 2', 'clique 1');
  expect(await looked(consumer)).toEqual(['lote 1', 'lote 2', 'clique 1']);
});

it('workers that share permits have no more in hand together, and take no job for which there is none', async () => {
  let free = 1;
  const takePermit = async (): Promise<Permit | null> => {
    if (free === 0) return null;
    free -= 1;
    return {
      release: () => {
        free += 1;
      },
    };
  };
  await add('transcricao', true, 'um', 'dois');
  const [one, other] = [start({ slots: 2, takePermit }), start({ slots: 2, takePermit })];
  await takes('um');
  other.wake();
  one.wake();
  const queue = new Queue(STAGE_QUEUES.transcricao, { connection: redis, prefix });
  // The second job was neither taken nor put back: it still waits.
  expect([await queue.getPrioritizedCount(), await queue.getActiveCount(), all()]).toEqual([1, 1, ['um']]);
  end('um');
  await takes('um', 'dois');
  expect(free).toBe(0);
  await queue.close();
});

it('a queue that an administrator holds stops its own stage, batches and clicks, and no other', async () => {
  const held = new Queue(STAGE_QUEUES.negocio, { connection: redis, prefix });
  await held.pause();
  await add('negocio', true, 'lote detido');
  await add('negocio', false, 'clique detido');
  await add('transcricao', true, 'lote');
  const consumer = start({ slots: 3, clickSlots: 1 });
  await takes('lote');
  await held.resume();
  consumer.wake();
  await expect.poll(all, { interval: 5 }).toHaveLength(3);
  expect(all().toSorted()).toEqual(['clique detido', 'lote', 'lote detido']);
  await held.close();
});
