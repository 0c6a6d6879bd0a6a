// The demonstration's survey has the speakers and verdicts that a live run of its recordings finds. After a deliberate
// change of the pipeline, GRAVAR_EXEMPLO=1 writes the voices' scores again.
import { writeFile } from 'node:fs/promises';
import { PASTA } from '@escuta/shared/services/surveys/sample-interviews';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDemoAi, type DemoAi } from '../../demo-ai/src/server.ts';
import { seedSurvey } from '../../prisma/seed/scenarios/demo/survey.ts';
import type { RunningWorker } from '../../worker/src/worker.ts';
import { closeTestDeps, createTestDeps } from '../support/app.ts';
import {
  createPipelineTenant,
  type PipelineTenant,
  request,
  startTestWorker,
  stopTestWorker,
  waitForRun,
} from '../support/pipeline.ts';

const deps = createTestDeps();
let demo: DemoAi;
let worker: RunningWorker;
let tenant: PipelineTenant;

beforeAll(async () => {
  demo = await createDemoAi();
  worker = await startTestWorker(deps, await demo.listen({ host: '127.0.0.1', port: 0 }));
  tenant = await createPipelineTenant(deps, { templates: 0 });
  await seedSurvey(deps, tenant.empresa.id);
});
afterAll(async () => {
  await stopTestWorker(worker);
  await demo.close();
  await closeTestDeps(deps);
});

type Heard = { texto: string; voz: number | null; falante: string; origem: string | null };

/** Reads a run's sentences with their speakers, and its verdict on each question. */
async function foundBy(execucaoId: string) {
  const { rows: sentencas } = await deps.db.query<Heard>(
    `select s.texto, s.voz, coalesce(p.falante, s.falante) as falante, p.origem from sentencas s
       join transcricoes t on t.id = s.transcricao_id join auditoria_resultados r on r.id = t.resultado_id
       left join sentenca_papeis p on p.sentenca_id = s.id
     where r.execucao_id = $1 order by s.ordem`,
    [execucaoId],
  );
  const { rows: vereditos } = await deps.db.query<{ codigo: string; veredito: string }>(
    `select q.codigo, c.veredito from confrontos c join perguntas q on q.id = c.pergunta_id
     where c.execucao_id = $1 order by c.ordem`,
    [execucaoId],
  );
  return { sentencas, vereditos };
}

it('each interview of the demonstration has the speakers and verdicts of a live run', async () => {
  const { rows: items } = await deps.db.query<{ id: string; run: string; amostra: string }>(
    `select i.id, x.id as run, i.metadata ->> 'amostra' as amostra from auditoria_itens i
      join execucoes x on x.item_id = i.id
     where i.empresa_id = $1 and i.metadata ->> 'amostra' like 'entrevista-%' order by 3`,
    [tenant.empresa.id],
  );
  expect(items).toHaveLength(12);
  for (const { id, run, amostra } of items) {
    const seeded = await foundBy(run);
    const { execucaoId } = await request(deps, { id, empresaId: tenant.empresa.id });
    expect((await waitForRun(deps, execucaoId)).status, amostra).toBe('concluida');
    const live = await foundBy(execucaoId);
    const said = ({ sentencas }: typeof live) =>
      sentencas.map(({ texto, falante }) => `${falante}: ${texto}`);
    if (process.env.GRAVAR_EXEMPLO) {
      const scores = live.sentencas.map(({ voz }) => (voz === null ? null : Math.round(voz * 1000) / 1000));
      await writeFile(`${PASTA}${amostra}.vozes`, `${JSON.stringify(scores)}\n`);
      continue;
    }
    expect(said(seeded), amostra).toEqual(said(live));
    expect(seeded.vereditos, amostra).toEqual(live.vereditos);
  }
}, 600_000);
