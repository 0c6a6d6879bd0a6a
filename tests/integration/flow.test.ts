// A run follows its own stored stages in order, even if newer runs have another flow.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { previewRun } from '../../api/src/features/resultados/preview.ts';
import type { RunningWorker } from '../../worker/src/worker.ts';
import { closeTestDeps, createTestDeps } from '../support/app.ts';
import { type FakeProvider, startFakeProvider } from '../support/fake-provider.ts';
import {
  asInterview,
  createPipelineTenant,
  createRecordedItem,
  request,
  startTestWorker,
  stopTestWorker,
  waitForRun,
} from '../support/pipeline.ts';

const deps = createTestDeps();
let fake: FakeProvider;
let worker: RunningWorker | undefined;
beforeAll(async () => {
  fake = await startFakeProvider();
});
afterAll(async () => {
  await stopTestWorker(worker);
  await fake.close();
  await closeTestDeps(deps);
});

it('goes through the stages of its rows in their order, and ends after the last', async () => {
  const tenant = await createPipelineTenant(deps);
  const [usual, turned, shorter] = await Promise.all(
    [0, 1, 2].map(async () => request(deps, await createRecordedItem(deps, tenant))),
  );
  const rowsOf = (execucaoId: string) =>
    deps.prisma.execucaoEtapa.findMany({ where: { execucaoId }, orderBy: { ordem: 'asc' } });
  expect((await rowsOf(usual!.execucaoId)).map(({ etapa, ordem }) => [ordem, etapa])).toEqual([
    [1, 'audio'],
    [2, 'transcricao'],
    [3, 'analise_texto'],
    [4, 'negocio'],
    [5, 'contabilizacao'],
  ]);
  const place = (execucaoId: string, etapa: 'analise_texto', ordem: number) =>
    deps.prisma.execucaoEtapa.update({ where: { execucaoId_etapa: { execucaoId, etapa } }, data: { ordem } });
  // Changes the stored order of this run: insights precede the text analysis, and accounting follows both stages.
  await deps.prisma.execucaoEtapa.update({
    where: { execucaoId_etapa: { execucaoId: turned!.execucaoId, etapa: 'contabilizacao' } },
    data: { ordem: 9 },
  });
  await place(turned!.execucaoId, 'analise_texto', 7);
  await deps.prisma.execucaoEtapa.delete({
    where: { execucaoId_etapa: { execucaoId: shorter!.execucaoId, etapa: 'analise_texto' } },
  });
  worker = await startTestWorker(deps, fake.url);
  const told = async (execucaoId: string) => {
    const run = await waitForRun(deps, execucaoId, 60_000);
    expect(run.status).toBe('concluida');
    expect(run.item.status).toBe('concluido');
    expect((await rowsOf(execucaoId)).map(({ status }) => status)).not.toContain('pendente');
    const events = run.eventos.map(({ evento }) => evento);
    return events.filter((evento) =>
      ['Análise de texto concluída', 'Insights gerados', 'Processamento concluído'].includes(evento),
    );
  };
  expect(await told(usual!.execucaoId)).toEqual([
    'Análise de texto concluída',
    'Insights gerados',
    'Processamento concluído',
  ]);
  expect(await told(turned!.execucaoId)).toEqual([
    'Insights gerados',
    'Análise de texto concluída',
    'Processamento concluído',
  ]);
  expect(await told(shorter!.execucaoId)).toEqual(['Insights gerados', 'Processamento concluído']);
}, 90_000);

it('foresees the stages of the flow that a new run of the item would have', async () => {
  const tenant = await createPipelineTenant(deps);
  const item = await createRecordedItem(deps, tenant);
  const scope = { kind: 'empresa' as const, empresaId: tenant.empresa.id };
  expect(
    (await previewRun(deps.db, { entrevistaMinutos: 20, scope, itemId: item.id, modo: 'processar' })).refaz,
  ).toEqual(['audio', 'transcricao', 'analise_texto', 'negocio', 'contabilizacao']);
});

it('audits an interview in its own words: interviewer and respondent, not agent and client', async () => {
  const tenant = await createPipelineTenant(deps);
  const item = await asInterview(deps, await createRecordedItem(deps, tenant));
  const { execucaoId } = await request(deps, item);
  expect((await waitForRun(deps, execucaoId, 60_000)).status).toBe('concluida');
  const said = fake.requests.filter(
    ({ rota, idempotencyKey }) => rota === 'chat' && idempotencyKey?.startsWith(execucaoId),
  );
  expect(said.map(({ tarefa }) => tarefa).sort()).toEqual(['analise_texto', 'insight']);
  for (const { texto } of said) {
    expect(texto).toContain('entrevistas de pesquisa de campo');
    expect(texto).toMatch(/\[\d+\] entrevistador \(/u);
    expect(texto).toMatch(/\[\d+\] entrevistado \(/u);
    expect(texto).not.toContain('centrais de atendimento.\n');
    expect(texto).not.toMatch(/\] (?:agente|cliente) \(/u);
  }
});
