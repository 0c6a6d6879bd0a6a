// While an interview is audited, PostgreSQL, the provider and Redis freeze in turn, each until an answer on its way is
// lost. PostgreSQL and Redis are this file's own servers, frozen with SIGSTOP. This test is a short version of what
// `npm run test:faults` does with interviews.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WORKER_LIMITS } from '@escuta/prisma/pool';
import { requestRun } from '@escuta/shared/services/runs/request';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { previewRerun } from '../../api/src/features/resultados/rerun-service.ts';
import { startMigratedPostgres } from '../../scripts/lib/migrated.mjs';
import { startRedis } from '../../scripts/lib/services.mjs';
import { Supervisor } from '../../scripts/lib/supervisor.mjs';
import type { RunningWorker } from '../../worker/src/worker.ts';
import { closeTestDeps, createTestDeps, type TestAppDeps, type TestDeps } from '../support/app.ts';
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
import { longo } from '../support/longo.ts';
import {
  balanceOf,
  createPipelineTenant,
  type PipelineTenant,
  startTestWorker,
  stopTestWorker,
  waitForRun,
} from '../support/pipeline.ts';
import { freeze, thaw } from '../support/processes.ts';

const LEASE_MS = 1000;
const supervisor = new Supervisor(() => {});
const folder = join(inject('dataFolder'), `entrevistas-paradas-${process.pid}`);
let sounds: string;
let postgres: Awaited<ReturnType<typeof startMigratedPostgres>>;
let redis: Awaited<ReturnType<typeof startRedis>>;
let deps: TestDeps;
let fake: FakeProvider;
let worker: RunningWorker | undefined;
let tenant: PipelineTenant;
let audited: Awaited<ReturnType<typeof createInterview>>;

beforeAll(async () => {
  const shared = { supervisor, logs: join(folder, 'logs'), temporary: true };
  [postgres, redis, sounds, fake] = await Promise.all([
    startMigratedPostgres({ ...shared, folder: join(folder, 'postgres'), database: 'escuta' }),
    startRedis({ ...shared, folder: join(folder, 'redis') }),
    mkdtemp(join(tmpdir(), 'entrevistas-paradas-')),
    startFakeProvider(),
  ]);
  deps = createTestDeps(
    { DATABASE_URL: postgres.url('escuta'), REDIS_URL: redis.url },
    {},
    // The limits are longer than a freeze, so that a request waits until the server answers again.
    { ...WORKER_LIMITS, statementMs: 120_000, answerMs: 120_000 },
  );
  tenant = await createPipelineTenant(deps, {
    templates: 0,
    config: { transcriptionConfig: { modelo: COM_TEMPOS } },
  });
  await createTimedModel(deps);
  audited = await createInterview(deps, tenant, DUAS_PERGUNTAS.perguntas, DUAS_PERGUNTAS.digitadas, {
    file: await monoSample(sounds, 'teste-curta'),
    // 21 minutes cost two credits.
    gravacaoMs: 21 * 60_000,
  });
  worker = await startTestWorker(deps, fake.url, { STAGE_LEASE_MS: LEASE_MS });
});
afterAll(async () => {
  thaw(redis.pid);
  thaw(postgres.pid);
  await stopTestWorker(worker);
  await fake?.close();
  if (deps) await closeTestDeps(deps);
  await supervisor.stop();
  await rm(sounds, { recursive: true, force: true });
});

/** Makes a provider's answer wait until it is released. */
function gate() {
  let open = () => {};
  const hold = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { hold, open: () => open() };
}

const asked = (tarefa: string) => fake.requests.filter((one) => one.tarefa === tarefa).length;
const billed = () => fake.billed.filter((key) => key.includes(':confronto:')).length;
const until = (done: () => boolean) => expect.poll(done, { timeout: 120_000, interval: 10 }).toBe(true);
const scope = () => ({ kind: 'empresa' as const, empresaId: tenant.empresa.id });
const cells = () =>
  deps.prisma.confronto.findMany({
    where: { entrevistaId: audited.entrevista.id },
    orderBy: [{ vigente: 'desc' }, { ordem: 'asc' }],
    include: { revisoes: true },
  });

