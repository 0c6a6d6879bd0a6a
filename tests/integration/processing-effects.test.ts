// Effects of the processing settings on runs: disabled work is neither done nor paid, changes apply to waiting items,
// sampling and retries follow their settings.

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SYSTEM_ACTOR } from '@escuta/shared/services/log/audit-log';
import {
  type ConfigPatch,
  getProcessingConfig,
  patchProcessingConfig,
} from '@escuta/shared/services/runs/processing-config';
import { retryDeadLetter } from '@escuta/shared/services/runs/retry';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { transcriptionDecision } from '../../worker/src/analysis/sampling-decision.ts';
import type { RunningWorker } from '../../worker/src/worker.ts';
import { closeTestDeps, createTestDeps } from '../support/app.ts';
import { type FakeProvider, type FakeRequest, startFakeProvider } from '../support/fake-provider.ts';
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
  waitForRuns,
} from '../support/pipeline.ts';

const ROOT = join(import.meta.dirname, '../..');
const deps = createTestDeps();
let fake: FakeProvider;
let worker: RunningWorker | undefined;
/** Prompt of a template for which the provider answers with an error while `stubborn` is true. */
const STUBBORN = 'Avalie o teimoso';
let stubborn = true;
/** First wait after a failure of the provider, ms. The default of 10 s would take too long in a test. */
const RETRY_MS = 400;
let failing: { tenant: PipelineTenant; execucaoId: string };

const refuseStubborn = (seen: FakeRequest) =>
  stubborn && seen.texto.includes(STUBBORN) ? { status: 503 } : undefined;

beforeAll(async () => {
  fake = await startFakeProvider();
  fake.intercept = refuseStubborn;
  // The retries of this run happen while the other tests run.
  const tenant = await createPipelineTenant(deps, {
    templates: 0,
    config: { retryConfig: { max_retries: 3, enable_exponential_backoff: true, dead_letter_queue: true } },
  });
  await createTemplate(deps, tenant.projeto, 'Teimoso', { promptTemplate: STUBBORN });
  failing = { tenant, ...(await request(deps, await createRecordedItem(deps, tenant))) };
  worker = await startTestWorker(deps, fake.url, { PROVIDER_RETRY_MS: RETRY_MS });
});
afterEach(() => {
  fake.intercept = refuseStubborn;
  fake.latencyMs = { transcricao: 0, chat: 0 };
});
afterAll(async () => {
  await stopTestWorker(worker);
  await fake.close();
  await closeTestDeps(deps);
});

const change = (tenant: PipelineTenant, patch: ConfigPatch) =>
  patchProcessingConfig(deps.db, { empresaId: tenant.empresa.id, projetoId: null }, patch);

/** Finds the stages in which a run sent requests to the provider. */
function asked(execucaoId: string): string[] {
  const keys = fake.requests.map(({ idempotencyKey }) => idempotencyKey?.split(':') ?? []);
  return [...new Set(keys.filter(([id]) => id === execucaoId).map(([, etapa]) => etapa ?? ''))].sort();
}

const paidStages = (run: { custos: { etapa: string }[] }) =>
  [...new Set(run.custos.map(({ etapa }) => etapa))].sort();

