// Order within a company: work that a person waits for comes before bulk work, which still progresses.

import { randomUUID } from 'node:crypto';
import { newId } from '@escuta/shared/platform/database/ids';
import { audioRoom } from '@escuta/shared/platform/process/machine';
import { SYSTEM_ACTOR } from '@escuta/shared/services/log/audit-log';
import { requestRun } from '@escuta/shared/services/runs/request';
import { retryDeadLetter } from '@escuta/shared/services/runs/retry';
import { afterAll, beforeEach, expect, it } from 'vitest';
import type { StageQueues } from '../../worker/src/engine/queues.ts';
import { Relay } from '../../worker/src/relay.ts';
import { closeTestDeps, createTestDeps } from '../support/app.ts';
import { createDeadLetter } from '../support/dead-letters.ts';
import { createItem, createTenant } from '../support/factories.ts';
import { startFakeProvider } from '../support/fake-provider.ts';
import { longo } from '../support/longo.ts';
import {
  createPipelineTenant,
  createRecordedItem,
  startTestWorker,
  stopTestWorker,
  waitForRun,
} from '../support/pipeline.ts';

const deps = createTestDeps();
afterAll(() => closeTestDeps(deps));

type Tenant = Awaited<ReturnType<typeof createTenant>>;
let mine: Tenant;
beforeEach(async () => {
  await deps.prisma.execucao.deleteMany();
  mine = await createTenant(deps, { creditos: 100 });
});

const SCOPE = { kind: 'instalacao' } as const;
/** Creation time of the latest run, ms after a fixed time; each run is created a second after the previous one. */
let clock = 0;

async function ask(prioridade: 'clique' | 'lote', tenant = mine): Promise<string> {
  const item = await createItem(deps, tenant.auditoria);
  const data = { arquivoPath: `${tenant.empresa.id}/${item.id}/${newId()}` };
  await deps.prisma.auditoriaItem.update({ where: { id: item.id }, data });
  const { execucaoId } = await requestRun(deps.db, {
    entrevistaMinutos: 20,
    scope: SCOPE,
    itemId: item.id,
    origem: 'manual',
    solicitadoPor: null,
    prioridade,
  });
  return atNextSecond(execucaoId);
}

async function atNextSecond(id: string): Promise<string> {
  clock += 1000;
  await deps.prisma.execucao.update({
    where: { id },
    data: { createdAt: new Date(1_700_000_000_000 + clock) },
  });
  return id;
}

/**
 * Runs admission once.
 * @returns the admitted runs, at most `room`
 */
async function admit(room: number): Promise<string[]> {
  const relay = new Relay({
    db: deps.db,
    queues: { add: async () => undefined } as unknown as StageQueues,
    log: deps.log,
    companyMaxRunning: 40,
    capacity: async () => room,
    onSent: () => undefined,
  });
  relay.wake();
  await relay.loop.stop();
  const rows = await deps.prisma.execucao.findMany({ where: { admitidaEm: { not: null } } });
  return rows.map(({ id }) => id).toSorted();
}

it('a click goes before a batch that has waited longer; among equals, the oldest', async () => {
  const [bulk] = [await ask('lote'), await ask('lote'), await ask('lote')];
  const [first, second] = [await ask('clique'), await ask('clique')];
  expect(await admit(1)).toEqual([first]);
  expect(await admit(2)).toEqual([first, second].toSorted());
  expect(await admit(3)).toEqual([first, second, bulk].toSorted());
});

longo.test('a batch goes on however much people click: one place in five is its own', async () => {
  const bulk = [await ask('lote'), await ask('lote'), await ask('lote')];
  const clicks = [];
  for (let n = 0; n < 12; n += 1) clicks.push(await ask('clique'));
  expect(await admit(4)).toEqual(clicks.slice(0, 4).toSorted());
  expect(await admit(5)).toEqual([...clicks.slice(0, 4), bulk[0]].toSorted());
  expect(await admit(10)).toEqual([...clicks.slice(0, 8), ...bulk.slice(0, 2)].toSorted());
});

