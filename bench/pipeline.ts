import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '@escuta/prisma/db';
import { newId } from '@escuta/shared/platform/database/ids';
import { loadEnv } from '@escuta/shared/platform/process/env';
import { createStore } from '@escuta/shared/platform/storage/create-store';
import { requestRun } from '@escuta/shared/services/runs/request';
import { freePort } from '../scripts/lib/ports.mjs';
import { makeCall, splitBare } from './audio.ts';
import { goal } from './goals.ts';
import { createProject } from './installation.ts';
import { type Faults, type Said, startProvider } from './provider.ts';
import { shortestSeconds } from './provider-best.ts';
import { pumpCalls } from './pump.ts';
import {
  cpuOfProcesses,
  cpuOfThisProcess,
  cpuSeconds,
  median,
  type Row,
  row,
  startProgram,
} from './support.ts';

/** Duration of each stereo call, s. */
const CALL_SECONDS = 180;
/** CPU of a call over all processes as a multiple of ffmpeg's CPU for the call; only used to choose the load. */
const CALL_BY_FFMPEG = 2.5;
/**
 * Greatest share of the cores that a load may need: with more, the rate would show the machine's speed, not how well
 * the worker fills its slots.
 */
const CORES_SHARE = 0.5;
/**
 * Shares of the completions between which calls are counted; earlier ones are the run-up, later ones the tail. Slots
 * start together, so calls end in waves, and only whole waves are counted: a part of a wave would distort the rate.
 */
const FROM = 0.25;
const TO = 0.85;

/** A provider's times, ms: for a transcription, and for an answer. */
type Latency = { transcribeMs: number; answerMs: number };
const USUAL: Latency = { transcribeMs: 4000, answerMs: 1500 };
/** Times for the measurement of faults. */
const QUICK: Latency = { transcribeMs: 2000, answerMs: 750 };
const FAULTS: Faults = { refused: 0.1, broken: 0.05 };
const FAULTLESS: Faults = { refused: 0, broken: 0 };
/** Number of rounds; each is a run without faults, then a run with faults. */
const FAULT_ROUNDS = 2;

/** Computes the time for which a call occupies a slot, s: transcription, then text analysis, then the template. */
const slotSeconds = ({ transcribeMs, answerMs }: Latency) => (transcribeMs + 2 * answerMs) / 1000;

type Installation = {
  db: Database;
  empresaId: string;
  /** Ids of the session leaders of PostgreSQL and Redis. */
  services: number[];
};

type Load = {
  workers: number;
  /** Number of slots of each worker. */
  slots: number;
  calls: number;
  latency?: Latency;
  faults?: Faults;
};

/** CPU of one call, ms. `node`: the workers' processes without their children. */
type Cost = { node: number; ffmpeg: number; postgres: number; redis: number };

type Outcome = {
  projetoId: string;
  /** Calls per second in the middle of the run, and over the whole run. */
  steady: number;
  whole: number;
  /** Calls per second that the number of slots alone would allow. */
  ideal: number;
  cost: Cost;
  said: Said;
};

/**
 * Measures, for 3-minute stereo calls, the calls per second of one worker with 30 slots and of three workers with 5
 * slots against a bare pump, whose slots only send the same requests, and a call's CPU in the worker against ffmpeg's.
 * The provider takes 4 s to transcribe and 1.5 s to answer, or longer if the cores would be the limit.
 * @param services session leaders of the database and Redis, whose CPU is counted as part of a call's CPU
 */
export async function measurePipeline(pool: Database, empresaId: string, services: number[]): Promise<Row[]> {
  const installation = { db: pool, empresaId, services };
  const bare = await bareSeconds();
  const [oneLatency, threeLatency] = [latencyFor(30, bare), latencyFor(15, bare)];
  const one = await runCalls(installation, { workers: 1, slots: 30, calls: 150, latency: oneLatency });
  say('1 worker × 30 vagas', one);
  const onePump = await runPump({ slots: 30, calls: 90, latency: oneLatency });
  const three = await runCalls(installation, { workers: 3, slots: 5, calls: 105, latency: threeLatency });
  say('3 workers × 5 vagas', three);
  const threePump = await runPump({ slots: 15, calls: 45, latency: threeLatency });
  return [
    goal('workerCpu', one.cost.node / one.cost.ffmpeg),
    goal('oneWorker', one.steady / onePump),
    goal('threeWorkers', three.steady / threePump),
  ];
}

