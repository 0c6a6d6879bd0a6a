// Killed processes, emptied queues and broken connections: real workers against a provider that bills.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FLUXOS } from '@escuta/shared/domain/profiles/flows';
import type { Etapa } from '@escuta/shared/domain/runs/status';
import { createRedis } from '@escuta/shared/platform/redis/redis';
import { STAGE_QUEUES, type StageJob } from '@escuta/shared/queues/pipeline';
import { requestRun } from '@escuta/shared/services/runs/request';
import { type Job, Queue } from 'bullmq';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { QueueConsumer } from '../../worker/src/engine/queue-consumer.ts';
import { StageQueues } from '../../worker/src/engine/queues.ts';
import { stagesOf } from '../../worker/src/engine/stage-pools.ts';
import { closeTestDeps, createTestDeps } from '../support/app.ts';
import { createMembro } from '../support/factories.ts';
import { type FakeProvider, startFakeProvider } from '../support/fake-provider.ts';
import {
  COM_TEMPOS,
  confrontAnswer,
  createInterview,
  createTimedModel,
  DUAS_PERGUNTAS,
  heardOver,
  monoSample,
  reviewCell,
} from '../support/interviews.ts';
import { cases, LONGO, longo } from '../support/longo.ts';
import {
  balanceOf,
  createPipelineTenant,
  createRecordedItem,
  request,
  startTestWorker,
  stopTestWorker,
  waitForRun,
  waitForRuns,
} from '../support/pipeline.ts';
import { end } from '../support/processes.ts';
import { program } from '../support/programs.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Number of concurrent runs while connections break. */
const MANY = LONGO ? 12 : 4;
/** Stages in which `npm test` kills the worker: 'audio' pays nothing, 'transcricao' pays twice, 'negocio' pays last. */
const KILLED_IN: readonly Etapa[] = ['audio', 'transcricao', 'negocio'];
const deps = createTestDeps();
let fake: FakeProvider;
let folder: string;
const children = new Set<ChildProcess>();

/** Starts a worker in its own process, as an operator does. */
function spawnWorker(env: Record<string, string> = {}): ChildProcess {
  const child = spawn(process.execPath, [program('worker/src/main.ts')], {
    cwd: ROOT,
    env: { ...process.env, OPENAI_BASE_URL: fake.url, STAGE_LEASE_MS: '2000', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  children.add(child);
  return child;
}

function endWorker(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  children.delete(child);
  return end(child, signal);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'resistencia-'));
  fake = await startFakeProvider();
});
beforeEach(() => {
  fake.intercept = () => undefined;
  fake.latencyMs = { transcricao: 0, chat: 0 };
  fake.requests.length = 0;
  fake.billed.length = 0;
});
afterEach(async () => {
  await Promise.all([...children].map((child) => endWorker(child, 'SIGKILL')));
});
afterAll(async () => {
  await fake.close();
  await closeTestDeps(deps);
  await rm(folder, { recursive: true, force: true });
});

const read = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await deps.db.query<Row>({ name: text, text, values })).rows[0];

/** Waits until a worker has connected, and then until the stage begins; only the second wait polls very often. */
async function untilStage(execucaoId: string, etapa: Etapa): Promise<void> {
  await expect
    .poll(() =>
      read(`select from pg_stat_activity
            where datname = current_database() and application_name like 'escuta-worker%'`),
    )
    .toBeDefined();
  // PostgreSQL itself polls, because polling from this process every 2 ms would take most of the tests' time.
  await deps.db.query(
    `do $$ begin
       WHILE not exists (select from execucao_etapas where execucao_id = '${execucaoId}' and etapa = '${etapa}'
         and status <> 'pendente') LOOP PERFORM pg_sleep(0.002); end LOOP;
     end $$`,
  );
}

/** Waits until the provider has received `times` requests; unlike a wait in ms, a count suits machines of any speed. */
const untilAsked = (times: number) =>
  expect.poll(() => fake.requests.length, { interval: 5 }).toBeGreaterThanOrEqual(times);

