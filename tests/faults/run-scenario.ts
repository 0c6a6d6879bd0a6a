import { setTimeout as sleep } from 'node:timers/promises';
import { SYSTEM_ACTOR } from '@escuta/shared/services/log/audit-log';
import { retryDeadLetter } from '@escuta/shared/services/runs/retry';
import type { TestDeps } from '../support/app.ts';
import type { FakeProvider } from '../support/fake-provider.ts';
import type { Installation } from './installation.ts';
import { brokenRules, compareBill, compareObjects, queuedJobs } from './invariants.ts';
import { createLoad, type Load, requestReady, sendArriving } from './load.ts';
import type { Scenario } from './scenarios.ts';

/** The fault begins once this many of ten items are done. */
const BEFORE_OF_TEN = 1;
/**
 * Greatest time from the fault until everything has ended, ms. An item may fail for the third time at the fault's last
 * moment; unless all items were paused, this item then waits up to BACKOFF_MAX_MS (5 minutes).
 */
const END_LIMIT_MS = 420_000;
/**
 * Longest wait, ms, after the last run for sweeps, for Redis' clean-up, and for the making of listening copies: if the
 * database was away when a worker gave a copy back, the copy's lease of two minutes has to expire first.
 */
const SETTLE_LIMIT_MS = 180_000;

export type Outcome = {
  titulo: string;
  items: number;
  ended: number;
  deadLetters: number;
  /** Number of provider calls billed more than once. */
  duplicates: number;
  /** Number of answered requests sent again without a second bill, because the provider knows the key. */
  repeats: number;
  /** Number of billed answers that nobody received: the fault cut them off, and the retry used another run's key. */
  lost: number;
  orphans: number;
  /** Longest time of an item from its request to its result, s. */
  worstS: number;
  /** Duration of the scenario, s. */
  tookS: number;
  problems: string[];
};

/** Parts of an installation that a scenario needs; this installation and tests/distribuido's cluster have them. */
export type Site = Pick<Installation, 'apiUrl' | 'crashes' | 'objects'>;

type Parts<I extends Site> = {
  deps: TestDeps;
  installation: I;
  provider: FakeProvider;
  /** Starts work beside the load before any request is sent. After all runs, the returned function reports problems. */
  beside?: (load: Load) => Promise<() => Promise<string[]>>;
};

/** Runs a scenario over a load of its own. Never throws: errors become problems of its outcome. */
export async function runScenario<I extends Site>(
  scenario: Scenario<I>,
  items: number,
  parts: Parts<I>,
): Promise<Outcome> {
  const began = performance.now();
  const { provider, installation } = parts;
  provider.requests.length = 0;
  provider.billed.length = 0;
  provider.repeats = 0;
  installation.crashes.length = 0;
  const outcome: Outcome = {
    titulo: scenario.titulo,
    items,
    ended: 0,
    deadLetters: 0,
    duplicates: 0,
    repeats: 0,
    lost: 0,
    orphans: 0,
    worstS: 0,
    tookS: 0,
    problems: [],
  };
  try {
    await attempt(scenario, outcome, parts);
  } catch (error) {
    outcome.problems.push(error instanceof Error ? error.message : String(error));
  }
  outcome.problems.push(...installation.crashes);
  outcome.tookS = Math.round((performance.now() - began) / 1000);
  return outcome;
}

async function attempt<I extends Site>(
  scenario: Scenario<I>,
  outcome: Outcome,
  parts: Parts<I>,
): Promise<void> {
  const { deps, installation, provider } = parts;
  const load = await createLoad(deps, outcome.items, scenario.maxRetries);
  const empresaId = load.tenant.empresa.id;
  const finish = await parts.beside?.(load);
  const byTask = Math.round((load.ready.length * (scenario.porTarefaDeDez ?? 0)) / 10);
  await requestReady(deps, { ...load, ready: load.ready.slice(byTask) });
  const before = Math.ceil((outcome.items * BEFORE_OF_TEN) / 10);
  await until(async () => (await ended(deps, empresaId)) >= before, 90_000, 'a carga não começou');
  const fault = scenario.fault({ ...parts, empresaId });
  // Other items arrive half a second later, so that they meet the fault. With a task they arrive after the fault,
  // because all of a task's items must exist when the task is requested.
  const arrival = scenario.porTarefaDeDez ? fault : sleep(500);
  await Promise.all([fault, arrival.then(() => sendArriving(installation.apiUrl, load))]);
  await untilIdle(deps, empresaId);
  const letters = await openLetters(deps, empresaId);
  outcome.deadLetters = letters.length;
  const expected = scenario.deadLetters ?? 0;
  if (letters.length !== expected) {
    const motivos = [...new Set(letters.map(({ etapa, motivo }) => `${etapa}: ${motivo}`))];
    outcome.problems.push(`${letters.length} na fila de falhas, não ${expected} (${motivos.join('; ')})`);
  }
  for (const { id } of letters) {
    await retryDeadLetter(deps.db, {
      entrevistaMinutos: 20,
      scope: { kind: 'empresa', empresaId },
      letraId: id,
      actor: SYSTEM_ACTOR,
    });
  }
  await untilIdle(deps, empresaId);
  await settle(parts, empresaId);
  if (finish) outcome.problems.push(...(await finish()));
  outcome.ended = await ended(deps, empresaId);
  if (outcome.ended !== outcome.items)
    outcome.problems.push(`terminaram ${outcome.ended} de ${outcome.items}`);
  const bill = await compareBill(deps, empresaId, provider);
  outcome.duplicates = bill.duplicates;
  outcome.repeats = bill.repeats;
  outcome.lost = bill.lost;
  if (bill.lost > 0 && !scenario.deadLetters) {
    outcome.problems.push(`cobradas pelo provedor e não registradas: ${bill.lost}`);
  }
  outcome.problems.push(...bill.problems);
  if (bill.duplicates > 0) outcome.problems.push(`cobradas mais de uma vez: ${bill.duplicates}`);
  const objects = await compareObjects(deps, empresaId, installation);
  outcome.orphans = objects.orphans;
  if (objects.orphans > 0) outcome.problems.push(`objetos órfãos: ${objects.orphans}`);
  outcome.problems.push(...objects.problems, ...(await brokenRules(deps, empresaId, scenario)));
  outcome.worstS = await worstDelay(deps, empresaId);
  await checkApi(installation, load.apiKey, load.tenant.auditoria.id, outcome);
}