describe('a switch that is off takes its work and its cost away', () => {
  it.each([
    {
      nome: 'text analysis',
      patch: { textAnalysisConfig: { enabled: false } },
      resto: ['negocio', 'transcricao'],
      evento: 'Análise de texto não realizada',
    },
    {
      nome: 'business',
      patch: { businessProcessingConfig: { enabled: false } },
      resto: ['analise_texto', 'transcricao'],
      evento: 'Insights não gerados',
    },
  ])('$nome: the rest is done and paid', async ({ patch, resto, evento }) => {
    const tenant = await createPipelineTenant(deps);
    await change(tenant, patch);
    const { execucaoId } = await request(deps, await createRecordedItem(deps, tenant));
    const run = await waitForRun(deps, execucaoId);
    expect(run.item.status).toBe('concluido');
    expect(asked(execucaoId)).toEqual(resto);
    expect(paidStages(run)).toEqual(resto);
    const entry = run.eventos.find((found) => found.evento === evento);
    expect(entry?.detalhes).toContain('nas configurações');
    expect((await balanceOf(deps, tenant.empresa.id)).saldo).toBe(999);
  });

  it('transcription: nothing is asked, nothing is paid, the credit comes back, and the item says why', async () => {
    const tenant = await createPipelineTenant(deps);
    await change(tenant, { transcriptionConfig: { enabled: false } });
    const { execucaoId } = await request(deps, await createRecordedItem(deps, tenant));
    const run = await waitForRun(deps, execucaoId);
    expect(run).toMatchObject({ status: 'ignorada', codigoMotivo: 'transcricao_desligada', custos: [] });
    expect(run.item).toMatchObject({ status: 'pendente', motivo: expect.stringContaining('desativada') });
    expect(asked(execucaoId)).toEqual([]);
    expect(run.eventos.at(-1)?.evento).toBe('Transcrição não realizada');
    expect(await balanceOf(deps, tenant.empresa.id)).toEqual({ saldo: 1000, soma: 1000 });
    // No sound is prepared, because nothing would use the sound.
    expect(await deps.prisma.objetoPendente.count({ where: { empresaId: tenant.empresa.id } })).toBe(0);
  });

  it('all processing: a request is refused, and nothing begins', async () => {
    const tenant = await createPipelineTenant(deps);
    await change(tenant, { isActive: false });
    await expect(request(deps, await createRecordedItem(deps, tenant))).rejects.toThrow(/desativado/);
    expect(await deps.prisma.execucao.count({ where: { empresaId: tenant.empresa.id } })).toBe(0);
    expect(await balanceOf(deps, tenant.empresa.id)).toEqual({ saldo: 1000, soma: 1000 });
  });

  it('parts of the text analysis: not asked for, not kept', async () => {
    const tenant = await createPipelineTenant(deps);
    await change(tenant, {
      textAnalysisConfig: { sentiment_analysis: false, summary_generation: false, response_detection: false },
    });
    const { execucaoId } = await request(deps, await createRecordedItem(deps, tenant));
    await waitForRun(deps, execucaoId);
    const prompt = fake.requests.find(({ idempotencyKey: key }) =>
      key?.startsWith(`${execucaoId}:analise`),
    )?.texto;
    expect(prompt).not.toContain('sentimento de cada sentença');
    expect(prompt).toContain('- respostas: lista vazia.');
    const { analiseTexto } = await deps.prisma.auditoriaResultado.findUniqueOrThrow({
      where: { execucaoId },
    });
    expect(analiseTexto).toMatchObject({ resumo: null, sentimentoGeral: null, respostas: null });
  });
});

describe('a change counts for what already waits', () => {
  it('in the queue: no insight is made for runs requested before it', async () => {
    const tenant = await createPipelineTenant(deps);
    fake.latencyMs.transcricao = 400;
    const items = await Promise.all(Array.from({ length: 4 }, () => createRecordedItem(deps, tenant)));
    const runs = await Promise.all(items.map((item) => request(deps, item)));
    await change(tenant, { businessProcessingConfig: { enabled: false } });
    const ended = await waitForRuns(
      deps,
      runs.map(({ execucaoId }) => execucaoId),
    );
    for (const run of ended) {
      expect(run.item.status).toBe('concluido');
      // The run stores the settings as they were when it was requested, but follows the present settings.
      expect(run.configuracao).toMatchObject({ businessProcessingConfig: { enabled: true } });
      expect(asked(run.id)).toEqual(['analise_texto', 'transcricao']);
    }
    expect(await deps.prisma.insight.count({ where: { empresaId: tenant.empresa.id } })).toBe(0);
  });

  it('in the middle of a run: the stage in hand ends as it began, the next one goes by the change', async () => {
    const tenant = await createPipelineTenant(deps);
    fake.latencyMs.transcricao = 800;
    const { execucaoId } = await request(deps, await createRecordedItem(deps, tenant));
    await expect.poll(() => asked(execucaoId), { interval: 20 }).toEqual(['transcricao']);
    await change(tenant, { textAnalysisConfig: { enabled: false }, transcriptionConfig: { enabled: false } });
    const run = await waitForRun(deps, execucaoId);
    expect(run.item.status).toBe('concluido');
    expect(asked(execucaoId)).toEqual(['negocio', 'transcricao']);
  });

  it('and back on: the next run does everything again', async () => {
    const tenant = await createPipelineTenant(deps, {
      config: { businessProcessingConfig: { enabled: false } },
    });
    await change(tenant, { businessProcessingConfig: { enabled: true } });
    const { execucaoId } = await request(deps, await createRecordedItem(deps, tenant));
    await waitForRun(deps, execucaoId);
    expect(asked(execucaoId)).toEqual(['analise_texto', 'negocio', 'transcricao']);
  });
});