/** Measures the CPU of a single ffmpeg run that splits a call of `CALL_SECONDS`, s. */
async function bareSeconds(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'escuta-bench-'));
  try {
    const call = await makeCall(folder, CALL_SECONDS, 'pcm_alaw');
    const taken: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const before = cpuOfThisProcess();
      await splitBare(call, folder);
      taken.push(cpuOfThisProcess() - before);
    }
    return median(taken);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Computes how slow the provider must be, so that `slots` slots need at most `CORES_SHARE` of the cores.
 * @param bare ffmpeg's CPU of a call, s
 */
function latencyFor(slots: number, bare: number): Latency {
  const needed = (slots / slotSeconds(USUAL)) * bare * CALL_BY_FFMPEG;
  const slower = Math.max(1, needed / (availableParallelism() * CORES_SHARE));
  return {
    transcribeMs: Math.round(USUAL.transcribeMs * slower),
    answerMs: Math.round(USUAL.answerMs * slower),
  };
}

/** Measures the calls per second of the bare pump in the middle of its run, counted as in `runCalls`. */
async function runPump({ slots, calls, latency }: { slots: number; calls: number; latency: Latency }) {
  const provider = await startProvider(latency);
  try {
    const ends = await pumpCalls({ url: provider.url, slots, calls });
    const [first, last] = middleOf(calls, slots);
    const rate = (last - first) / (((ends[last - 1] ?? Number.NaN) - (ends[first - 1] ?? Number.NaN)) / 1000);
    console.log(
      `  bomba nua, ${slots} vagas, provedor ${latency.transcribeMs} + 2 × ${latency.answerMs} ms: ${(rate * 60).toFixed(0)} por minuto, ${((rate * slotSeconds(latency)) / slots).toFixed(3)} do que as vagas permitem`,
    );
    return rate;
  } finally {
    await provider.stop();
  }
}

/** Chooses between which two completions (numbered from 1) calls are counted: whole waves between run-up and tail. */
function middleOf(calls: number, wave: number): [first: number, last: number] {
  const first = Math.ceil(calls * FROM);
  return [first, first + Math.max(1, Math.floor((Math.ceil(calls * TO) - first) / wave)) * wave];
}

/**
 * Compares, in turn, a provider that refuses one request in ten (429, Retry-After 1 s) and fails one in twenty with the
 * same provider without faults. Checks that no call is lost and no answer is paid for twice.
 */
export async function measureFaultyProvider(
  pool: Database,
  empresaId: string,
  services: number[],
): Promise<Row[]> {
  const installation = { db: pool, empresaId, services };
  const load = { workers: 1, slots: 10, calls: 60, latency: QUICK };
  const shares: number[] = [];
  const [best, faultyBest] = [FAULTLESS, FAULTS].map((faults) =>
    shortestSeconds({ calls: load.calls, slots: load.slots, latency: load.latency, faults }),
  ) as [number, number];
  console.log(
    `  o menor tempo possível neste provedor: ${best.toFixed(1)} s sem falhas, ${faultyBest.toFixed(1)} s com elas (${(best / faultyBest).toFixed(3)})`,
  );
  let wrong = 0;
  for (let round = 0; round < FAULT_ROUNDS; round += 1) {
    const clean = await runCalls(installation, { ...load, faults: FAULTLESS });
    const faulty = await runCalls(installation, { ...load, faults: FAULTS });
    for (const [what, outcome] of [['sem falhas', clean] as const, ['10 % 429 + 5 % 500', faulty] as const]) {
      const booked = await bookedOf(pool, outcome.projetoId);
      const { answered, repeated, refused, broken } = outcome.said;
      say(what, outcome);
      console.log(
        `    ${(load.calls / outcome.whole).toFixed(1)} s; 429: ${refused}, 500: ${broken}; respostas pagas ${answered}, repetidas ${repeated}; guardadas ${booked.answers}, com custo ${booked.priced}; ` +
          `concluídas ${booked.done} de ${load.calls}, créditos ${booked.credits}`,
      );
      wrong +=
        repeated +
        Math.abs(answered - booked.answers) +
        Math.abs(answered - booked.priced) +
        (load.calls - booked.done) +
        Math.abs(load.calls - booked.credits);
    }
    shares.push(faulty.whole / clean.whole);
  }
  return [
    row('Provedor com 10 % 429 e 5 % 500 ÷ sem falhas', median(shares), 0.85, 'min'),
    row('Perdidas, pagas duas vezes ou cobradas duas vezes', wrong, 0, 'max'),
  ];
}

