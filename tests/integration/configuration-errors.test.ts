// A template that a project's configuration makes unusable is reported once, however many calls lack its insight.
import type { ErroDeConfiguracaoWire } from '@escuta/shared/contracts/insights/insights';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RunningWorker } from '../../worker/src/worker.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { bearer, createMembro, createTenant, signToken } from '../support/factories.ts';
import { type FakeProvider, startFakeProvider } from '../support/fake-provider.ts';
import {
  balanceOf,
  createPipelineTenant,
  createRecordedItem,
  createTemplate,
  type PipelineTenant,
  request,
  startTestWorker,
  stopTestWorker,
  waitForRun,
} from '../support/pipeline.ts';

let test: TestApp;
let fake: FakeProvider;
let worker: RunningWorker;

beforeAll(async () => {
  test = await createTestApp();
  fake = await startFakeProvider();
  worker = await startTestWorker(test.deps, fake.url);
});
afterAll(async () => {
  await stopTestWorker(worker);
  await fake.close();
  await test.close();
});

type Queue = { insights: unknown[]; total: number; configuracao: ErroDeConfiguracaoWire[] };

async function signIn({ empresa }: PipelineTenant) {
  const token = signToken(test.deps, await createMembro(test.deps, empresa));
  const call = async (method: 'GET' | 'PATCH', path: string, payload?: object) => {
    const response = await test.app.inject({
      method,
      url: `/api/v1${path}`,
      headers: bearer(token),
      ...(payload ? { payload } : {}),
    });
    expect(response.statusCode, response.body).toBe(200);
    return response.json().data;
  };
  return { call, queue: (query = ''): Promise<Queue> => call('GET', `/insights/revisao${query}`) };
}

/** Creates a template of the project that requires the value `empresa`, which the project lacks. */
async function createIncomplete(tenant: PipelineTenant, nome = 'Aderência ao script') {
  const template = await createTemplate(test.deps, tenant.projeto, nome);
  await test.deps.prisma.insightTemplateVersao.updateMany({
    where: { templateId: template.id },
    data: { promptTemplate: 'Avalie {empresa}: {transcricao}', parametrosObrigatorios: ['empresa'] },
  });
  return template;
}

async function process(tenant: PipelineTenant) {
  const { execucaoId } = await request(test.deps, await createRecordedItem(test.deps, tenant));
  return waitForRun(test.deps, execucaoId);
}

it('is one card for all calls, which get their other insights; filling the value mends it', async () => {
  const tenant = await createPipelineTenant(test.deps, { templates: 1 });
  const template = await createIncomplete(tenant);
  const runs = [await process(tenant), await process(tenant), await process(tenant)];
  for (const run of runs) {
    expect(run.status).toBe('concluida');
    expect(run.eventos).toContainEqual(
      expect.objectContaining({
        evento: 'Template não aplicado',
        detalhes: 'Aderência ao script: Parâmetros obrigatórios sem valor neste projeto: empresa.',
      }),
    );
  }
  // The error leaves no failed insight in any call.
  const insights = await test.deps.prisma.insight.findMany({ where: { empresaId: tenant.empresa.id } });
  expect(insights.map(({ statusProcessamento }) => statusProcessamento)).toEqual(runs.map(() => 'concluido'));
  const { call, queue } = await signIn(tenant);
  const card = {
    empresaId: tenant.empresa.id,
    projeto: { id: tenant.projeto.id, nome: tenant.projeto.nome },
    template: { id: template.id, nome: 'Aderência ao script' },
    codigo: 'parametros',
    faltando: ['empresa'],
    processamentos: 3,
    desde: expect.any(String),
  };
  expect(await queue()).toMatchObject({ insights: [], total: 0, configuracao: [card] });
  expect((await queue(`?projetoId=${tenant.projeto.id}&prioridade=alta`)).configuracao).toEqual([card]);
  // The error is absent with these filters, and for other companies.
  for (const query of ['?categoria=compliance', '?prioridade=media']) {
    expect((await queue(query)).configuracao).toEqual([]);
  }
  const other = await createTenant(test.deps);
  const theirs = await test.app.inject({
    method: 'GET',
    url: '/api/v1/insights/revisao',
    headers: bearer(other.tokens.usuario),
  });
  expect(theirs.json().data.configuracao).toEqual([]);

  // A template that is switched off in the project causes no error.
  const link = `/projetos/${tenant.projeto.id}/insight-templates/${template.id}`;
  await call('PATCH', link, { active: false });
  expect((await queue()).configuracao).toEqual([]);
  await call('PATCH', link, { active: true, parametros: { empresa: 'Lumavia' } });
  expect((await queue()).configuracao).toEqual([]);
  const mended = await process(tenant);
  expect(await test.deps.prisma.insight.count({ where: { execucaoId: mended.id } })).toBe(2);
  expect(mended.eventos.map(({ evento }) => evento)).not.toContain('Template não aplicado');
});

it('a call whose only template is incomplete ends with its transcript and analysis, which its credit pays for', async () => {
  const tenant = await createPipelineTenant(test.deps, { templates: 0 });
  await createIncomplete(tenant);
  fake.requests.length = 0;
  const run = await process(tenant);
  expect(run.status).toBe('concluida');
  expect(run.item.status).toBe('concluido');
  expect(run.eventos).toContainEqual(
    expect.objectContaining({
      evento: 'Insights não gerados',
      detalhes: 'Nenhum template do projeto está com a configuração completa.',
    }),
  );
  // The model received no request for the template.
  expect(fake.requests.map(({ tarefa }) => tarefa)).not.toContain('insight');
  expect(await test.deps.prisma.insight.count({ where: { execucaoId: run.id } })).toBe(0);
  expect(await balanceOf(test.deps, tenant.empresa.id)).toEqual({ saldo: 999, soma: 999 });
  const { queue } = await signIn(tenant);
  expect((await queue()).configuracao).toMatchObject([{ faltando: ['empresa'], processamentos: 1 }]);
});

it('unusable criteria are one card too, until the template has another version', async () => {
  const tenant = await createPipelineTenant(test.deps, { templates: 0 });
  const template = await createTemplate(test.deps, tenant.projeto, 'Critérios de outra era');
  const where = { templateId: template.id };
  await test.deps.prisma.insightTemplateVersao.updateMany({ where, data: { criterios: { nenhum: true } } });
  await process(tenant);
  const { queue } = await signIn(tenant);
  expect((await queue()).configuracao).toMatchObject([
    { codigo: 'criterios', faltando: [], processamentos: 1 },
  ]);
  const { id: _, ...version } = await test.deps.prisma.insightTemplateVersao.findFirstOrThrow({ where });
  await test.deps.prisma.insightTemplateVersao.create({
    data: { ...version, versao: 2, criterios: [], metadata: {} },
  });
  await test.deps.prisma.insightTemplate.update({ where: { id: template.id }, data: { versao: 2 } });
  expect((await queue()).configuracao).toEqual([]);
});
