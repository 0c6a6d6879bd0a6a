// Company A, which queues a thousand recordings (npm test: 500), must not delay company B, which queues twenty (npm
// test: ten). A wait is counted in places: the number of A's runs that end between a request and the end of the
// requested run. This number does not depend on the machine's speed. Counting only until the run's first stage starts
// would give too good figures, because the audio stage runs ahead of the provider's slots. If runs were done in order
// of arrival, each of B's runs would wait for all of A's runs, and each of A's runs for half of them on average.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeTestDeps, createTestDeps } from '../support/app.ts';
import { type FakeProvider, startFakeProvider } from '../support/fake-provider.ts';
import { LONGO } from '../support/longo.ts';
import {
  createPipelineTenant,
  createRecordedItem,
  type PipelineTenant,
  request,
  startTestWorker,
  stopTestWorker,
} from '../support/pipeline.ts';

// Company A has fifty times as many runs as company B, in npm test and in the long test alike. npm test requests only
// 500 runs of A, because the requests take nearly all of this file's time.
const CROWD = LONGO ? 1000 : 500;
const FEW = CROWD / 50;

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
 * Creates items that have an earlier result, ready for a new analysis. Their runs use the same requests, admission,
 * relay, queues and slots as every run, but no sound is decoded: a thousand decodings would measure the processor.
 */
async function createTranscribedItems(tenant: PipelineTenant, n: number): Promise<string[]> {
  const { arquivoPath } = await createRecordedItem(deps, tenant);
  const ids = Array.from({ length: n }, () => randomUUID());
  const place = [tenant.empresa.id, tenant.projeto.id, tenant.auditoria.id];
  await deps.db.query(
    `insert into auditoria_itens (id, empresa_id, projeto_id, auditoria_id, status, arquivo_path)
     select id, $1, $2, $3, 'concluido', $5 from unnest($4::uuid[]) as i (id)`,
    [...place, ids, arquivoPath],
  );
  // The item's id is also the id of its run, result and transcript.
  await deps.db.query(
    `insert into execucoes (id, empresa_id, projeto_id, item_id, status, etapa_atual, origem, configuracao, admitida_em,
       terminada_em)
     select id, $1, $2, id, 'concluida', 'contabilizacao', 'manual', '{}', now(), now()
       from unnest($3::uuid[]) as i (id)`,
    [place[0], place[1], ids],
  );
  await deps.db.query(
    `insert into execucao_etapas (execucao_id, etapa, ordem, empresa_id, status, saida)
     select i.id, e.etapa, e.ordem, $1, 'concluida', e.saida from unnest($2::uuid[]) as i (id),
       (values ('audio'::etapa, 1, jsonb_build_object('arquivoPath', $3::text)), ('transcricao'::etapa, 2, null))
         as e (etapa, ordem, saida)`,
    [place[0], ids, arquivoPath],
  );
  await deps.db.query(
    `insert into auditoria_resultados (id, empresa_id, projeto_id, auditoria_id, item_id, execucao_id,
      status_processamento,
       updated_at)
     select id, $1, $2, $3, id, id, 'concluido', now() from unnest($4::uuid[]) as i (id)`,
    [...place, ids],
  );
  await deps.db.query(
    `insert into transcricoes (id, empresa_id, projeto_id, item_id, resultado_id, canal, modelo, full_text)
     select id, $1, $2, id, id, 'left', 'whisper-1', 'Bom dia.' from unnest($3::uuid[]) as i (id)`,
    [place[0], place[1], ids],
  );
  await deps.db.query(
    `insert into sentencas (id, empresa_id, transcricao_id, ordem, texto, start_ms, end_ms, falante)
     select gen_random_uuid(), $1, id, 1, 'Bom dia.', 0, 900, 'agente' from unnest($2::uuid[]) as i (id)`,
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

/** Counts a company's open and ended runs, and fails the test if a run has failed. */
async function runsOf(tenant: PipelineTenant): Promise<{ open: number; ended: number }> {
  // A prepared statement, because the test sends it ten times a second while it measures.
  const { rows } = await deps.db.query<{ open: number; ended: number; failed: number }>({
    name: 'runs-of',
    text: `select count(*) filter (where terminada_em is null)::int as open, count(terminada_em)::int as ended,
             count(*) filter (where status in ('erro', 'ignorada'))::int as failed
           from execucoes where empresa_id = $1 and origem = 'regenerar'`,
    values: [tenant.empresa.id],
  });
  const { failed, ...found } = rows[0] ?? { open: 0, ended: 0, failed: 0 };
  expect(failed).toBe(0);
  return found;
}

/** Reads the start and end of each run that the company requested. */
async function waitsOf(tenant: PipelineTenant): Promise<{ created_at: Date; terminada_em: Date | null }[]> {
  const { rows } = await deps.db.query<{ created_at: Date; terminada_em: Date | null }>(
    `select created_at, terminada_em from execucoes where empresa_id = $1 and origem = 'regenerar'`,
    [tenant.empresa.id],
  );
  return rows;
}

it(`B's ${FEW} wait for less than a tenth of the places that A's ${CROWD} wait for, queued before`, async () => {
  const a = await createPipelineTenant(deps, { templates: 0, creditos: CROWD });
  const b = await createPipelineTenant(deps, { templates: 0, creditos: FEW });
  const [crowd, few] = [await createTranscribedItems(a, CROWD), await createTranscribedItems(b, FEW)];
  await requestAll(a, crowd);
  const worker = await startTestWorker(deps, fake.url, { PROVIDER_SLOTS: 4, AUDIO_SLOTS: 2 });
  // A's runs are in progress when B's arrive.
  await expect.poll(async () => (await runsOf(a)).ended, { interval: 100 }).toBeGreaterThan(20);
  await requestAll(b, few);
  await expect.poll(async () => (await runsOf(b)).open, { timeout: 480_000, interval: 100 }).toBe(0);
  const ended = (await waitsOf(a)).flatMap(({ terminada_em }) => (terminada_em ? [terminada_em] : []));
  await stopTestWorker(worker);
  // Every run used its item's existing transcript, without a new request for a transcript.
  expect(fake.requests.filter(({ rota }) => rota === 'transcricao')).toEqual([]);
  const places = (await waitsOf(b)).map(
    (run) =>
      ended.filter((moment) => moment > run.created_at && run.terminada_em && moment <= run.terminada_em)
        .length,
  );
  const mean = places.reduce((sum, n) => sum + n, 0) / places.length;
  expect(places).toHaveLength(FEW);
  expect(mean).toBeLessThan(CROWD / 2 / 10);
}, 600_000);