async function until(done: () => Promise<boolean>, limitMs: number, problem: string): Promise<void> {
  const limit = Date.now() + limitMs;
  while (!(await done().catch(() => false))) {
    if (Date.now() > limit) throw new Error(problem);
    await sleep(100);
  }
}

async function ended(deps: TestDeps, empresaId: string): Promise<number> {
  const { rows } = await deps.db.query<{ n: number }>(
    `select count(distinct item_id)::int as n from execucoes where empresa_id = $1 and status = 'concluida'`,
    [empresaId],
  );
  return rows[0]?.n ?? 0;
}

async function untilIdle(deps: TestDeps, empresaId: string): Promise<void> {
  const open = async () => {
    const { rows } = await deps.db.query<{ etapa: string; status: string; n: number }>(
      `select etapa_atual::text as etapa, status::text as status, count(*)::int as n from execucoes
       where empresa_id = $1 and status in ('na_fila', 'executando') group by 1, 2`,
      [empresaId],
    );
    return rows;
  };
  const limit = Date.now() + END_LIMIT_MS;
  for (;;) {
    const rows = await open().catch(() => null);
    if (rows?.length === 0) return;
    if (Date.now() > limit) throw new Error(`não terminaram a tempo: ${JSON.stringify(rows)}`);
    await sleep(200);
  }
}

async function openLetters(deps: TestDeps, empresaId: string) {
  const { rows } = await deps.db.query<{ id: string; etapa: string; motivo: string }>(
    `select id, etapa::text as etapa, motivo from letras_mortas where empresa_id = $1 and status = 'aberta'`,
    [empresaId],
  );
  return rows;
}

/**
 * Waits until due objects are deleted, listening copies are made, and queues have dropped jobs that lost their worker.
 */
async function settle({ deps }: { deps: TestDeps }, empresaId: string): Promise<void> {
  const due = async () => {
    const { rows } = await deps.db.query<{ n: number }>(
      'select count(*)::int as n from objetos_pendentes where empresa_id = $1 and apagar_em <= now()',
      [empresaId],
    );
    const copies = await deps.db.query(
      `select from copias_escuta where empresa_id = $1 and situacao = 'pendente' limit 1`,
      [empresaId],
    );
    return rows[0]?.n === 0 && copies.rowCount === 0 && (await queuedJobs(deps)) === 0;
  };
  await until(due, SETTLE_LIMIT_MS, 'filas, cópias ou objetos vencidos não esvaziaram').catch(
    async (error) => {
      throw new Error(`${(error as Error).message}: ${await queuedJobs(deps)} trabalhos nas filas`);
    },
  );
}

async function worstDelay(deps: TestDeps, empresaId: string): Promise<number> {
  const { rows } = await deps.db.query<{ s: number }>(
    `select max(extract(epoch from terminada_em - created_at))::float8 as s from execucoes
     where empresa_id = $1 and status = 'concluida'`,
    [empresaId],
  );
  return Math.round(rows[0]?.s ?? 0);
}

/** Checks that the API survived the fault: it is healthy and lists every item as done. */
async function checkApi(
  installation: Site,
  apiKey: string,
  auditoriaId: string,
  outcome: Outcome,
): Promise<void> {
  const health = await fetch(`${installation.apiUrl}/health`);
  if (!health.ok) outcome.problems.push(`a API não está saudável: ${health.status}`);
  const answer = await fetch(
    `${installation.apiUrl}/auditoria/${auditoriaId}/items?status=concluido&limit=1`,
    { headers: { authorization: `Bearer ${apiKey}` } },
  );
  const body = (await answer.json()) as { pagination?: { total?: number } };
  if (body.pagination?.total !== outcome.ended) {
    outcome.problems.push(`a API mostra ${body.pagination?.total} itens concluídos`);
  }
}