describe('sampling', () => {
  const ids = Array.from({ length: 10_000 }, (_, index) => {
    const hex = (index * 2_654_435_761).toString(16).padStart(12, '0').slice(-12);
    return `01990000-0000-7000-8000-${hex}`;
  });

  it('30 % of 10,000 items of a batch, the same ones in another process', async () => {
    const tenant = await createPipelineTenant(deps);
    await change(tenant, { transcriptionConfig: { sampling_percentage: 30 } });
    const config = await getProcessingConfig(deps.db, tenant.empresa.id, tenant.projeto.id);
    const decide = (origem: string) =>
      ids.filter((itemId) => transcriptionDecision({ itemId, origem, config }).transcrever);
    const sample = decide('lote');
    expect(Math.abs(sample.length / 100 - 30)).toBeLessThan(1);
    // If a person requests the processing of a single item, it is always processed.
    expect(decide('manual')).toHaveLength(10_000);
    const program = `
      import { transcriptionDecision } from '${ROOT}/worker/src/analysis/sampling-decision.ts';
      const config = ${JSON.stringify(config)};
      const ids = ${JSON.stringify(ids.slice(0, 2000))};
      const taken = ids.filter((itemId) => transcriptionDecision({ itemId, origem: 'lote', config }).transcrever);
      process.stdout.write(JSON.stringify(taken));`;
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--conditions=node', '--import', 'tsx', '--input-type=module', '--eval', program],
      { cwd: ROOT, maxBuffer: 10_000_000 },
    );
    const known = new Set(ids.slice(0, 2000));
    expect(JSON.parse(stdout)).toEqual(sample.filter((id) => known.has(id)));
  });

  it('decides so in the pipeline too: outside the sample nothing is asked or charged', async () => {
    const tenant = await createPipelineTenant(deps, { templates: 0 });
    await change(tenant, {
      transcriptionConfig: { sampling_percentage: 30 },
      textAnalysisConfig: { enabled: false },
    });
    const config = await getProcessingConfig(deps.db, tenant.empresa.id, tenant.projeto.id);
    const items = await Promise.all(Array.from({ length: 10 }, () => createRecordedItem(deps, tenant)));
    const runs = await Promise.all(items.map((item) => request(deps, item, 'lote')));
    const ended = await waitForRuns(
      deps,
      runs.map(({ execucaoId }) => execucaoId),
    );
    let taken = 0;
    for (const run of ended) {
      const { transcrever } = transcriptionDecision({ itemId: run.itemId, origem: 'lote', config });
      if (transcrever) taken += 1;
      expect(run.item.status).toBe(transcrever ? 'concluido' : 'pendente');
      expect(asked(run.id)).toEqual(transcrever ? ['transcricao'] : []);
      expect(run.custos.length > 0).toBe(transcrever);
    }
    expect((await balanceOf(deps, tenant.empresa.id)).saldo).toBe(1000 - taken);
  });
});