it('kill -9 in stages of one run, in long runs in each: the next worker goes on, and nothing is paid twice', async () => {
  const tenant = await createPipelineTenant(deps, { templates: 2 });
  const item = await createRecordedItem(deps, tenant);
  // Provider calls last long enough to be in flight when a worker dies.
  fake.latencyMs = { transcricao: 300, chat: 300 };
  const { execucaoId } = await request(deps, item);
  for (const etapa of LONGO ? FLUXOS.ligacao : KILLED_IN) {
    const worker = spawnWorker();
    await untilStage(execucaoId, etapa);
    if (etapa === 'transcricao' || etapa === 'analise_texto' || etapa === 'negocio') {
      const asked = () =>
        fake.requests.filter(({ idempotencyKey: key }) => key?.includes(`:${etapa}:`)).length;
      const answered = () => fake.billed.filter((key) => key.includes(`:${etapa}:`)).length;
      // The worker is killed before the provider's answer or, in the text analysis, just after it.
      const when = etapa === 'analise_texto' ? answered : asked;
      await expect.poll(when, { interval: 5 }).toBeGreaterThan(0);
    }
    await endWorker(worker, 'SIGKILL');
  }
  spawnWorker();
  const run = await waitForRun(deps, execucaoId);
  expect(run.item.status).toBe('concluido');
  // Two channels, an analysis, two templates: each billed once and recorded once.
  expect([...fake.billed].sort()).toEqual([...new Set(fake.billed)].sort());
  expect(fake.billed).toHaveLength(5);
  expect(new Set(run.custos.map(({ chamadaId }) => chamadaId)).size).toBe(5);
  expect(await balanceOf(deps, tenant.empresa.id)).toEqual({ saldo: 999, soma: 999 });
  expect(await deps.prisma.insight.count({ where: { execucaoId } })).toBe(2);
  expect(run.etapas.find(({ etapa }) => etapa === 'audio')?.tentativa).toBe(2);
}, 400_000);

it('kill -9 in the confrontation of an interview: the next worker goes on, and nothing is done or paid twice', async () => {
  await createTimedModel(deps);
  const tenant = await createPipelineTenant(deps, {
    templates: 0,
    config: { transcriptionConfig: { modelo: COM_TEMPOS } },
  });
  const { item, entrevista } = await createInterview(
    deps,
    tenant,
    DUAS_PERGUNTAS.perguntas,
    DUAS_PERGUNTAS.digitadas,
    { file: await monoSample(folder, 'teste-curta') },
  );
  fake.intercept = (seen) =>
    seen.rota === 'transcricao'
      ? { segments: heardOver(3, DUAS_PERGUNTAS.falas) }
      : confrontAnswer(seen, DUAS_PERGUNTAS.ditos);
  fake.latencyMs = { transcricao: 0, chat: 300 };
  const { execucaoId } = await request(deps, item);
  const asked = (tarefa: string) => fake.requests.filter((one) => one.tarefa === tarefa).length;
  const billed = () => fake.billed.filter((key) => key.includes(':confronto:')).length;
  // Kills one worker just after the first answer, one before this answer, one while the second request is in flight.
  for (const reached of cases([
    () => billed() > 0,
    () => asked('confronto_extracao') > 0,
    () => asked('confronto_comparacao') > 0,
  ])) {
    const worker = spawnWorker();
    await expect.poll(reached, { interval: 5 }).toBe(true);
    await endWorker(worker, 'SIGKILL');
  }
  spawnWorker();
  const run = await waitForRun(deps, execucaoId);
  expect(run.status).toBe('concluida');
  expect(fake.billed).toHaveLength(new Set(fake.billed).size);
  expect(billed()).toBe(2);
  const paid = await deps.prisma.chamadaProvedor.findMany({ where: { execucaoId, etapa: 'confronto' } });
  expect(paid.map(({ chave }) => chave).sort()).toEqual(['confronto:a:0', 'confronto:b']);
  const cells = await deps.prisma.confronto.findMany({ where: { execucaoId }, orderBy: { ordem: 'asc' } });
  expect(cells.map(({ veredito, vigente }) => [veredito, vigente])).toEqual([
    ['confere', true],
    ['confere', true],
  ]);
  expect(await deps.prisma.entrevistaMatriz.count({ where: { entrevistaId: entrevista.id } })).toBe(1);
  expect(await balanceOf(deps, tenant.empresa.id)).toEqual({ saldo: 999, soma: 999 });

  if (!LONGO) return;
  // A worker is killed during a new analysis: the run still requests each answer only once more, and a person's verdict
  // on the first result stays.
  const usuarioId = (await createMembro(deps, tenant.empresa, { papel: 'gerente' })).usuarioId;
  await reviewCell(deps, cells[0]!, { usuarioId, veredito: 'induzida' });
  await Promise.all([...children].map((child) => endWorker(child, 'SIGKILL')));
  fake.requests.length = 0;
  fake.billed.length = 0;
  const again = await request(deps, item, 'regenerar');
  const worker = spawnWorker();
  await expect.poll(() => asked('confronto_comparacao') > 0, { interval: 5 }).toBe(true);
  await endWorker(worker, 'SIGKILL');
  spawnWorker();
  const redone = await waitForRun(deps, again.execucaoId);
  expect(redone.status).toBe('concluida');
  expect(fake.billed).toHaveLength(new Set(fake.billed).size);
  expect(billed()).toBe(2);
  const inForce = await deps.prisma.confronto.findMany({
    where: { entrevistaId: entrevista.id, vigente: true },
    orderBy: { ordem: 'asc' },
  });
  expect(inForce.map(({ execucaoId: id, vereditoPessoa }) => [id, vereditoPessoa])).toEqual([
    [again.execucaoId, 'induzida'],
    [again.execucaoId, null],
  ]);
  expect(await balanceOf(deps, tenant.empresa.id)).toEqual({ saldo: 998, soma: 998 });
}, 400_000);

