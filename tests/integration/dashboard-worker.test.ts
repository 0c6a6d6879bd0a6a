// The worker's part of the dashboards: only the end of a run records its findings.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RunningWorker } from '../../worker/src/worker.ts';
import { closeTestDeps, createTestDeps } from '../support/app.ts';
import { type FakeProvider, startFakeProvider } from '../support/fake-provider.ts';
import {
  createPipelineTenant,
  createRecordedItem,
  request,
  startTestWorker,
  stopTestWorker,
  waitForRun,
} from '../support/pipeline.ts';

const deps = createTestDeps();
let fake: FakeProvider;
let worker: RunningWorker;
beforeAll(async () => {
  fake = await startFakeProvider();
  worker = await startTestWorker(deps, fake.url);
});
afterAll(async () => {
  await stopTestWorker(worker);
  await fake.close();
  await closeTestDeps(deps);
});

const meanOf = async (execucaoId: string) =>
  (await deps.prisma.insight.aggregate({ where: { execucaoId }, _avg: { pontuacao: true } }))._avg.pontuacao;

it('writes an item’s quality with the end of its run, anew after a repetition, and not for one that fails', async () => {
  const tenant = await createPipelineTenant(deps, { templates: 2 });
  const item = await createRecordedItem(deps, tenant);
  const days = () => deps.prisma.projetoQualidadeDia.findMany({ where: { projetoId: tenant.projeto.id } });

  const first = await request(deps, item);
  expect(await days()).toEqual([]);
  await waitForRun(deps, first.execucaoId);
  const row = await deps.prisma.itemQualidade.findUniqueOrThrow({ where: { itemId: item.id } });
  expect(row).toMatchObject({ execucaoId: first.execucaoId, sentimento: 'neutro', palavras: [] });
  expect(Number(row.pontuacao)).toBeCloseTo((await meanOf(first.execucaoId)) ?? Number.NaN, 4);
  expect(await days()).toMatchObject([{ n: 1n, nPontuacao: 1n, neutros: 1n, positivos: 0n, negativos: 0n }]);

  const again = await request(deps, item, 'regenerar');
  await waitForRun(deps, again.execucaoId);
  expect(await deps.prisma.itemQualidade.findUniqueOrThrow({ where: { itemId: item.id } })).toMatchObject({
    execucaoId: again.execucaoId,
  });

  fake.intercept = ({ rota }) => (rota === 'chat' ? { status: 401 } : undefined);
  const failing = await request(deps, item, 'regenerar');
  expect((await waitForRun(deps, failing.execucaoId)).status).toBe('erro');
  expect(await deps.prisma.itemQualidade.findUniqueOrThrow({ where: { itemId: item.id } })).toMatchObject({
    execucaoId: again.execucaoId,
  });
  expect(await days()).toMatchObject([{ n: 1n }]);
});
