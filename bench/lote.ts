import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@escuta/prisma/db';
import type { EstimativaWire } from '@escuta/shared/contracts/calls/lotes';
import { newId } from '@escuta/shared/platform/database/ids';
import { loadEnv } from '@escuta/shared/platform/process/env';
import { createStore } from '@escuta/shared/platform/storage/create-store';
import { changeBalance } from '@escuta/shared/services/credits/ledger';
import { freePort } from '../scripts/lib/ports.mjs';
import { createProject, signIn, startApi, type Volume } from './installation.ts';
import { linkTemplate } from './pipeline.ts';
import { median, ROOT, type Row, row, startProgram } from './support.ts';

const BULK = 10_000;
const CLICKS = 15;
/** LEARNT: number of runs that teach the product the price. FORESEEN: number of calls whose price it estimates. */
const LEARNT = 60;
const FORESEEN = 200;
/** Time of a provider's answer, ms; typical of a real provider. */
const PROVIDER_MS = 700;
const SAMPLES = ['amostra-principal', 'cancelamento-mal-conduzido', 'cobranca-com-ofensa', 'venda-de-fibra'];
const SHORT = 'teste-curta';

type Session = { base: string; headers: Record<string, string> };

type Ground = { db: Database; session: Session; projetoId: string; calls: Calls };

/** Runs `measure` with the real API, a real worker, the demonstration's AI provider, and a project with credits. */
async function withBulkGround(
  pool: Database,
  { empresaId, login }: Volume,
  measure: (ground: Ground) => Promise<Row[]>,
): Promise<Row[]> {
  const [providerPort, metricsPort] = [await freePort(), await freePort()];
  const provider = await startProgram(
    'demo-ai/src/main.ts',
    { PORT: String(providerPort), DEMO_AI_LATENCIA_MS: String(PROVIDER_MS) },
    async () => (await fetch(`http://127.0.0.1:${providerPort}/health`)).ok,
  );
  const providerEnv = {
    OPENAI_BASE_URL: `http://127.0.0.1:${providerPort}/v1`,
    OPENAI_API_KEY: 'bench',
    LOG_LEVEL: 'warn',
  };
  const api = await startApi(providerEnv);
  const worker = await startProgram(
    'worker/src/main.ts',
    { ...providerEnv, METRICS_PORT: String(metricsPort) },
    async () => (await fetch(`http://127.0.0.1:${metricsPort}/ready`)).ok,
  );
  try {
    const session = { base: api.base, headers: await signIn(api.base, login) };
    await changeBalance(pool, {
      empresaId,
      tipo: 'ajuste',
      quantidade: 20_000,
      chaveIdempotente: `bench-${randomUUID()}`,
      descricao: 'Medida de lotes',
    });
    const project = await createProject(pool, empresaId, 'Lote');
    await linkTemplate(pool, empresaId, project.projetoId);
    const calls = callsOf(pool, { empresaId, ...project }, await storeSamples(empresaId));
    return await measure({ db: pool, session, projetoId: project.projetoId, calls });
  } finally {
    await worker.stop();
    await api.stop();
    await provider.stop();
  }
}

/** Stores the samples as objects of the company. Returns the objects' keys by the samples' names. */
async function storeSamples(empresaId: string): Promise<ReadonlyMap<string, string>> {
  const store = await createStore(loadEnv());
  const keys = new Map<string, string>();
  for (const name of [...SAMPLES, SHORT]) {
    const key = `${empresaId}/${randomUUID()}/${randomUUID()}`;
    await store.put(key, createReadStream(join(ROOT, 'samples', `${name}.mp3`)), {
      contentType: 'audio/mpeg',
    });
    keys.set(name, key);
  }
  return keys;
}

type Calls = (n: number, sample: (index: number) => string) => Promise<string[]>;

