// npm run test:distribuido: processes items while several processes of the product, or their engines (PostgreSQL,
// Redis), fail. See scripts/distribuido.mjs.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { done, fail, say, step, UserError } from '../../scripts/lib/console.mjs';
import { ensurePrograms } from '../../scripts/lib/programs.mjs';
import { runScenario } from '../faults/run-scenario.ts';
import { closeTestDeps, createTestDeps } from '../support/app.ts';
import { startFakeProvider } from '../support/fake-provider.ts';
import { Cluster } from './cluster.ts';
import { measureEfficiency } from './efficiency.ts';
import { Ground } from './ground.ts';
import { buildHere, scenarioOf, TIERS } from './tiers.ts';
import { rehearse } from './volta.ts';
import { Watch } from './watch.ts';

/** Provider's latency, ms: long enough that calls are in flight at any fault. */
const LATENCY = { transcricao: 300, chat: 200 };
/** Start version of a rollout: the oldest supported one (prisma/base.json). */
const DE = 'a49a48c0';

type Row = {
  titulo: string;
  itens: number;
  perdidos: number;
  emDobro: number;
  cobradosDuasVezes: number;
  leituras: string;
  aoVivo: string;
  segundos: number;
  certo: boolean;
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    itens: { type: 'string', default: '500' },
    de: { type: 'string', default: DE },
    pasta: { type: 'string' },
  },
});
const items = Number(values.itens);
if (!Number.isInteger(items) || items < 10 || items > 800) throw new Error('--itens: de 10 a 800');
const { pasta } = values;
if (!pasta) throw new Error('use npm run test:distribuido');
const NAMES = [...Object.keys(TIERS), 'volta', 'eficiencia'];
const unknown = positionals.filter((name) => !NAMES.includes(name));
if (unknown.length > 0) {
  fail(`Não conheço ${unknown.join(', ')}. Há: ${NAMES.join(', ')}.`);
  process.exit(1);
}
const wanted = NAMES.filter((name) => positionals.length === 0 || positionals.includes(name));

let ground: Ground | null = null;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => void ground?.stop().then(() => process.exit(130)));
}

async function runTier(name: string): Promise<Row> {
  const tier = TIERS[name];
  if (!tier) throw new Error(name);
  await ensurePrograms([...tier.programs]);
  const folder = join(pasta as string, name);
  mkdirSync(folder, { recursive: true });
  const own = new Ground(folder);
  ground = own;
  const provider = await startFakeProvider();
  provider.latencyMs = LATENCY;
  step(`${name}: ${tier.titulo}, ${items} itens`);
  const began = performance.now();
  try {
    const { engines, build, clocks, started, fault } = await tier.prepare(own, { de: values.de });
    const here = await buildHere();
    const cluster = new Cluster(own);
    await cluster.start(build ?? here, provider.url, engines, clocks && { clocks });
    await started?.();
    // Makes this test process use the same database and Redis as the cluster.
    for (const variable of Object.keys(process.env).filter((one) => one.startsWith('REDIS_')))
      delete process.env[variable];
    Object.assign(process.env, cluster.environment, { LOG_LEVEL: 'silent' });
    const deps = createTestDeps();
    const watch = new Watch(cluster.apiUrl);
    const outcome = await runScenario(
      scenarioOf(tier.titulo, build !== undefined, (site) => fault(site, here)),
      items,
      { deps, installation: cluster, provider, beside: (load) => watch.start(deps, load) },
    );
    await watch.stop();
    const twice = await chargedTwice(deps);
    await closeTestDeps(deps);
    for (const why of watch.failed.slice(0, 8)) say(`    leitura falhou: ${why}`);
    for (const problem of outcome.problems) fail(`  ${problem}`);
    say(
      `    reconexões das páginas: ${watch.reconnections}; pedidos repetidos ao provedor: ${outcome.repeats}`,
    );
    return {
      titulo: tier.titulo,
      itens: items,
      perdidos: items - outcome.ended + outcome.lost,
      emDobro: outcome.duplicates,
      cobradosDuasVezes: twice,
      leituras: `${watch.failed.length} de ${watch.reads}`,
      aoVivo: `${watch.heard} de ${watch.listeners}`,
      segundos: Math.round((performance.now() - began) / 1000),
      certo: outcome.problems.length === 0 && (watch.failed.length === 0 || !tier.semFalhas),
    };
  } finally {
    await own.stop();
    await provider.close();
  }
}

