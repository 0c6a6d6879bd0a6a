// A provider outage, and an item that the provider cannot process, with the default number of retries: short versions
// of the scenarios of `npm run test:faults`.
import { setTimeout as sleep } from 'node:timers/promises';
import { AGUARDANDO_PROVEDOR } from '@escuta/shared/domain/runs/failures';
import { DEFAULT_PROCESSING_CONFIG } from '@escuta/shared/domain/runs/processing-config';
import { createRedis } from '@escuta/shared/platform/redis/redis';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ITENS_PARA_ABRIR } from '../../worker/src/providers/circuit.ts';
import { createSharedCircuit, type SharedCircuit } from '../../worker/src/providers/shared/shared-circuit.ts';
import type { RunningWorker } from '../../worker/src/worker.ts';
import { closeTestDeps, createTestDeps } from '../support/app.ts';
import { type FakeProvider, startFakeProvider } from '../support/fake-provider.ts';
import { LONGO, longo } from '../support/longo.ts';
import {
  balanceOf,
  createPipelineTenant,
  createRecordedItem,
  type PipelineTenant,
  request,
  startTestWorker,
  stopTestWorker,
  waitForRun,
  waitForRuns,
} from '../support/pipeline.ts';

const deps = createTestDeps();
const WAITING = 'Aguardando o provedor de IA';
const DEFAULTS = { retryConfig: DEFAULT_PROCESSING_CONFIG.retryConfig };
/** Number of probes after which this outage ends (after 2 and 4 s). In test:faults an outage lasts five minutes. */
const PROBES = 2;
/** Items during the outage. Two of them use up some of their attempts; the others only wait for the outage's end. */
const ITENS = LONGO ? 12 : 6;
let fake: FakeProvider;
const workers: RunningWorker[] = [];

beforeAll(async () => {
  fake = await startFakeProvider();
});
afterEach(async () => {
  fake.intercept = () => undefined;
  fake.requests.length = 0;
  fake.billed.length = 0;
  await Promise.all(workers.splice(0).map(stopTestWorker));
  await deps.redis.flushdb();
});
afterAll(async () => {
  await fake.close();
  await closeTestDeps(deps);
});

async function start(env: Parameters<typeof startTestWorker>[2] = {}): Promise<RunningWorker> {
  // Leases are long: a late renewal on a busy machine would cost an attempt, and the test counts attempts.
  const worker = await startTestWorker(deps, fake.url, { STAGE_LEASE_MS: 60_000, ...env });
  workers.push(worker);
  return worker;
}

/** Creates items with differently named recordings of the same sound. */
async function createItems(tenant: PipelineTenant, n: number) {
  const {
    id: _,
    busca: __,
    momentoChamada: ___,
    diaChamada: ____,
    ...data
  } = (await createRecordedItem(deps, tenant)) as Awaited<ReturnType<typeof createRecordedItem>> & {
    busca?: string;
  };
  return Promise.all(
    Array.from({ length: n }, () => deps.prisma.auditoriaItem.create({ data: { ...data, metadata: {} } })),
  );
}

const requestAll = (items: readonly { id: string; empresaId: string }[]) =>
  Promise.all(items.map((item) => request(deps, item)));
const letters = (empresaId: string) => deps.prisma.letraMorta.count({ where: { empresaId } });

async function circuitGauge(worker: RunningWorker): Promise<number | undefined> {
  const metric = await worker.metrics.registry.getSingleMetric('escuta_provedor_circuito_aberto')?.get();
  return metric?.values.find(({ labels }) => labels.provedor === 'openai')?.value;
}

