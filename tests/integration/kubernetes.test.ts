// Tests what the chart (deploy/helm) needs: KEDA's query of the demand, workers that do only some stages, and waiting
// for migrations. tests/architecture/chart.test.ts and npm run test:chart check the chart itself.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { migrationNames } from '@escuta/prisma/base';
import { WORKER_PARTS } from '@escuta/shared/platform/process/worker-parts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { KINDS } from '../../worker/src/background/table.ts';
import type { RunningWorker } from '../../worker/src/worker.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { type FakeProvider, startFakeProvider } from '../support/fake-provider.ts';
import { longo } from '../support/longo.ts';
import {
  createPipelineTenant,
  createRecordedItem,
  request,
  startTestWorker,
  stopTestWorker,
  waitForRun,
} from '../support/pipeline.ts';

let test: TestApp;
let fake: FakeProvider;
beforeAll(async () => {
  test = await createTestApp();
  fake = await startFakeProvider();
});
afterAll(async () => {
  await fake.close();
  await test.close();
});

const SQL = readFileSync('deploy/helm/escuta/files/demanda.sql', 'utf8');

/** Runs the chart's own query for KEDA, with its variables filled in. */
async function ask(
  parte: 'audio' | 'ia',
  medida: 'demanda' | 'espera_clique_s',
  limite = 3,
): Promise<number> {
  const text = SQL.replaceAll(":'parte'", `'${parte}'`)
    .replaceAll(':limite', String(limite))
    .replaceAll(':"medida"', medida);
  const { rows } = await test.deps.db.query<Record<string, number>>(text);
  expect(rows).toHaveLength(1);
  const [value, ...more] = Object.values(rows[0] ?? {});
  expect(more).toEqual([]);
  return value as number;
}

it('the demand is what may be under way: each company counts up to its limit, by part, without what waits out a pause', async () => {
  const { deps } = test;
  const both = async () => [await ask('audio', 'demanda'), await ask('ia', 'demanda')];
  const waits = async () => [await ask('audio', 'espera_clique_s'), await ask('ia', 'espera_clique_s')];
  expect([await both(), await waits()]).toEqual([
    [0, 0],
    [0, 0],
  ]);

  const [crowd, few] = [await createPipelineTenant(deps), await createPipelineTenant(deps)];
  const ids: string[] = [];
  for (const [tenant, n] of [
    [crowd, 5],
    [few, 2],
  ] as const) {
    for (let index = 0; index < n; index += 1) {
      const { execucaoId } = await request(deps, await createRecordedItem(deps, tenant));
      ids.push(execucaoId);
    }
  }
  // Of the first company's five waiting runs three count (its limit); both runs of the other company count. Every run
  // counts for 'audio' and for 'ia', because it begins with audio and goes on to the provider.
  expect(await both()).toEqual([5, 5]);
  // A run that a person awaits and that is not admitted counts as waiting only for 'ia', whose provider slots are few.
  await deps.db.query(`update execucoes set created_at = now() - interval '5 minutes' where id = $1`, [
    ids[0],
  ]);
  expect((await waits()).map((s) => Math.round(s / 10))).toEqual([0, 30]);
  await deps.db.query('update execucoes set prioridade = 2 where id = $1', [ids[0]]);
  expect((await waits())[1]).toBeLessThan(200);

  // Three runs are in progress: one at the provider, one in a pause, and one waiting for a worker at its audio stage.
  const under = async (id: string | undefined, etapa: string, fields: string) => {
    await deps.db.query(
      `update execucoes set admitida_em = now(), iniciada_em = now(), status = 'executando', etapa_atual = $2
        where id = $1`,
      [id, etapa],
    );
    await deps.db.query(`update execucao_etapas set ${fields} where execucao_id = $1 and etapa = $2`, [
      id,
      etapa,
    ]);
  };
  await under(ids[0], 'transcricao', `status = 'executando', lease_ate = now() + interval '1 minute'`);
  await under(ids[1], 'transcricao', `proxima_em = now() + interval '1 minute'`);
  await under(ids[2], 'audio', `status = 'executando', lease_ate = now() - interval '2 minutes'`);
  // The first company has reached its limit of three, so its waiting runs do not count. Of its runs in progress one
  // counts for 'audio' and two count for 'ia' (the provider). The other company's two runs count for both.
  expect(await both()).toEqual([1 + 2, 2 + 2]);
  expect((await waits()).map((s) => s > 0)).toEqual([true, true]);
  // With a limit of four, one of the first company's waiting runs may be admitted and counts too.
  expect([await ask('audio', 'demanda', 4), await ask('ia', 'demanda', 4)]).toEqual([1 + 1 + 2, 2 + 1 + 2]);
  // Without open runs there is no demand.
  await deps.db.query(
    "update execucoes set status = 'ignorada', terminada_em = now() where id = any ($1::uuid[])",
    [ids],
  );
  expect(await both()).toEqual([0, 0]);
});

