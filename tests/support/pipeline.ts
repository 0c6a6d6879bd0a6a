// Shared by the pipeline's tests: a company with credits, a project with templates, items with recordings, a worker.

import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Criterio } from '@escuta/shared/domain/insights/insight-criteria';
import { changeBalance } from '@escuta/shared/services/credits/ledger';
import type { OrigemExecucao } from '@escuta/shared/services/runs/create';
import { requestRun } from '@escuta/shared/services/runs/request';
import { ensureCatalogue } from '../../prisma/seed/catalogue.ts';
import { createAiClient } from '../../worker/src/providers/ai-client.ts';
import { type RunningWorker, startWorker } from '../../worker/src/worker.ts';
import type { TestDeps } from './app.ts';
import { createAuditoria, createEmpresa, createItem, createPesquisa, createProjeto } from './factories.ts';

export const SAMPLES = join(import.meta.dirname, '../../samples');

export const CRITERIA: Criterio[] = [
  { id: 'saudacao', descricao: 'O agente cumprimenta o cliente.', peso: 1, critico: false },
  { id: 'protocolo', descricao: 'O agente informa o protocolo.', peso: 2, critico: true },
];

/** Creates a company with credits and a project with templates. */
export async function createPipelineTenant(
  deps: TestDeps,
  fields: { creditos?: number; templates?: number; config?: object; canalAgente?: 'left' | 'right' } = {},
) {
  await ensureCatalogue(deps.db);
  const empresa = await createEmpresa(deps);
  if (fields.creditos !== 0) {
    await changeBalance(deps.db, {
      empresaId: empresa.id,
      tipo: 'ajuste',
      quantidade: fields.creditos ?? 1000,
      chaveIdempotente: 'inicial',
      descricao: 'Créditos do teste',
    });
  }
  const projeto = await createProjeto(deps, empresa, { canalAgente: fields.canalAgente ?? 'left' });
  const auditoria = await createAuditoria(deps, projeto);
  for (let index = 0; index < (fields.templates ?? 1); index += 1)
    await createTemplate(deps, projeto, `Modelo ${index}`);
  // By default there are only two retries, so that no run waits long for its last attempt.
  await deps.prisma.configuracaoProcessamento.create({
    data: {
      empresaId: empresa.id,
      projetoId: null,
      retryConfig: { max_retries: 2, enable_exponential_backoff: true },
      ...fields.config,
    },
  });
  return { empresa, projeto, auditoria };
}

export type PipelineTenant = Awaited<ReturnType<typeof createPipelineTenant>>;

export async function createTemplate(
  deps: TestDeps,
  projeto: { id: string; empresaId: string },
  nome: string,
  fields: { criterios?: Criterio[]; modeloLlm?: string; promptTemplate?: string } = {},
) {
  const template = await deps.prisma.insightTemplate.create({
    data: { empresaId: projeto.empresaId, nome, categoria: 'performance' },
  });
  await deps.prisma.insightTemplateVersao.create({
    data: {
      empresaId: projeto.empresaId,
      templateId: template.id,
      versao: 1,
      nome,
      categoria: 'performance',
      promptTemplate: fields.promptTemplate ?? 'Avalie {transcricao}.',
      criterios: fields.criterios ?? CRITERIA,
      ...(fields.modeloLlm ? { modeloLlm: fields.modeloLlm } : {}),
    },
  });
  await deps.prisma.projetoInsightTemplate.create({
    data: { empresaId: projeto.empresaId, projetoId: projeto.id, insightTemplateId: template.id },
  });
  return template;
}

/** Creates an item with a recording: a sample's name, or a file's path. */
export async function createRecordedItem(deps: TestDeps, tenant: PipelineTenant, sample = 'teste-curta') {
  const item = await createItem(deps, tenant.auditoria);
  const file = sample.includes('/') ? sample : join(SAMPLES, `${sample}.mp3`);
  const key = `${tenant.empresa.id}/${item.id}/${randomUUID()}`;
  const { size } = await deps.store.put(key, createReadStream(file), { contentType: 'audio/mpeg' });
  return deps.prisma.auditoriaItem.update({
    where: { id: item.id },
    data: { arquivoPath: key, arquivoNome: `${sample}.mp3`, arquivoTipo: 'audio/mpeg', arquivoTamanho: size },
  });
}