function say(what: string, { steady, whole, ideal, cost }: Outcome): void {
  const share = (value: number) => (value / ideal).toFixed(3);
  const { node, ffmpeg, postgres, redis } = cost;
  const ms = (value: number) => value.toFixed(0);
  console.log(
    `  ${what}: ${(steady * 60).toFixed(0)} por minuto, ${share(steady)} do que as vagas permitem (com início e fim ${share(whole)}); ` +
      `CPU por ligação, ms: worker ${ms(node)}, ffmpeg ${ms(ffmpeg)}, PostgreSQL ${ms(postgres)}, Redis ${ms(redis)}; carga ${loadavg()[0]?.toFixed(1)}`,
  );
}

/** Counts a project's stored answers, the answers with a cost, the successful runs, and the captured credits. */
async function bookedOf(pool: Database, projetoId: string) {
  const { rows } = await pool.query<{ answers: number; priced: number; done: number; credits: number }>(
    `select (select count(*)::int from chamadas_provedor c join execucoes x on x.id = c.execucao_id
      where x.projeto_id = $1) as answers,
       (select count(distinct chamada_id)::int from linhas_custo where projeto_id = $1) as priced,
       (select count(*)::int from execucoes where projeto_id = $1 and status = 'concluida') as done,
       (select count(*)::int from credito_lancamentos l join execucoes x on x.id = l.execucao_id
        where x.projeto_id = $1 and l.tipo = 'captura') as credits`,
    [projetoId],
  );
  return rows[0] ?? { answers: 0, priced: 0, done: 0, credits: 0 };
}

/** Runs a project of calls through the workers. @throws if a worker fails */
async function runCalls(
  { db: pool, empresaId, services }: Installation,
  { workers: count, slots, calls, latency = USUAL, faults = FAULTLESS }: Load,
): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'escuta-bench-'));
  const provider = await startProvider(latency, { faults });
  const workers: Awaited<ReturnType<typeof startProgram>>[] = [];
  try {
    const { projetoId, items } = await makeCalls(pool, empresaId, { folder, calls });
    for (let n = 0; n < count; n += 1) {
      const metricsPort = await freePort();
      workers.push(
        await startProgram(
          'worker/src/main.ts',
          {
            OPENAI_BASE_URL: provider.url,
            OPENAI_API_KEY: 'bench',
            PROVIDER_SLOTS: String(slots),
            COMPANY_MAX_RUNNING: '1000',
            METRICS_PORT: String(metricsPort),
            LOG_LEVEL: 'error',
          },
          async () => (await fetch(`http://127.0.0.1:${metricsPort}/ready`)).ok,
        ),
      );
    }
    const pids = workers.map(({ child }) => child.pid as number);
    const spent = () => {
      const node = cpuOfProcesses(pids);
      const [postgres, redis] = services;
      return {
        node,
        ffmpeg: cpuSeconds(pids) - node,
        postgres: postgres ? cpuSeconds([postgres]) : 0,
        redis: redis ? cpuSeconds([redis]) : 0,
      };
    };
    const scope = { kind: 'empresa', empresaId } as const;
    const began = Date.now();
    for (const itemId of items)
      await requestRun(pool, {
        entrevistaMinutos: 20,
        scope,
        itemId,
        origem: 'manual',
        solicitadoPor: null,
      });
    const [first, last] = middleOf(calls, count * slots);
    const from = { n: await done(pool, projetoId, first), spent: spent() };
    const to = { n: await done(pool, projetoId, last), spent: spent() };
    await done(pool, projetoId, calls);
    const { rows } = await pool.query<{ at: Date }>(
      `select terminada_em as at from execucoes where projeto_id = $1 order by terminada_em`,
      [projetoId],
    );
    const at = (n: number) => rows[n - 1]?.at.getTime() ?? Number.NaN;
    const perCall = (of: keyof Cost) => ((to.spent[of] - from.spent[of]) * 1000) / (to.n - from.n);
    return {
      projetoId,
      steady: (last - first) / ((at(last) - at(first)) / 1000),
      whole: calls / ((at(calls) - began) / 1000),
      ideal: (count * slots) / slotSeconds(latency),
      cost: {
        node: perCall('node'),
        ffmpeg: perCall('ffmpeg'),
        postgres: perCall('postgres'),
        redis: perCall('redis'),
      },
      said: provider.said,
    };
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()));
    await provider.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Creates a project with a template, and calls in G.711, as a PBX records. */
