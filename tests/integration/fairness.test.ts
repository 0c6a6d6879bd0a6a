// A company that queues a thousand recordings (npm test: 500) does not stand in front of one that queues twenty (ten).
//
// A wait is counted in places, not in seconds: how many runs of A's crowd end from a request to the end of its run. A busy
// machine makes everybody wait longer, and nobody another number of places. Counted to the first stage's start it would
// flatter us, since the audio stage runs ahead of the provider's slots. In order of arrival each of B's, which came last,
// would wait for all of A's crowd; A's own wait for half of it, on average.
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

// Fifty to one in both forms: npm test makes half of the thousand, whose requests are nearly all that this file costs.
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
 * Items that were processed once, ready for their analysis to be made anew: the same requests, admission, relay, queues and
 * slots as any run's, without a thousand decodings, which would measure this machine's processor.
 */
async function createTranscribedItems(tenant: PipelineTenant, n: number): Promise<string[]> {
  const { arquivoPath } = await createRecordedItem(deps, tenant);
  const ids = Array.from({ length: n }, () => randomUUID());
  const place = [tenant.empresa.id, tenant.projeto.id, tenant.auditoria.id];
  await deps.db.query(
    `INSERT INTO auditoria_itens (id, empresa_id, projeto_id, auditoria_id, status, arquivo_path)
     SELECT id, $1, $2, $3, 'concluido', $5 FROM unnest($4::uuid[]) AS i (id)`,
    [...place, ids, arquivoPath],
  );
  // The item's id serves as that of its run, its result and its transcript.
  await deps.db.query(
    `INSERT INTO execucoes (id, empresa_id, projeto_id, item_id, status, etapa_atual, origem, configuracao, admitida_em,
       terminada_em)
     SELECT id, $1, $2, id, 'concluida', 'contabilizacao', 'manual', '{}', now(), now() FROM unnest($3::uuid[]) AS i (id)`,
    [place[0], place[1], ids],
  );
  await deps.db.query(
    `INSERT INTO execucao_etapas (execucao_id, etapa, ordem, empresa_id, status, saida)
     SELECT i.id, e.etapa, e.ordem, $1, 'concluida', e.saida FROM unnest($2::uuid[]) AS i (id),
       (VALUES ('audio'::etapa, 1, jsonb_build_object('arquivoPath', $3::text)), ('transcricao'::etapa, 2, NULL))
         AS e (etapa, ordem, saida)`,
    [place[0], ids, arquivoPath],
  );
  await deps.db.query(
    `INSERT INTO auditoria_resultados (id, empresa_id, projeto_id, auditoria_id, item_id, execucao_id, status_processamento,
       updated_at)
     SELECT id, $1, $2, $3, id, id, 'concluido', now() FROM unnest($4::uuid[]) AS i (id)`,
    [...place, ids],
  );
  await deps.db.query(
    `INSERT INTO transcricoes (id, empresa_id, projeto_id, item_id, resultado_id, canal, modelo, full_text)
     SELECT id, $1, $2, id, id, 'left', 'whisper-1', 'Bom dia.' FROM unnest($3::uuid[]) AS i (id)`,
    [place[0], place[1], ids],
  );
  await deps.db.query(
    `INSERT INTO sentencas (id, empresa_id, transcricao_id, ordem, texto, start_ms, end_ms, falante)
     SELECT gen_random_uuid(), $1, id, 1, 'Bom dia.', 0, 900, 'agente' FROM unnest($2::uuid[]) AS i (id)`,
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

/** How many of a company's requested runs are open, and have ended. None may have failed. */
async function runsOf(tenant: PipelineTenant): Promise<{ open: number; ended: number }> {
  // Asked ten times a second, beside the work that is waited for.
  const { rows } = await deps.db.query<{ open: number; ended: number; failed: number }>({
    name: 'runs-of',
    text: `SELECT count(*) FILTER (WHERE terminada_em IS NULL)::int AS open, count(terminada_em)::int AS ended,
             count(*) FILTER (WHERE status IN ('erro', 'ignorada'))::int AS failed
           FROM execucoes WHERE empresa_id = $1 AND origem = 'regenerar'`,
    values: [tenant.empresa.id],
  });
  const { failed, ...found } = rows[0] ?? { open: 0, ended: 0, failed: 0 };
  expect(failed).toBe(0);
  return found;
}

/** When a company's requested runs began to wait, and ended. */
async function waitsOf(tenant: PipelineTenant): Promise<{ created_at: Date; terminada_em: Date | null }[]> {
  const { rows } = await deps.db.query<{ created_at: Date; terminada_em: Date | null }>(
    `SELECT created_at, terminada_em FROM execucoes WHERE empresa_id = $1 AND origem = 'regenerar'`,
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
  // A's crowd is at work when B comes.
  await expect.poll(async () => (await runsOf(a)).ended, { interval: 100 }).toBeGreaterThan(20);
  await requestAll(b, few);
  await expect.poll(async () => (await runsOf(b)).open, { timeout: 480_000, interval: 100 }).toBe(0);
  const ended = (await waitsOf(a)).flatMap(({ terminada_em }) => (terminada_em ? [terminada_em] : []));
  await stopTestWorker(worker);
  // What stands was worked on, not made anew.
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