longo.test('workers for a part each do theirs, and nothing is left undone', async () => {
  const { deps } = test;
  const tenant = await createPipelineTenant(deps);
  const run = await request(deps, await createRecordedItem(deps, tenant));
  const workers: RunningWorker[] = [];
  try {
    const ia = await startTestWorker(deps, fake.url, { WORKER_ETAPAS: 'ia' });
    workers.push(ia);
    expect(ia.progress().pools.flatMap(({ etapas }) => etapas)).not.toContain('audio');
    // The run is admitted, because the worker has slots, but no worker does the audio stage yet.
    await expect
      .poll(
        async () =>
          (await deps.prisma.execucao.findUniqueOrThrow({ where: { id: run.execucaoId } })).admitidaEm,
      )
      .not.toBeNull();
    const before = await deps.prisma.execucaoEtapa.findMany({
      where: { execucaoId: run.execucaoId, status: { not: 'pendente' } },
    });
    expect(before).toEqual([]);
    for (const part of WORKER_PARTS.filter((one) => one !== 'ia'))
      workers.push(await startTestWorker(deps, fake.url, { WORKER_ETAPAS: part }));
    const [, audio, tarefas] = workers;
    expect(audio?.progress().pools.map(({ etapas }) => etapas)).toEqual([['audio']]);
    expect(tarefas?.progress().pools).toEqual([]);
    const loopsOf = (worker: RunningWorker | undefined) => worker?.progress().loops.map(({ nome }) => nome);
    const ofTasks = Object.entries(KINDS).flatMap(([nome, { parte }]) => (parte === 'tarefas' ? [nome] : []));
    expect(loopsOf(tarefas)).toEqual(['relay', 'varredura', ...ofTasks]);
    for (const worker of [ia, audio])
      expect(loopsOf(worker)?.filter((nome) => ofTasks.some((kind) => kind === nome))).toEqual([]);
    expect((await waitForRun(deps, run.execucaoId)).status).toBe('concluida');
    // Only the worker for tasks gets a turn at tasks; the other two workers never get a turn.
    const turn = () => workers.map(({ processes }) => processes.isMyTurn(1000, 'tarefas'));
    await expect.poll(() => tarefas?.processes.of('worker').length).toBe(3);
    expect(tarefas?.processes.isMyTurn(1000, 'tarefas')).toBe(true);
    expect(turn().slice(0, 2)).toEqual([false, false]);
  } finally {
    for (const worker of workers) await stopTestWorker(worker);
  }
});

it('whoever waits for the migrations goes on when the last one is there', async () => {
  const { deps } = test;
  const last = migrationNames().at(-1);
  const take = await deps.db.query('delete from _prisma_migrations where migration_name = $1 returning *', [
    last,
  ]);
  const row = take.rows[0] as Record<string, unknown>;
  const child = spawn(process.execPath, ['--import', 'tsx', 'deploy/wait-for-migrations.ts'], {
    env: { PATH: process.env.PATH, DATABASE_URL: deps.env.DATABASE_URL },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (text: Buffer) => {
    said += text.toString();
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  try {
    await expect.poll(() => said).toContain(`1 de ${migrationNames().length} migrações por aplicar`);
    expect(child.exitCode).toBeNull();
    const names = Object.keys(row);
    await deps.db.query(
      `insert into _prisma_migrations (${names.join(', ')})
        values (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
      Object.values(row),
    );
    expect(await ended).toBe(0);
    expect(said).toContain('O banco de dados tem as');
  } finally {
    child.kill('SIGKILL');
  }
});