/** Makes an item the item of an interview, in a new survey of the item's project. */
export async function asInterview(
  deps: TestDeps,
  item: { id: string; projetoId: string; empresaId: string },
) {
  const { pesquisa, questionario, entrevista } = await createPesquisa(
    deps,
    { id: item.projetoId, empresaId: item.empresaId },
    { semPerguntas: true },
  );
  // Only a finished interview is compared with its recording.
  await deps.prisma.entrevista.update({ where: { id: entrevista.id }, data: { situacao: 'concluida' } });
  return deps.prisma.auditoriaItem.update({
    where: { id: item.id },
    data: {
      tipoItem: 'entrevista',
      pesquisaId: pesquisa.id,
      questionarioId: questionario.id,
      entrevistaId: entrevista.id,
      // The length that the worker would measure.
      gravacaoMs: 3000,
    },
  });
}

export function request(
  deps: TestDeps,
  item: { id: string; empresaId: string },
  origem: OrigemExecucao = 'manual',
) {
  return requestRun(deps.db, {
    scope: { kind: 'empresa', empresaId: item.empresaId },
    itemId: item.id,
    origem,
    solicitadoPor: null,
    entrevistaMinutos: deps.env.CREDITO_ENTREVISTA_MINUTOS,
  });
}

/** Starts a worker in this process on the test's database and Redis. */
export function startTestWorker(
  deps: TestDeps,
  providerUrl: string,
  env: Partial<TestDeps['env']> = {},
): Promise<RunningWorker> {
  // Short leases and waits, so that an outage of the provider lasts only seconds in tests.
  const fast = { STAGE_LEASE_MS: 4000, PROVIDER_RETRY_MS: 1000 };
  const full = { ...deps.env, ...fast, OPENAI_BASE_URL: providerUrl, ...env };
  return startWorker({
    env: full,
    log: deps.log,
    store: deps.store,
    createAi: (redis) => createAiClient({ env: full, redis, log: deps.log }),
  });
}

export async function stopTestWorker(worker: RunningWorker | undefined): Promise<void> {
  await worker?.drain(5000);
  await worker?.close();
}

/** Waits until runs have ended. @returns the runs with item and stages @throws after `limitMs` */
export async function waitForRuns(deps: TestDeps, ids: readonly string[], limitMs = 150_000) {
  const until = Date.now() + limitMs;
  const open = {
    id: { in: [...ids] },
    status: { in: ['na_fila', 'executando'] as ('na_fila' | 'executando')[] },
  };
  // One prepared statement, sent twenty times a second, hardly slows down the work that is tested.
  const count = async () =>
    (
      await deps.db.query<{ n: number }>({
        name: 'runs-under-way',
        text: `select count(*)::int as n from execucoes where id = any($1::uuid[])
          and status in ('na_fila', 'executando')`,
        values: [ids],
      })
    ).rows[0]?.n;
  while ((await count()) !== 0) {
    if (Date.now() > until) {
      const stuck = await deps.prisma.execucao.findMany({ where: open, include: { etapas: true }, take: 3 });
      const state = stuck.map(({ status, etapaAtual, admitidaEm, etapas }) => {
        const etapa = etapas.find((row) => row.etapa === etapaAtual);
        return { status, etapaAtual, admitidaEm, etapa };
      });
      throw new Error(`runs did not end, among them: ${JSON.stringify(state)}`);
    }
    await sleep(50);
  }
  return deps.prisma.execucao.findMany({
    where: { id: { in: [...ids] } },
    include: { item: true, etapas: true, custos: true, eventos: { orderBy: { id: 'asc' } } },
  });
}

export async function waitForRun(deps: TestDeps, id: string, limitMs?: number) {
  const [run] = await waitForRuns(deps, [id], limitMs);
  if (!run) throw new Error('run not found');
  return run;
}

/** Reads a company's balance, and the sum of its ledger, which must be equal. */
export async function balanceOf(deps: TestDeps, empresaId: string): Promise<{ saldo: number; soma: number }> {
  const { saldoCreditos } = await deps.prisma.empresa.findUniqueOrThrow({ where: { id: empresaId } });
  const { _sum } = await deps.prisma.creditoLancamento.aggregate({
    where: { empresaId },
    _sum: { quantidade: true },
  });
  return { saldo: saldoCreditos, soma: _sum.quantidade ?? 0 };
}

export type Truth = {
  duracaoMs: number;
  sentencas: { canal: 'left' | 'right'; texto: string; startMs: number; endMs: number }[];
};

export async function readTruth(slug: string): Promise<Truth> {
  return JSON.parse(await readFile(join(SAMPLES, `${slug}.json`), 'utf8')) as Truth;
}