async function makeCalls(
  pool: Database,
  empresaId: string,
  { folder, calls }: { folder: string; calls: number },
): Promise<{ projetoId: string; items: string[] }> {
  const { projetoId, auditoriaId } = await createProject(pool, empresaId, 'Pipeline');
  await linkTemplate(pool, empresaId, projetoId);
  const call = await makeCall(folder, CALL_SECONDS, 'pcm_alaw');
  const store = await createStore(loadEnv());
  const items = Array.from({ length: calls }, () => newId());
  for (const itemId of items) {
    const key = `${empresaId}/${itemId}/${randomUUID()}`;
    await store.put(key, createReadStream(call), { contentType: 'audio/wav' });
    await pool.query(
      `insert into auditoria_itens (id, empresa_id, projeto_id, auditoria_id, arquivo_path, arquivo_nome, arquivo_tipo)
         values ($1, $2, $3, $4, $5, 'ligacao.wav', 'audio/wav')`,
      [itemId, empresaId, projetoId, auditoriaId, key],
    );
  }
  return { projetoId, items };
}

/**
 * Waits until `n` runs of the project have succeeded.
 * @returns number of succeeded runs
 * @throws Error if a run failed, or no run ends within a minute
 */
async function done(pool: Database, projetoId: string, n: number): Promise<number> {
  let last = -1;
  let lastAt = Date.now();
  for (;;) {
    const { rows } = await pool.query<{ status: string; n: number; motivo: string | null }>(
      'select status, count(*)::int as n, min(motivo) as motivo from execucoes where projeto_id = $1 group by status',
      [projetoId],
    );
    const failed = rows.find((r) => r.status === 'erro' || r.status === 'ignorada');
    if (failed) throw new Error(`${failed.n} run(s) ended ${failed.status}: ${failed.motivo}`);
    const finished = rows.find((r) => r.status === 'concluida')?.n ?? 0;
    if (finished >= n) return finished;
    if (finished > last) {
      last = finished;
      lastAt = Date.now();
    } else if (Date.now() - lastAt > 60_000)
      throw new Error(`no run ended for a minute (${finished} of ${n})`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Creates a template and links it to the project, so that every call is judged by it. */
export async function linkTemplate(pool: Database, empresaId: string, projetoId: string): Promise<void> {
  const templateId = randomUUID();
  await pool.query(
    `insert into insight_templates (id, empresa_id, nome, categoria) values ($1, $2, 'Cortesia', 'quality')`,
    [templateId, empresaId],
  );
  await pool.query(
    `insert into insight_template_versoes (id, empresa_id, template_id, versao, nome, categoria, prompt_template)
     values ($1, $2, $3, 1, 'Cortesia', 'quality', 'Avalie a cortesia do agente.')`,
    [randomUUID(), empresaId, templateId],
  );
  await pool.query(
    `insert into projeto_insight_templates (id, empresa_id, projeto_id, insight_template_id) values ($1, $2, $3, $4)`,
    [randomUUID(), empresaId, projetoId, templateId],
  );
}
