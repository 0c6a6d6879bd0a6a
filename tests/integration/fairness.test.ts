// A company that queues a thousand recordings does not stand in front of one that queues twenty.
//
// The wait is measured from the request to the end of the run: what people wait for. Measured to the first stage's start it
// would flatter us, since the audio stage runs ahead of the provider's slots. The mean of A's thousand is mostly the time that
// A's own crowd takes; B's twenty came last, and in order of arrival would wait twice A's mean.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeTestDeps, createTestDeps } from '../support/app.ts';
import { type FakeProvider, startFakeProvider } from '../support/fake-provider.ts';
import {
  createPipelineTenant,
  createRecordedItem,
  type PipelineTenant,
  request,
  startTestWorker,
  stopTestWorker,
} from '../support/pipeline.ts';

const CROWD = 1000;
const FEW = 20;

const deps = createTestDeps();
let fake: FakeProvider;
beforeAll(async () => {
  fake = await startFakeProvider();
  fake.latencyMs = { transcricao: 0, chat: 40 };
});
afterAll(async () => {
  await fake.close();
  await closeTestDeps(deps);
});

/**
 * Items that were processed once, ready for their analysis to be made anew: the same requests, admission, relay, queues and
 * slots as any run's, without a thousand decodings, which would measure this machine's processor.
 */
async function createTranscribedItems(tenant: PipelineTenant, n: number): Promise<string[]> {
  const { arquivoPath } = await createRecordedItem(deps, tenant);
  const ids = Array.from({ length: n }, () => randomUUID());
  const place = [tenant.empresa.id, tenant.projeto.id, tenant.auditoria.id];
  await deps.pool.query(
    `INSERT INTO auditoria_itens (id, empresa_id, projeto_id, auditoria_id, status, arquivo_path)
     SELECT id, $1, $2, $3, 'concluido', $5 FROM unnest($4::uuid[]) AS i (id)`,
    [...place, ids, arquivoPath],
  );
  // The item's id serves as that of its run, its result and its transcript.
  await deps.pool.query(
    `INSERT INTO execucoes (id, empresa_id, projeto_id, item_id, status, etapa_atual, origem, configuracao, admitida_em,
       terminada_em)
     SELECT id, $1, $2, id, 'concluida', 'contabilizacao', 'manual', '{}', now(), now() FROM unnest($3::uuid[]) AS i (id)`,
    [place[0], place[1], ids],
  );
  await deps.pool.query(
    `INSERT INTO execucao_etapas (execucao_id, etapa, empresa_id, status, saida)
     SELECT id, 'audio', $1, 'concluida', jsonb_build_object('arquivoPath', $3::text) FROM unnest($2::uuid[]) AS i (id)`,
    [place[0], ids, arquivoPath],
  );
  await deps.pool.query(
    `INSERT INTO auditoria_resultados (id, empresa_id, projeto_id, auditoria_id, item_id, execucao_id, status_processamento,
       updated_at)
     SELECT id, $1, $2, $3, id, id, 'concluido', now() FROM unnest($4::uuid[]) AS i (id)`,
    [...place, ids],
  );
  await deps.pool.query(
    `INSERT INTO transcricoes (id, empresa_id, projeto_id, item_id, resultado_id, canal, papel, modelo, full_text)
     SELECT id, $1, $2, id, id, 'left', 'agente', 'whisper-1', 'Bom dia.' FROM unnest($3::uuid[]) AS i (id)`,
    [place[0], place[1], ids],
  );
  await deps.pool.query(
    `INSERT INTO sentencas (id, empresa_id, transcricao_id, ordem, texto, start_ms, end_ms)
     SELECT gen_random_uuid(), $1, id, 1, 'Bom dia.', 0, 900 FROM unnest($2::uuid[]) AS i (id)`,
    [place[0], ids],
  );
  return ids;
}

async function requestAll(tenant: PipelineTenant, ids: readonly string[]): Promise<void> {
  const waiting = [...ids];
  const lines = Array.from({ length: 4 }, async () => {
    for (let id = waiting.pop(); id; id = waiting.pop()) {
      await request(deps, { id, empresaId: tenant.empresa.id }, 'regenerar');
    }
  });
  await Promise.all(lines);
}

/** Of a company's requested runs: how many have not ended, and their mean wait so far, s, from `since` at the earliest. */
async function waits(tenant: PipelineTenant, since: Date): Promise<{ open: number; mean: number }> {
  const { rows } = await deps.pool.query<{ open: number; mean: number }>(
    `SELECT count(*) FILTER (WHERE terminada_em IS NULL)::int AS open,
       avg(extract(epoch FROM coalesce(terminada_em, now()) - greatest(created_at, $2)))::float8 AS mean
     FROM execucoes WHERE empresa_id = $1 AND origem = 'regenerar'`,
    [tenant.empresa.id, since],
  );
  const failed = await deps.prisma.execucao.count({
    where: { empresaId: tenant.empresa.id, status: { in: ['erro', 'ignorada'] } },
  });
  expect(failed).toBe(0);
  return rows[0] as { open: number; mean: number };
}

it(`B's ${FEW} wait less than a tenth of what A's ${CROWD} wait that were queued before`, async () => {
  const a = await createPipelineTenant(deps, { templates: 0, creditos: CROWD });
  const b = await createPipelineTenant(deps, { templates: 0, creditos: FEW });
  const [crowd, few] = [await createTranscribedItems(a, CROWD), await createTranscribedItems(b, FEW)];
  await requestAll(a, crowd);
  const worker = await startTestWorker(deps, fake.url, { PROVIDER_SLOTS: 4, AUDIO_SLOTS: 2 });
  // Nobody worked before: A's wait counts from here.
  const since = new Date();
  await expect.poll(async () => (await waits(a, since)).open, { timeout: 15_000 }).toBeLessThan(CROWD - 20);
  await requestAll(b, few);
  let mine = await waits(b, since);
  while (mine.open > 0) {
    await sleep(50);
    mine = await waits(b, since);
  }
  // What A has waited by now can only grow: as soon as it is ten times B's, the rest of A's crowd need not be waited for.
  let theirs = await waits(a, since);
  const openWhenDone = theirs.open;
  while (theirs.open > 0 && mine.mean >= theirs.mean * 0.1) {
    await sleep(250);
    theirs = await waits(a, since);
  }
  await stopTestWorker(worker);
  expect(openWhenDone).toBeGreaterThan(CROWD / 2);
  expect(mine.mean).toBeLessThan(theirs.mean * 0.1);
}, 90_000);