it('SIGTERM gives the stage in hand back or finishes it, and the process ends cleanly', async () => {
  const tenant = await createPipelineTenant(deps);
  fake.latencyMs = { transcricao: 1500, chat: 0 };
  const { execucaoId } = await request(deps, await createRecordedItem(deps, tenant));
  const first = spawnWorker();
  await expect.poll(() => fake.requests.length).toBe(2);
  expect(await endWorker(first, 'SIGTERM')).toBe(0);
  const stage = await deps.prisma.execucaoEtapa.findUniqueOrThrow({
    where: { execucaoId_etapa: { execucaoId, etapa: 'transcricao' } },
  });
  expect(stage.status).toBe('concluida');
  spawnWorker();
  const run = await waitForRun(deps, execucaoId);
  expect(run.status).toBe('concluida');
  expect(run.etapas.every(({ tentativa }) => tentativa === 1)).toBe(true);
});

it('a stage that outlasts the grace of a shutdown is given back untouched, and taken up at once', async () => {
  const tenant = await createPipelineTenant(deps);
  fake.latencyMs = { transcricao: 8000, chat: 0 };
  const slow = await startTestWorker(deps, fake.url, { STAGE_LEASE_MS: 600_000 });
  const { execucaoId } = await request(deps, await createRecordedItem(deps, tenant));
  await expect.poll(() => fake.requests.length).toBe(2);
  await slow.drain(100);
  const where = { execucaoId_etapa: { execucaoId, etapa: 'transcricao' as const } };
  const stage = await deps.prisma.execucaoEtapa.findUniqueOrThrow({ where });
  expect(stage).toMatchObject({ status: 'pendente', tentativa: 0, leaseAte: null });
  await slow.close();
  fake.latencyMs.transcricao = 0;
  const next = await startTestWorker(deps, fake.url, { STAGE_LEASE_MS: 600_000 });
  // The run ends long before the lease would expire.
  expect((await waitForRun(deps, execucaoId)).status).toBe('concluida');
  await stopTestWorker(next);
});