it('a provider that fails everybody makes no dead letter: all wait, one asks at a time, and then all end, paid once', async () => {
  const tenant = await createPipelineTenant(deps, { config: DEFAULTS });
  const ids: string[] = [];
  let away = true;
  /** True once the circuit is open and the calls in flight have ended: every further call is a probe. */
  let isOpen = false;
  let probes = 0;
  let inAir = 0;
  let mostAtOnce = 0;
  // The server answers once enough calls have arrived: otherwise one item would use up its attempts before the other
  // items call.
  const asked = new Set<string>();
  let tell = () => {};
  const enough = new Promise<void>((resolve) => {
    tell = resolve;
  });
  fake.intercept = ({ idempotencyKey }) => {
    if (!away) return undefined;
    if (!isOpen) {
      asked.add(ids.find((id) => idempotencyKey?.includes(id)) ?? '');
      if (asked.size >= ITENS_PARA_ABRIR) tell();
      return { status: 503, hold: enough };
    }
    probes += 1;
    inAir += 1;
    mostAtOnce = Math.max(mostAtOnce, inAir);
    const hold = sleep(100).then(() => {
      inAir -= 1;
    });
    return { status: 503, hold };
  };
  for (const { execucaoId } of await requestAll(await createItems(tenant, ITENS))) ids.push(execucaoId);
  const [first, second] = await Promise.all([start(), start()]);
  await expect.poll(() => circuitGauge(first)).toBe(1);
  expect(await circuitGauge(second)).toBe(1);
  // Number of items that wait for the provider.
  const held = () =>
    deps.prisma.execucaoEtapa.count({
      where: { execucaoId: { in: ids }, etapa: 'transcricao', erro: AGUARDANDO_PROVEDOR },
    });
  await expect.poll(held).toBeGreaterThanOrEqual(ITENS - 2);
  await expect.poll(() => first.active() + second.active()).toBe(0);
  isOpen = true;
  await expect.poll(() => probes).toBeGreaterThanOrEqual(PROBES);
  expect(mostAtOnce).toBe(1);
  away = false;
  const ended = await waitForRuns(deps, ids);
  expect(ended.map(({ status }) => status)).toEqual(ids.map(() => 'concluida'));
  expect(await letters(tenant.empresa.id)).toBe(0);
  expect(await circuitGauge(first)).toBe(0);
  // For each item two channels, an analysis and a template are billed, once each; an item costs one credit.
  expect(fake.billed).toHaveLength(ITENS * 4);
  expect(new Set(fake.billed).size).toBe(ITENS * 4);
  const left = 1000 - ITENS;
  expect(await balanceOf(deps, tenant.empresa.id)).toEqual({ saldo: left, soma: left });
  for (const { etapas, eventos } of ended) {
    // Waiting uses no attempt: only failures before the circuit opened count.
    expect(Math.max(...etapas.map(({ tentativa }) => tentativa))).toBeLessThanOrEqual(2);
    const names = eventos.map(({ evento }) => evento);
    expect(names.filter((name, index) => name === WAITING && names[index - 1] === WAITING)).toEqual([]);
  }
  const waited = ended.filter(({ eventos }) => eventos.some(({ evento }) => evento === WAITING));
  expect(waited.length).toBeGreaterThanOrEqual(ITENS - 2);
});

longo.test('a lone item has no others to be compared with: its own attempts wait long enough', async () => {
  const tenant = await createPipelineTenant(deps, { config: DEFAULTS });
  // The waits are 300 ms, 1.8 s and 9 s, a thirtieth of the defaults, so that no outage of five minutes is needed.
  await start({ PROVIDER_RETRY_MS: 300 });
  await fake.cut();
  const [item] = await createItems(tenant, 1);
  const { execucaoId } = await request(deps, item as { id: string; empresaId: string });
  const etapa = { execucaoId_etapa: { execucaoId, etapa: 'transcricao' as const } };
  const stage = () => deps.prisma.execucaoEtapa.findUniqueOrThrow({ where: etapa });
  // All attempts before the last have failed, because the provider could not be reached.
  await expect.poll(stage).toMatchObject({
    tentativa: 3,
    status: 'pendente',
    proximaEm: expect.any(Date),
    erro: expect.any(String),
  });
  const { proximaEm } = await stage();
  await fake.restore();
  const run = await waitForRun(deps, execucaoId);
  expect((proximaEm?.getTime() ?? 0) - run.createdAt.getTime()).toBeGreaterThanOrEqual(9000);
  expect(run.status).toBe('concluida');
  expect(await letters(tenant.empresa.id)).toBe(0);
  expect(run.eventos.filter(({ evento }) => evento === 'Nova tentativa agendada').length).toBeGreaterThan(1);
});