/** Runs `work` with a folder of its own, and with processes that end when `work` ends. */
async function onGround<T>(name: string, work: (own: Ground) => Promise<T>): Promise<T> {
  const folder = join(pasta as string, name);
  mkdirSync(folder, { recursive: true });
  const own = new Ground(folder);
  ground = own;
  try {
    return await work(own);
  } finally {
    await own.stop();
  }
}

/** Runs the point-in-time recovery and returns its row of the report; no simulated users read or listen meanwhile. */
function runReturn(): Promise<Row> {
  const titulo = 'Volta a um instante (cópia-base e WAL), objetos alinhados';
  step(`volta: ${titulo}, ${items} itens antes e depois`);
  const began = performance.now();
  return onGround('volta', async (own) => {
    const { antes, perdidos, movidos, problems } = await rehearse(own, await buildHere(), items);
    for (const problem of problems) fail(`  ${problem}`);
    say(`    itens antes do instante: ${antes}; objetos em quarentena: ${movidos}`);
    return {
      titulo,
      itens: antes,
      perdidos,
      emDobro: 0,
      cobradosDuasVezes: 0,
      leituras: '–',
      aoVivo: '–',
      segundos: Math.round((performance.now() - began) / 1000),
      certo: problems.length === 0,
    };
  });
}

/** Number of items with more than one charged run. */
async function chargedTwice(deps: ReturnType<typeof createTestDeps>): Promise<number> {
  const { rows } = await deps.db.query<{ n: number }>(
    `select count(*)::int as n from (select x.item_id from execucoes x join credito_lancamentos c
       on c.execucao_id = x.id and c.tipo = 'captura' group by 1 having count(*) > 1) q`,
  );
  return rows[0]?.n ?? 0;
}

const rows: Row[] = [];
let failures = 0;
for (const name of wanted) {
  try {
    if (name === 'eficiencia') {
      step(`${name}: ligações por minuto de 1 e de 2 workers, com as mesmas vagas cada`);
      done(`${name}: ${await onGround(name, (own) => measureEfficiency(own, items))}`);
      continue;
    }
    const row = name === 'volta' ? await runReturn() : await runTier(name);
    rows.push(row);
    // Prints each result at once, so that an interrupted run keeps its results so far.
    const found = `${name}: ${row.segundos} s; leituras sem resposta ${row.leituras}`;
    if (row.certo) done(found);
    else {
      failures += 1;
      fail(found);
    }
  } catch (error) {
    failures += 1;
    fail(
      `${name}: ${error instanceof UserError ? error.message : ((error as Error).stack ?? String(error))}`,
    );
  }
}
printTable();
process.exit(failures === 0 ? 0 : 1);

function printTable(): void {
  if (rows.length === 0) return;
  const head = [
    'O que houve',
    'Itens',
    'Perdidos',
    'Em dobro',
    'Cobrados 2×',
    'Leituras sem resposta',
    'Páginas que souberam de tudo',
    'Segundos',
    'Certo',
  ];
  const lines = rows.map((row) =>
    [
      row.titulo,
      row.itens,
      row.perdidos,
      row.emDobro,
      row.cobradosDuasVezes,
      row.leituras,
      row.aoVivo,
      row.segundos,
      row.certo ? 'sim' : 'NÃO',
    ].map(String),
  );
  const widths = head.map((title, index) =>
    Math.max(title.length, ...lines.map((line) => line[index]?.length ?? 0)),
  );
  const show = (line: readonly string[]) =>
    line
      .map((cell, index) =>
        index === 0 ? cell.padEnd(widths[index] ?? 0) : cell.padStart(widths[index] ?? 0),
      )
      .join('  ');
  say('');
  say(show(head));
  say(widths.map((width) => '─'.repeat(width)).join('  '));
  for (const line of lines) say(show(line));
  say('');
}