it('three retries wait longer each time, as the timeline tells; the fourth failure is a dead letter, which a retry completes', async () => {
  const { tenant, execucaoId } = failing;
  const run = await waitForRun(deps, execucaoId);
  expect(run).toMatchObject({ status: 'erro', codigoMotivo: 'provedor_indisponivel' });
  expect(run.etapas.find(({ etapa }) => etapa === 'negocio')?.tentativa).toBe(4);
  const retries = run.eventos.filter(({ evento }) => evento === 'Nova tentativa agendada');
  expect(retries.map(({ detalhes }) => /tentativa \d de \d/.exec(detalhes)?.[0])).toEqual([
    'tentativa 1 de 4',
    'tentativa 2 de 4',
    'tentativa 3 de 4',
  ]);
  const announced = retries.map(({ detalhes }) =>
    Number(/Próxima tentativa em ([\d,]+) s\.$/.exec(detalhes)?.[1]?.replace(',', '.')),
  );
  // Waits before the retries, as multiples of PROVIDER_RETRY_MS, less at most an eighth: 1, 6 and 30 if the provider is
  // silent; 1/40, 1/10 and 30 if it answers other requests, as it does here unless this machine stalls.
  for (const [index, seconds] of announced.entries()) {
    const [least, most] = (
      [
        [0.025, 1],
        [0.1, 6],
        [30, 30],
      ] as const
    )[index] ?? [0, 0];
    expect(seconds).toBeGreaterThanOrEqual(least * (RETRY_MS / 1000) * (7 / 8) - 0.06);
    expect(seconds).toBeLessThanOrEqual(most * (RETRY_MS / 1000) + 0.06);
  }
  expect(announced).toEqual(announced.toSorted((a, b) => a - b));
  const times = run.eventos
    .slice(run.eventos.indexOf(retries[0] as never))
    .map(({ timestamp }) => timestamp.getTime());
  const waited = times.slice(1).map((time, index) => (time - (times[index] as number)) / 1000);
  expect(waited).toHaveLength(3);
  for (const [index, seconds] of waited.entries())
    expect(seconds).toBeGreaterThanOrEqual((announced[index] ?? 0) - 0.06);
  expect(await balanceOf(deps, tenant.empresa.id)).toEqual({ saldo: 1000, soma: 1000 });

  stubborn = false;
  fake.requests.length = 0;
  const letter = await deps.prisma.letraMorta.findFirstOrThrow({ where: { execucaoId } });
  expect(letter).toMatchObject({ etapa: 'negocio', status: 'aberta' });
  const again = await retryDeadLetter(deps.db, {
    entrevistaMinutos: 20,
    scope: { kind: 'empresa', empresaId: tenant.empresa.id },
    letraId: letter.id,
    actor: SYSTEM_ACTOR,
  });
  const second = await waitForRun(deps, again.execucaoId);
  expect(second.item.status).toBe('concluido');
  expect(asked(again.execucaoId)).toEqual(['negocio']);
  expect(await balanceOf(deps, tenant.empresa.id)).toEqual({ saldo: 999, soma: 999 });
  const captured = { empresaId: tenant.empresa.id, tipo: 'captura' as const };
  expect(await deps.prisma.creditoLancamento.count({ where: captured })).toBe(1);
});

it('without the dead-letter queue the last failure ends the item, and nothing is put there', async () => {
  const tenant = await createPipelineTenant(deps, {
    config: { retryConfig: { max_retries: 0, dead_letter_queue: false } },
  });
  fake.intercept = ({ tarefa }) => (tarefa === 'insight' ? { status: 503 } : undefined);
  const { execucaoId } = await request(deps, await createRecordedItem(deps, tenant));
  const run = await waitForRun(deps, execucaoId);
  expect(run.item.status).toBe('erro');
  expect(run.eventos.filter(({ evento }) => evento === 'Nova tentativa agendada')).toHaveLength(0);
  expect(await deps.prisma.letraMorta.count({ where: { execucaoId } })).toBe(0);
});
