// The sample call through a real worker and the demo AI: the same path as with a paid provider.
import { normaliseQuote } from '@escuta/shared/domain/transcripts/evidence';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDemoAi, type DemoAi } from '../../demo-ai/src/server.ts';
import { DEMO_TEMPLATES } from '../../prisma/seed/templates.ts';
import type { RunningWorker } from '../../worker/src/worker.ts';
import { closeTestDeps, createTestDeps } from '../support/app.ts';
import { cases, longo } from '../support/longo.ts';
import {
  createPipelineTenant,
  createRecordedItem,
  createTemplate,
  readTruth,
  request,
  startTestWorker,
  stopTestWorker,
  waitForRun,
} from '../support/pipeline.ts';

const deps = createTestDeps();
let demo: DemoAi;
let worker: RunningWorker;

beforeAll(async () => {
  demo = await createDemoAi();
  worker = await startTestWorker(deps, await demo.listen({ host: '127.0.0.1', port: 0 }));
});
afterAll(async () => {
  await stopTestWorker(worker);
  await demo.close();
  await closeTestDeps(deps);
});

async function createTenant() {
  const tenant = await createPipelineTenant(deps, { templates: 0 });
  for (const { nome, promptTemplate, criterios } of DEMO_TEMPLATES.slice(1)) {
    await createTemplate(deps, tenant.projeto, nome, { promptTemplate, criterios });
  }
  return tenant;
}

it.each(cases([true, false]))(
  'puts each sentence on its side at its time (silences shortened: %s)',
  async (enhance_speed) => {
    const tenant = await createTenant();
    await deps.prisma.configuracaoProcessamento.updateMany({
      where: { empresaId: tenant.empresa.id },
      data: { audioProcessingConfig: { enhance_speed } },
    });
    const item = await createRecordedItem(deps, tenant, 'amostra-principal');
    const { execucaoId } = await request(deps, item);
    const run = await waitForRun(deps, execucaoId);
    expect(run.item).toMatchObject({ status: 'concluido', motivo: null, callDuration: 83 });
    const sentences = await deps.prisma.sentenca.findMany({
      where: { transcricao: { resultado: { execucaoId } } },
      include: { transcricao: true },
      orderBy: { ordem: 'asc' },
    });
    const truth = await readTruth('amostra-principal');
    expect(sentences).toHaveLength(truth.sentencas.length);
    for (const told of truth.sentencas) {
      const heard = sentences.find(({ texto }) => normaliseQuote(texto) === normaliseQuote(told.texto));
      expect(heard, told.texto).toBeDefined();
      expect(heard?.transcricao.canal).toBe(told.canal);
      expect(heard?.falante).toBe(told.canal === 'left' ? 'agente' : 'cliente');
      expect(Math.abs((heard?.startMs ?? 0) - told.startMs), told.texto).toBeLessThan(400);
      expect(Math.abs((heard?.endMs ?? 0) - told.endMs), told.texto).toBeLessThan(400);
    }
    const insights = await deps.prisma.insight.findMany({
      where: { execucaoId },
      include: { evidencias: true },
    });
    expect(insights).toHaveLength(3);
    for (const insight of insights) {
      expect(insight).toMatchObject({ statusProcessamento: 'concluido', semEvidencia: false });
      expect(insight.evidencias.every(({ verificada }) => verificada)).toBe(true);
    }
  },
  90_000,
);

longo.test(
  'refuses a recording that the demo AI does not know, with its own words and the credit back',
  async () => {
    const tenant = await createTenant();
    const { execFileSync } = await import('node:child_process');
    const { join } = await import('node:path');
    const file = join(deps.env.STORAGE_DIR, 'ao-contrario.wav');
    // The engine still hears speech in the reversed sound, but the demo AI recognises none of it.
    execFileSync('ffmpeg', [
      '-v',
      'error',
      '-y',
      '-i',
      'samples/venda-de-fibra.mp3',
      '-af',
      'areverse',
      file,
    ]);
    const { execucaoId } = await request(deps, await createRecordedItem(deps, tenant, file));
    const run = await waitForRun(deps, execucaoId);
    expect(run.status).toBe('erro');
    expect(run.item.motivo).toMatch(/demonstração/);
    const { saldoCreditos } = await deps.prisma.empresa.findUniqueOrThrow({
      where: { id: tenant.empresa.id },
    });
    expect(saldoCreditos).toBe(1000);
  },
);