/** Runs the interview while everything that its audit needs freezes in turn. */
async function runThroughFreezes(origem: 'manual' | 'regenerar', creditosConfirmados: number) {
  const [extraction, comparison] = [gate(), gate()];
  fake.requests.length = 0;
  fake.billed.length = 0;
  fake.intercept = (seen) => {
    if (seen.rota === 'transcricao') return { segments: heardOver(3, DUAS_PERGUNTAS.falas) };
    const answer = confrontAnswer(seen, DUAS_PERGUNTAS.ditos);
    if (seen.tarefa === 'confronto_extracao') return { ...answer, hold: extraction.hold };
    return answer && { ...answer, hold: comparison.hold };
  };
  const { execucaoId } = await requestRun(deps.db, {
    scope: scope(),
    itemId: audited.item.id,
    origem,
    solicitadoPor: null,
    entrevistaMinutos: deps.env.CREDITO_ENTREVISTA_MINUTOS,
    creditosConfirmados,
  });
  // The first answer arrives while PostgreSQL is frozen and cannot store it.
  await until(() => asked('confronto_extracao') > 0);
  freeze(postgres.pid);
  extraction.open();
  // Waits longer than a stage's lease lasts without renewal.
  const lapsed = performance.now() + LEASE_MS + 500;
  await until(() => billed() === 1 && performance.now() > lapsed);
  thaw(postgres.pid);
  // The provider is silent at first; Redis freezes before the provider answers.
  await until(() => asked('confronto_comparacao') > 0);
  freeze(redis.pid);
  comparison.open();
  await until(() => billed() === 2);
  thaw(redis.pid);
  const run = await waitForRun(deps, execucaoId);
  expect([run.status, run.motivo]).toEqual(['concluida', null]);
  return run;
}

it('nothing is lost, written twice or charged twice', async () => {
  const run = await runThroughFreezes('manual', 2);
  expect(fake.billed).toHaveLength(new Set(fake.billed).size);
  expect(billed()).toBe(2);
  expect((await cells()).map(({ veredito, vigente, execucaoId }) => [veredito, vigente, execucaoId])).toEqual(
    [
      ['confere', true, run.id],
      ['confere', true, run.id],
    ],
  );
  const row = await deps.prisma.entrevistaMatriz.findUnique({
    where: { entrevistaId: audited.entrevista.id },
  });
  expect(row).toMatchObject({ codigos: 'CC', codigosIa: 'CC' });
  expect(await balanceOf(deps, tenant.empresa.id)).toEqual({ saldo: 998, soma: 998 });
  expect(run.eventos.filter(({ evento }) => evento === 'Confronto concluído')).toHaveLength(1);
}, 400_000);

longo.test(
  'done again through the same: it says what it takes before, keeps what people did, and leaves one analysis in force',
  async () => {
    const [first] = await cells();
    const gerente = await createMembro(deps, tenant.empresa, { papel: 'gerente' });
    await reviewCell(deps, first!, { usuarioId: gerente.usuarioId, veredito: 'diverge' });
    // The first run measured the length, and cost one credit. The preview costs nothing.
    const preview = await previewRerun(deps as TestAppDeps, scope(), audited.item.id, 'regenerar');
    expect(preview).toMatchObject({ saldo: 998, reaproveita: ['audio', 'transcricao'] });
    await expect(
      requestRun(deps.db, {
        scope: scope(),
        itemId: audited.item.id,
        origem: 'regenerar',
        solicitadoPor: null,
        entrevistaMinutos: deps.env.CREDITO_ENTREVISTA_MINUTOS,
        creditosConfirmados: preview.creditos - 1,
      }),
    ).rejects.toMatchObject({
      code: 'confirmacao_necessaria',
      dados: { creditos: preview.creditos, saldo: 998 },
    });
    const run = await runThroughFreezes('regenerar', preview.creditos);
    expect(fake.billed).toHaveLength(new Set(fake.billed).size);
    // Valid transcripts are not requested again; extraction and comparison are, without the replaced run's answers.
    expect(fake.requests.filter(({ rota }) => rota === 'transcricao')).toEqual([]);
    expect(billed()).toBe(2);
    const all = await cells();
    expect(all).toHaveLength(4);
    expect(
      all
        .filter(({ vigente }) => vigente)
        .map(({ execucaoId, vereditoPessoa }) => [execucaoId, vereditoPessoa]),
    ).toEqual([
      [run.id, 'diverge'],
      [run.id, null],
    ]);
    expect(all[0]?.revisoes).toMatchObject([{ usuarioId: gerente.usuarioId, emVigor: true }]);
    const left = 998 - preview.creditos;
    expect(await balanceOf(deps, tenant.empresa.id)).toEqual({ saldo: left, soma: left });
  },
  400_000,
);
