// npm run test:faults: the pipeline under faults. See scripts/faults.mjs.
import { parseArgs } from 'node:util';
import { done, fail, say, step } from '../../scripts/lib/console.mjs';
import { closeTestDeps, createTestDeps } from '../support/app.ts';
import { startFakeProvider } from '../support/fake-provider.ts';
import { Installation } from './installation.ts';
import { type Outcome, runScenario } from './run-scenario.ts';
import { SCENARIOS } from './scenarios.ts';

/** Provider's latency, ms: long enough that calls are in flight at any fault. */
const LATENCY = { transcricao: 300, chat: 200 };

const { values } = parseArgs({
  options: {
    cenario: { type: 'string', multiple: true },
    itens: { type: 'string', default: '200' },
    pasta: { type: 'string' },
  },
});
const items = Number(values.itens);
if (!Number.isInteger(items) || items < 10 || items > 1000) throw new Error('--itens: de 10 a 1000');
if (!values.pasta) throw new Error('use npm run test:faults');
// Matches names by a pattern: 'worker-*' means all with this prefix.
const names = (pattern: string) =>
  SCENARIOS.filter(({ nome }) =>
    pattern.endsWith('*') ? nome.startsWith(pattern.slice(0, -1)) : nome === pattern,
  ).map(({ nome }) => nome);
const wanted = (values.cenario ?? ['*']).flatMap(names);
const unknown = (values.cenario ?? []).filter((pattern) => names(pattern).length === 0);
if (unknown.length > 0) {
  fail(`Cenário desconhecido: ${unknown.join(', ')}. Há: ${SCENARIOS.map(({ nome }) => nome).join(', ')}`);
  process.exit(1);
}

const installation = new Installation(values.pasta);
let stopping: Promise<void> | null = null;
const stop = () => {
  stopping ??= installation.stop();
  return stopping;
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => void stop().then(() => process.exit(130)));
}

const began = performance.now();
const provider = await startFakeProvider();
provider.latencyMs = LATENCY;
const outcomes: Outcome[] = [];
try {
  step('Subindo PostgreSQL, Redis, provedor de mentira, API e 2 workers só para esta prova');
  await installation.start(provider.url);
  Object.assign(process.env, installation.environment, { LOG_LEVEL: 'silent' });
  const deps = createTestDeps();
  for (const scenario of SCENARIOS.filter(({ nome }) => wanted.includes(nome))) {
    step(`${scenario.nome}: ${scenario.titulo}, ${items} itens`);
    const outcome = await runScenario(scenario, items, { deps, installation, provider });
    outcomes.push(outcome);
    const said = `${scenario.nome}: ${outcome.ended} de ${outcome.items} em ${outcome.tookS} s`;
    if (outcome.problems.length === 0) done(said);
    else fail([said, ...outcome.problems.map((problem) => `  ${problem}`)].join('\n'));
  }
  await closeTestDeps(deps);
} finally {
  await stop();
  await provider.close();
}

printTable(outcomes);
const minutes = (performance.now() - began) / 60_000;
const failed = outcomes.filter(({ problems }) => problems.length > 0).length;
say(
  `Falhas provocadas: ${outcomes.length}, em ${minutes.toFixed(1).replace('.', ',')} min; com defeito: ${failed}.`,
);
process.exit(failed === 0 && outcomes.length === wanted.length ? 0 : 1);

/** Prints a table of the scenarios' faults and results; its columns are fields of `Outcome`. */
function printTable(rows: readonly Outcome[]): void {
  const head = [
    'Falha',
    'Itens',
    'Terminados',
    'Fila de falhas',
    'Cobranças em dobro',
    'Pedidos repetidos',
    'Respostas perdidas',
    'Órfãos',
    'Maior espera (s)',
    'Certo',
  ];
  const lines = rows.map((row) =>
    [
      row.titulo,
      row.items,
      row.ended,
      row.deadLetters,
      row.duplicates,
      row.repeats,
      row.lost,
      row.orphans,
      row.worstS,
      row.problems.length === 0 ? 'sim' : 'NÃO',
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