it('connections that break, to PostgreSQL and to Redis, are made again', async () => {
  const tenant = await createPipelineTenant(deps);
  const redis = createRedis(deps.env, { log: deps.log, name: 'teste-cortes' });
  const worker = await startTestWorker(deps, fake.url, { STAGE_LEASE_MS: 2000, PROVIDER_SLOTS: 2 });
  fake.latencyMs = { transcricao: 200, chat: 50 };
  const items = await Promise.all(Array.from({ length: MANY }, () => createRecordedItem(deps, tenant)));
  const runs = await Promise.all(items.map((item) => request(deps, item)));
  for (let round = 0; round < MANY / 2; round += 1) {
    await untilAsked(3 * (round + 1));
    await deps.db
      .query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and application_name like 'escuta-worker%'`,
      )
      .catch(() => undefined);
    await redis.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes').catch(() => undefined);
    await redis.call('CLIENT', 'KILL', 'TYPE', 'pubsub').catch(() => undefined);
  }
  const ended = await waitForRuns(
    deps,
    runs.map(({ execucaoId }) => execucaoId),
  );
  expect(ended.map(({ status }) => status)).toEqual(Array.from({ length: MANY }, () => 'concluida'));
  expect(new Set(fake.billed).size).toBe(fake.billed.length);
  // A run requested after the pause ends without another pause.
  const later = await request(deps, await createRecordedItem(deps, tenant));
  expect((await waitForRun(deps, later.execucaoId)).status).toBe('concluida');
  await stopTestWorker(worker);
  redis.disconnect();
});

longo.test('losing Redis costs delay, not work', async () => {
  const tenant = await createPipelineTenant(deps);
  const redis = createRedis(deps.env, { log: deps.log, name: 'teste-limpeza' });
  const worker = await startTestWorker(deps, fake.url, { STAGE_LEASE_MS: 2000, PROVIDER_SLOTS: 2 });
  fake.latencyMs = { transcricao: 200, chat: 50 };
  const items = await Promise.all(Array.from({ length: MANY }, () => createRecordedItem(deps, tenant)));
  const runs = await Promise.all(items.map((item) => request(deps, item)));
  for (let round = 0; round < MANY / 4; round += 1) {
    await untilAsked(4 * (round + 1));
    await redis.flushdb();
  }
  const ended = await waitForRuns(
    deps,
    runs.map(({ execucaoId }) => execucaoId),
  );
  expect(ended.every(({ status }) => status === 'concluida')).toBe(true);
  expect(fake.billed).toHaveLength(MANY * 4);
  expect(new Set(fake.billed).size).toBe(MANY * 4);
  await stopTestWorker(worker);
  redis.disconnect();
});

it('a paused queue holds its stage of runs under way, a click and one of a batch, and lets them go where they stood', async () => {
  const tenant = await createPipelineTenant(deps);
  const redis = createRedis(deps.env, { log: deps.log, name: 'teste-filas', blocking: true });
  const board = Object.fromEntries(
    FLUXOS.ligacao.map((etapa) => [
      etapa,
      new Queue(STAGE_QUEUES[etapa], { connection: redis, prefix: deps.env.REDIS_PREFIX }),
    ]),
  ) as Record<Etapa, Queue>;
  const ids: string[] = [];
  for (const prioridade of ['clique', 'lote'] as const) {
    const { empresaId, id: itemId } = await createRecordedItem(deps, tenant);
    const scope = { kind: 'empresa', empresaId } as const;
    const asked = { scope, itemId, origem: 'manual', solicitadoPor: null, entrevistaMinutos: 20 } as const;
    ids.push((await requestRun(deps.db, { ...asked, prioridade })).execucaoId);
  }
  /** Finds only these runs' jobs: a run that has ended may leave a job, which is removed when a worker takes it. */
  const waiting = async (etapa: Etapa) => {
    const jobs: Job<StageJob>[] = await board[etapa].getJobs(['waiting', 'prioritized']);
    return jobs.map(({ data }) => data.execucaoId).filter((id) => ids.includes(id));
  };
  await board.audio.pause();
  const worker = await startTestWorker(deps, fake.url);
  try {
    for (const [place, etapa] of FLUXOS.ligacao.entries()) {
      // Both runs wait in the paused queue, although a run may otherwise begin its next stage in the same slot.
      await expect.poll(async () => (await waiting(etapa)).toSorted()).toEqual(ids.toSorted());
      const stages = await deps.prisma.execucaoEtapa.findMany({ where: { execucaoId: { in: ids } } });
      const done = stages.filter(({ status }) => status === 'concluida').map((stage) => stage.etapa);
      expect(done.toSorted()).toEqual(
        FLUXOS.ligacao
          .slice(0, place)
          .flatMap((one) => [one, one])
          .toSorted(),
      );
      expect(stages.filter(({ status }) => status === 'executando')).toEqual([]);
      // The next queue is paused before this one is resumed, so that no run passes through the next queue.
      const next = FLUXOS.ligacao[place + 1];
      if (next) await board[next].pause();
      await board[etapa].resume();
    }
    const runs = await waitForRuns(deps, ids);
    expect(runs.map(({ status }) => status)).toEqual(['concluida', 'concluida']);
    expect(runs.flatMap(({ etapas }) => etapas.map(({ tentativa }) => tentativa))).toEqual(
      ids.flatMap(() => FLUXOS.ligacao.map(() => 1)),
    );
    expect(new Set(fake.billed).size).toBe(fake.billed.length);
  } finally {
    for (const queue of Object.values(board)) await queue.resume();
    await stopTestWorker(worker);
    await Promise.all(Object.values(board).map((queue) => queue.close()));
    redis.disconnect();
  }
});

it('a stage goes on in its slot where nobody would be taken first: a queue that is held holds up its own stage alone', async () => {
  const redis = createRedis(deps.env, { log: deps.log, name: 'teste-filas', blocking: true });
  const prefix = `${deps.env.REDIS_PREFIX}-vaga`;
  const onError = () => undefined;
  const consumer = new QueueConsumer({
    ...{ etapas: stagesOf('provedor'), slots: 1, lockMs: 4000, redis, fastRedis: redis, prefix },
    ...{ handle: async () => undefined, onError },
  });
  const queues = new StageQueues(redis, prefix, onError);
  const board = (etapa: Etapa) => new Queue(STAGE_QUEUES[etapa], { connection: redis, prefix });
  const [negocio, transcricao] = [board('negocio'), board('transcricao')];
  try {
    const asks = () => Promise.all([consumer.mayGoOn('negocio'), consumer.mayGoOn('transcricao')]);
    expect(await asks()).toEqual([true, true]);
    const [execucaoId, empresaId] = [randomUUID(), randomUUID()];
    await queues.add([{ execucaoId, empresaId, etapa: 'negocio', versao: 0 }], { lote: true });
    expect(await asks()).toEqual([false, false]);
    // While the queue 'negocio' is paused, nobody can take its job, and so a stage of the other queue may go on.
    await negocio.pause();
    expect(await asks()).toEqual([false, true]);
    await transcricao.pause();
    expect(await asks()).toEqual([false, false]);
  } finally {
    await Promise.all([consumer.close(), queues.close(), negocio.close(), transcricao.close()]);
    redis.disconnect();
  }
});

it('a stale worker cannot write: its stage was claimed by another', async () => {
  const tenant = await createPipelineTenant(deps);
  let answer = () => {};
  const hold = new Promise<void>((resolve) => {
    answer = resolve;
  });
  fake.intercept = () => ({ hold });
  const worker = await startTestWorker(deps, fake.url, { STAGE_LEASE_MS: 2000 });
  const { execucaoId } = await request(deps, await createRecordedItem(deps, tenant));
  await expect.poll(() => fake.requests.length).toBe(2);
  // Simulates another worker's claim after an expired lease.
  await deps.db.query(
    `update execucao_etapas set versao = versao + 1, lease_ate = now() + interval '1 hour'
     where execucao_id = $1 and etapa = 'transcricao'`,
    [execucaoId],
  );
  answer();
  // The worker counts the stage as lost: its write was refused, or it learned of the loss before.
  await expect
    .poll(async () => await worker.metrics.registry.metrics())
    .toMatch(/escuta_etapas_total\{[^}]*resultado="perdida"[^}]*\} 1/);
  const stage = await deps.prisma.execucaoEtapa.findUniqueOrThrow({
    where: { execucaoId_etapa: { execucaoId, etapa: 'transcricao' } },
  });
  expect(stage).toMatchObject({ status: 'executando', saida: null });
  expect(await deps.prisma.transcricao.count({ where: { resultado: { execucaoId } } })).toBe(0);
  // The other worker does not exist: when its lease expires, the run goes on with the answers that were paid.
  await deps.db.query(
    `update execucao_etapas set lease_ate = now() where execucao_id = $1 and etapa = 'transcricao'`,
    [execucaoId],
  );
  const run = await waitForRun(deps, execucaoId);
  expect(run.status).toBe('concluida');
  expect(new Set(fake.billed).size).toBe(fake.billed.length);
  await stopTestWorker(worker);
});