/** Makes calls with recordings; each sample is stored once and shared. */
function callsOf(
  pool: Database,
  { empresaId, projetoId, auditoriaId }: { empresaId: string; projetoId: string; auditoriaId: string },
  keys: ReadonlyMap<string, string>,
): Calls {
  return async (n, sample) => {
    const ids = Array.from({ length: n }, () => newId());
    await pool.query(
      `insert into auditoria_itens (id, empresa_id, projeto_id, auditoria_id, arquivo_path, arquivo_nome, arquivo_tipo)
       select i.id, $3, $4, $5, i.chave, 'ligacao.mp3', 'audio/mpeg'
         from unnest($1::uuid[], $2::text[]) as i (id, chave)`,
      [ids, ids.map((_, index) => keys.get(sample(index))), empresaId, projetoId, auditoriaId],
    );
    return ids;
  };
}

async function post<T>({ base, headers }: Session, path: string, body: object): Promise<T> {
  const response = await fetch(`${base}${path}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return ((await response.json()) as { data: T }).data;
}

const startBulk = async (session: Session, projetoId: string, selecao: object): Promise<string> => {
  const { id } = await post<{ id: string }>(session, '/lotes', {
    projetoId,
    selecao,
    creditosConfirmados: 20_000,
  });
  return id;
};

/** Counts the task's runs by state. */
async function runsOf(pool: Database, tarefaId: string): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ status: string; n: number }>(
    'select status, count(*)::int as n from execucoes where tarefa_id = $1 group by 1',
    [tarefaId],
  );
  return Object.fromEntries(rows.map(({ status, n }) => [status, n]));
}

async function untilTask(pool: Database, id: string, reached: () => Promise<boolean>): Promise<void> {
  const limit = Date.now() + 1_200_000;
  while (!(await reached())) {
    if (Date.now() > limit)
      throw new Error(`bulk run stands still: ${JSON.stringify(await runsOf(pool, id))}`);
    await sleep(200);
  }
}

const ended = (pool: Database, id: string) => async () => {
  const { rows } = await pool.query<{ status: string; erro: string | null }>(
    'select status, erro from tarefas where id = $1',
    [id],
  );
  if (rows[0]?.erro) throw new Error(`bulk run: ${rows[0].erro}`);
  return rows[0]?.status === 'concluida';
};

/** Compares the real cost of 200 calls with the estimate shown to people, learnt from calls of other lengths. */
export const measureBulkCost = (pool: Database, company: Volume): Promise<Row[]> =>
  withBulkGround(pool, company, foreseenAgainstReal);

async function foreseenAgainstReal({ db: pool, session, projetoId, calls }: Ground): Promise<Row[]> {
  // One call in three is short.
  const past = await calls(LEARNT, (n) => (n % 3 === 0 ? SHORT : (SAMPLES[n % 4] as string)));
  const first = await startBulk(session, projetoId, { ids: past });
  await untilTask(pool, first, ended(pool, first));
  // Two calls in three are short.
  const ids = await calls(FORESEEN, (n) => (n % 3 === 0 ? (SAMPLES[n % 4] as string) : SHORT));
  // Stores the recordings' durations before processing, as the product does.
  await pool.query(
    `update auditoria_itens i set gravacao_ms = m.ms from (
       select arquivo_path, max(gravacao_ms) as ms from auditoria_itens where id = any($2::uuid[]) group by 1) m
     where i.arquivo_path = m.arquivo_path and i.id = any($1::uuid[])`,
    [ids, past],
  );
  const seen = await post<EstimativaWire>(session, '/lotes/estimativa', { projetoId, selecao: { ids } });
  const second = await startBulk(session, projetoId, { ids });
  await untilTask(pool, second, ended(pool, second));
  const { rows } = await pool.query<{ usd: number; creditos: number }>(
    `select (select sum(c.total_usd)::float8 from linhas_custo c join execucoes x on x.id = c.execucao_id
      where x.tarefa_id = $1) as usd,
       (select count(*)::int from credito_lancamentos l join execucoes x on x.id = l.execucao_id
        where x.tarefa_id = $1 and l.tipo = 'captura') as creditos`,
    [second],
  );
  const real = rows[0] ?? { usd: 0, creditos: 0 };
  if (!seen.usd) throw new Error('nothing was foreseen');
  console.log(
    `  200 ligações: previsto US$ ${seen.usd.medio.toFixed(6)} (${seen.usd.p10.toFixed(6)} a ${seen.usd.p90.toFixed(6)}) e ${seen.creditos} créditos; ` +
      `real US$ ${real.usd.toFixed(6)} e ${real.creditos} créditos; por ${seen.base?.execucoes} execuções`,
  );
  return [
    row(
      'Lote de 200: |previsto − real| ÷ real, USD',
      Math.abs(seen.usd.medio - real.usd) / real.usd,
      0.15,
      'max',
    ),
    row('Lote de 200: |previsto − real|, créditos', Math.abs(seen.creditos - real.creditos), 0, 'max'),
  ];
}

/** Measures the wait for the start of a single recording while a bulk run of 10,000 calls is under way. */
export const measureBulkClicks = (pool: Database, company: Volume): Promise<Row[]> =>
  withBulkGround(pool, company, clicksDuringBulk);

async function clicksDuringBulk({ db: pool, session, projetoId, calls }: Ground): Promise<Row[]> {
  await calls(BULK, (n) => SAMPLES[n % 4] as string);
  const tarefaId = await startBulk(session, projetoId, { filtro: { todas: [] }, exceto: [] });
  const clicked = await calls(CLICKS, (n) => SAMPLES[n % 4] as string);
  await untilTask(
    pool,
    tarefaId,
    async () => ((await runsOf(pool, tarefaId)) as { concluida?: number }).concluida !== undefined,
  );
  // Waits until as many runs as allowed are in progress.
  await sleep(10_000);
  const [load] = loadavg();
  const before = await runsOf(pool, tarefaId);
  const answered: number[] = [];
  const begun: number[] = [];
  const heard: number[] = [];
  for (const auditoriaItemId of clicked) {
    const at = Date.now();
    const { execucaoId } = await post<{ execucaoId: string }>(session, '/auditoria-resultado/processar', {
      auditoriaItemId,
    });
    answered.push(Date.now() - at);
    begun.push((await stageBegan(pool, execucaoId, 'audio')) - at);
    heard.push((await stageBegan(pool, execucaoId, 'transcricao')) - at);
  }
  const after = await runsOf(pool, tarefaId);
  console.log(
    `  lote de ${BULK.toLocaleString('pt-BR')}: ${JSON.stringify(before)} antes dos cliques, ${JSON.stringify(after)} depois; carga da máquina ${load?.toFixed(1)} em ${availableParallelism()} núcleos`,
  );
  for (const [name, values] of [
    ['resposta', answered],
    ['início', begun],
    ['provedor', heard],
  ] as const) {
    console.log(
      `  clique, ${name}: mínimo ${Math.min(...values)} ms, mediana ${median(values)} ms, máximo ${Math.max(...values)} ms (${values.length} cliques)`,
    );
  }
  await post(session, `/tarefas/${tarefaId}/cancelar`, { retirar: true });
  await untilTask(pool, tarefaId, async () => {
    const { na_fila = 0, executando = 0 } = await runsOf(pool, tarefaId);
    return na_fila + executando === 0;
  });
  return [
    row('Clique durante um lote de 10.000: início, mediana (s)', median(begun) / 1000, 2, 'max'),
    row('Clique durante um lote de 10.000: início, o pior (s)', Math.max(...begun) / 1000, 2, 'max'),
  ];
}

/** Waits until a worker begins a stage. @returns time of the beginning, ms of the epoch @throws after two minutes */
async function stageBegan(pool: Database, execucaoId: string, etapa: string): Promise<number> {
  const limit = Date.now() + 120_000;
  for (;;) {
    const { rows } = await pool.query<{ em: Date | null }>(
      'select iniciada_em as em from execucao_etapas where execucao_id = $1 and etapa = $2::etapa',
      [execucaoId, etapa],
    );
    if (rows[0]?.em) return rows[0].em.getTime();
    if (Date.now() > limit) throw new Error(`${etapa} of a click did not begin`);
    await sleep(20);
  }
}
