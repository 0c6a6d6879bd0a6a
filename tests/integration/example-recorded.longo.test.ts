// The stored analyses of the example of 'Primeiros passos' and of the demonstration's calls with sound equal what the
// present pipeline finds. After a deliberate change of the pipeline, GRAVAR_EXEMPLO=1 writes the stored analyses again.
import { readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { ExemploGravado } from '@escuta/shared/domain/transcripts/recorded-example';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { EXEMPLO } from '../../api/src/features/projetos/example-analysis.ts';
import { createDemoAi, type DemoAi } from '../../demo-ai/src/server.ts';
import type { RunningWorker } from '../../worker/src/worker.ts';
import { closeTestDeps, createTestDeps } from '../support/app.ts';
import {
  createPipelineTenant,
  createRecordedItem,
  request,
  startTestWorker,
  stopTestWorker,
  waitForRun,
} from '../support/pipeline.ts';
import { readRecorded } from '../support/recorded-run.ts';

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

const PASTA = dirname(EXEMPLO.arquivo);

it.each([
  { amostra: EXEMPLO.amostra, arquivo: EXEMPLO.arquivo },
  ...['cancelamento-mal-conduzido', 'cobranca-com-ofensa', 'venda-de-fibra'].map((amostra) => ({
    amostra,
    arquivo: `${PASTA}/${amostra}.json`,
  })),
])('shows of $amostra what a run of the recording finds', async ({ amostra, arquivo }) => {
  const tenant = await createPipelineTenant(deps, { templates: 0 });
  for (const template of EXEMPLO.templates()) {
    const { promptTemplate, parametrosObrigatorios, criterios, nome, categoria, descricao } = template;
    const empresaId = tenant.empresa.id;
    await deps.prisma.insightTemplate.create({
      data: {
        empresaId,
        nome,
        categoria,
        descricao,
        versoes: {
          create: {
            empresaId,
            versao: 1,
            nome,
            categoria,
            temperature: 0,
            maxTokens: 2000,
            promptTemplate,
            parametrosObrigatorios,
            criterios,
          },
        },
        projetos: { create: { empresaId, projetoId: tenant.projeto.id, parametros: EXEMPLO.parametros } },
      },
    });
  }
  const item = await createRecordedItem(deps, tenant, amostra);
  const { execucaoId } = await request(deps, item);
  expect((await waitForRun(deps, execucaoId)).status).toBe('concluida');
  const truth = JSON.parse(await readFile(`${dirname(EXEMPLO.gravacao)}/${amostra}.json`, 'utf8'));
  const { titulo, numeroDestino, ramal, nomeEntrevistado } = truth;
  const found = {
    ligacao: { titulo, numeroDestino, ramal, nomeEntrevistado },
    ...(await readRecorded(deps, execucaoId)),
  };
  if (process.env.GRAVAR_EXEMPLO) await writeFile(arquivo, `${JSON.stringify(found, null, 1)}\n`);
  const stored = JSON.parse(await readFile(arquivo, 'utf8')) as ExemploGravado;

  // Versions of ffmpeg measure sound differently, so words and judgements must be equal, and times nearly equal.
  const words = ({ transcricoes, insights, analiseTexto }: ExemploGravado) => ({
    analiseTexto: { ...analiseTexto, sentimentoPorQuarto: [] },
    transcricoes: transcricoes.map(({ sentencas, ...rest }) => ({
      ...rest,
      sentencas: sentencas.map(({ start_ms: _start, end_ms: _end, ...words }) => words),
    })),
    insights: insights.map(({ evidencias, ...rest }) => ({
      ...rest,
      evidencias: evidencias.map(({ start_ms: _start, end_ms: _end, ...quote }) => quote),
    })),
  });
  expect(words(found)).toEqual(words(stored));
  const times = ({ transcricoes, insights }: ExemploGravado) =>
    [...transcricoes.flatMap(({ sentencas }) => sentencas), ...insights.flatMap((one) => one.evidencias)].map(
      ({ start_ms, end_ms }) => [start_ms ?? 0, end_ms ?? 0],
    );
  const before = times(stored).flat();
  times(found)
    .flat()
    .forEach((ms, index) => {
      expect(Math.abs(ms - (before[index] ?? Number.NaN))).toBeLessThan(400);
    });
  expect(Math.abs(found.duracaoS - stored.duracaoS)).toBeLessThanOrEqual(1);
});