it('a batch never fills the room: a click finds a free place, however much the batch has ahead', async () => {
  const bulk = [];
  for (let n = 0; n < 20; n += 1) bulk.push(await ask('lote'));
  // Bulk runs get at most 14 of 16 places.
  expect(await admit(16)).toEqual(bulk.slice(0, 14).toSorted());
  expect(await admit(16)).toHaveLength(14);
  const clicks = [];
  for (let n = 0; n < 5; n += 1) clicks.push(await ask('clique'));
  // All five clicks are admitted at once, although only two places are free: clicks do not wait for a bulk run's end.
  expect(await admit(16)).toEqual([...bulk.slice(0, 14), ...clicks].toSorted());
});

longo.test("among companies turns count, as before: one's click does not jump another's queue", async () => {
  const theirs = await createTenant(deps, { creditos: 100 });
  const clicks = [await ask('clique'), await ask('clique'), await ask('clique')];
  const bulk = [await ask('lote', theirs), await ask('lote', theirs)];
  expect(await admit(2)).toEqual([clicks[0], bulk[0]].toSorted());
  expect(await admit(4)).toEqual([...clicks.slice(0, 2), ...bulk].toSorted());
});

longo.test('a failure reprocessed alone is a click; in a batch, a part of it', async () => {
  const actor = SYSTEM_ACTOR;
  const priorityOf = async (prioridade?: 'lote') => {
    const { letra } = await createDeadLetter(deps, mine.auditoria);
    const request = {
      scope: SCOPE,
      entrevistaMinutos: 20,
      letraId: letra.id,
      actor,
      ...(prioridade ? { prioridade } : {}),
    };
    const { execucaoId } = await retryDeadLetter(deps.db, request);
    return (await deps.prisma.execucao.findUniqueOrThrow({ where: { id: execucaoId } })).prioridade;
  };
  expect([await priorityOf(), await priorityOf('lote')]).toEqual([0, 2]);
});

longo.test(
  'a click does not wait for the places a batch holds: sound and provider begin beside it',
  async () => {
    const fake = await startFakeProvider();
    const tenant = await createPipelineTenant(deps, { creditos: 100, templates: 0 });
    const batch = new Set<string>();
    const ask = async (prioridade: 'clique' | 'lote') => {
      const item = await createRecordedItem(deps, tenant);
      const { execucaoId } = await requestRun(deps.db, {
        entrevistaMinutos: 20,
        scope: SCOPE,
        itemId: item.id,
        origem: 'manual',
        solicitadoPor: null,
        prioridade,
      });
      return execucaoId;
    };
    // The bulk runs' requests are answered after the test.
    let open = () => {};
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    fake.intercept = ({ idempotencyKey }) =>
      [...batch].some((id) => idempotencyKey?.includes(id)) ? { hold: opened } : undefined;
    // With room for 7 runs, bulk runs get 6.
    for (let n = 0; n < 8; n += 1) batch.add(await ask('lote'));
    const worker = await startTestWorker(deps, fake.url, { PROVIDER_SLOTS: 4, AUDIO_SLOTS: 1 });
    const inHand = () =>
      deps.prisma.execucaoEtapa.count({ where: { etapa: 'transcricao', status: 'executando' } });
    const heard = () => deps.prisma.execucaoEtapa.count({ where: { etapa: 'audio', status: 'concluida' } });
    try {
      await expect.poll(async () => [await inHand(), await heard()]).toEqual([3, 6]);
      // Simulates that the machine's only audio slot is taken by bulk work.
      const { lugar } = audioRoom(deps.env);
      const far = Date.now() + 600_000;
      await deps.redis.zadd(`${deps.env.REDIS_PREFIX}:vagas:som:${lugar}`, far, randomUUID());
      const click = await ask('clique');
      expect((await waitForRun(deps, click)).status).toBe('concluida');
      expect(await inHand()).toBe(3);
    } finally {
      open();
      await stopTestWorker(worker);
      await fake.close();
    }
  },
);