longo.test(
  'one poisonous item among 50 stops nobody and ends in its dead letter, by its own attempts',
  async () => {
    const tenant = await createPipelineTenant(deps, { config: DEFAULTS });
    const items = await createItems(tenant, 50);
    const runs = await requestAll(items);
    const poison = runs[7]?.execucaoId ?? '';
    fake.latencyMs = { transcricao: 20, chat: 20 };
    fake.intercept = ({ idempotencyKey }) =>
      idempotencyKey?.includes(poison) && idempotencyKey.includes('analise_texto')
        ? { status: 500 }
        : undefined;
    // The worker starts only now, so that the item is not finished before the fault is set.
    const worker = await start({ PROVIDER_RETRY_MS: 200 });
    const ended = await waitForRuns(
      deps,
      runs.map(({ execucaoId }) => execucaoId),
    );
    fake.latencyMs = { transcricao: 0, chat: 0 };
    const bad = ended.find(({ id }) => id === poison);
    const good = ended.filter(({ id }) => id !== poison);
    expect(good).toHaveLength(49);
    for (const { status, etapas, eventos } of good) {
      expect(status).toBe('concluida');
      // The other items needed only one attempt for each stage, and never waited.
      expect(etapas.every(({ tentativa }) => tentativa === 1)).toBe(true);
      expect(eventos.some(({ evento }) => evento === WAITING)).toBe(false);
    }
    expect(bad).toMatchObject({ status: 'erro', codigoMotivo: 'provedor_indisponivel' });
    expect(bad?.etapas.find(({ etapa }) => etapa === 'analise_texto')?.tentativa).toBe(4);
    expect(await letters(tenant.empresa.id)).toBe(1);
    expect(await circuitGauge(worker)).toBe(0);
  },
);

describe('the shared circuit', () => {
  const connect = (name: string) => createRedis(deps.env, { log: deps.log, name });
  const failOnce = async (circuit: SharedCircuit, baseURL: string, quem: string) => {
    const passage = await circuit.enter(baseURL, quem);
    if (typeof passage === 'number') throw new Error('held');
    return passage.failed();
  };
  const A = 'http://texto.exemplo/v1';
  const B = 'http://audio.exemplo/v1';

  it('counts the failures of all workers together, for each address apart', async () => {
    const redis = connect('circuito-1');
    const other = connect('circuito-2');
    const options = { prefix: 'circuito', log: deps.log };
    const [one, two] = [createSharedCircuit(redis, options), createSharedCircuit(other, options)];
    await failOnce(one, A, 'a');
    await failOnce(two, A, 'b');
    expect(await one.isOpen(A)).toBe(false);
    expect(await failOnce(one, A, 'c')).toMatchObject({ conta: false });
    expect(await two.isOpen(A)).toBe(true);
    expect(await two.enter(A, 'd')).toEqual(expect.any(Number));
    // Another provider, such as one for text instead of sound, has a circuit of its own.
    expect(await two.isOpen(B)).toBe(false);
    expect(await two.enter(B, 'd')).toEqual(expect.any(Object));
    redis.disconnect();
    other.disconnect();
  });

  longo.test('an answer between two failures begins the count anew', async () => {
    const redis = connect('circuito-3');
    const circuit = createSharedCircuit(redis, { prefix: 'circuito-2', log: deps.log });
    for (const quem of ['a', 'b', 'c', 'd', 'e']) {
      expect(await failOnce(circuit, A, quem)).toEqual({ conta: true });
      const passage = await circuit.enter(A, 'x');
      if (typeof passage === 'number') throw new Error('held');
      await passage.answered();
    }
    expect(await circuit.isOpen(A)).toBe(false);
    redis.disconnect();
  });

  longo.test('many that come at once: one is the probe', async () => {
    const redis = connect('circuito-4');
    const circuit = createSharedCircuit(redis, { prefix: 'circuito-3', log: deps.log });
    for (const quem of ['a', 'b', 'c']) await failOnce(circuit, A, quem);
    await sleep(2100);
    const all = await Promise.all(Array.from({ length: 30 }, (_, n) => circuit.enter(A, `i${n}`)));
    expect(all.filter((entered) => typeof entered !== 'number')).toHaveLength(1);
    redis.disconnect();
  });

  longo.test('while Redis is away each worker counts for itself', async () => {
    const redis = connect('circuito-5');
    redis.disconnect();
    const circuit = createSharedCircuit(redis, { prefix: 'circuito-4', log: deps.log });
    for (const quem of ['a', 'b', 'c']) await failOnce(circuit, A, quem);
    expect(await circuit.isOpen(A)).toBe(true);
    expect(await circuit.enter(A, 'd')).toEqual(expect.any(Number));
    const alone = createSharedCircuit(redis, { prefix: 'circuito-4', log: deps.log });
    expect(await alone.enter(A, 'd')).toEqual(expect.any(Object));
  });
});
