// Lists integration files that leave rows which the product itself never makes, by the broken rule of invariants.ts and
// the reason. A run of all files fails if a listed file does not break its rule.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const LONGO = process.env.ESCUTA_TESTES_LONGOS === '1';

/** File in a run's folder with rules broken by listed files, one `rule: file` per line. */
export const BROKEN_FILE = 'regras-quebradas';

/** @type {Record<string, Record<string, string[]>>} */
export const IMPOSSIBLE_ROWS = {
  'objeto sem dono': {
    'the rows are put back after each request, and not the objects': ['tests/access/every-contract.test.ts'],
    'a row is deleted by SQL, to ask what becomes of those that named its object': [
      'tests/integration/documents-beside.test.ts',
    ],
    'a run is written as ended that still holds the sound that it prepared': [
      'tests/integration/erasure.test.ts',
    ],
    'the rows stand in a database of the file’s own': [
      'tests/integration/interview-freeze.test.ts',
      'tests/integration/upgrade.test.ts',
    ],
  },
  'item concluído sem resultado da gravação de agora': {
    'lists and sums are asked about calls by their state, which is written without a run': [
      'tests/integration/admin-months.test.ts',
      'tests/integration/chamadas-rollups.test.ts',
      'tests/integration/dashboard-rollups.test.ts',
      'tests/integration/dashboard.test.ts',
      'tests/integration/doctor.test.ts',
      'tests/integration/eventos.test.ts',
      'tests/integration/exportacao-listas.test.ts',
      'tests/integration/insights.test.ts',
      'tests/integration/list-pages.test.ts',
      'tests/integration/lotes.test.ts',
      'tests/integration/projetos.test.ts',
      'tests/integration/relatorios.test.ts',
      'tests/integration/resultados.test.ts',
      'tests/integration/rollups.test.ts',
    ],
    'the end of a run is written by SQL, to ask what follows from it': [
      'tests/integration/alertas-revisao.test.ts',
      'tests/integration/dead-letters.test.ts',
      'tests/integration/notas-revisadas.test.ts',
      'tests/integration/portal-criar.test.ts',
      'tests/integration/regras.test.ts',
    ],
  },
  'saldo que não é a soma do extrato': {
    'balance or ledger is written alone, to ask about the other': [
      'tests/integration/creditos.test.ts',
      'tests/integration/relatorios.test.ts',
      'tests/integration/schema-rules.test.ts',
    ],
  },
  'soma que não é a sua recontagem': {
    'a company is put back past triggers, and sums that do not name it stay': [
      'tests/access/every-contract.test.ts',
    ],
    'sums of a century are written without the calls': ['tests/integration/admin-months.test.ts'],
    'runs are dated back, months after they were counted': ['tests/integration/priority.test.ts'],
  },
};

/** By rule and reason: files that break the rule only in tests that `npm test` skips and the long runs execute. */
const IN_LONG_RUNS = {
  'objeto sem dono': {
    'a recording or a file is taken off by SQL, and its object stays': [
      'tests/integration/campo.test.ts',
      'tests/integration/gravacoes.test.ts',
      'tests/integration/interview-confront.test.ts',
      'tests/integration/interview-credits.test.ts',
      'tests/integration/montagem.test.ts',
      'tests/integration/portal-ler.test.ts',
      'tests/integration/portal-second-time.test.ts',
      'tests/integration/second-chance.test.ts',
      'tests/integration/sinais.test.ts',
    ],
  },
  'item concluído sem resultado da gravação de agora': {
    'another recording is put in place by SQL': ['tests/integration/busca.test.ts'],
  },
  'saldo que não é a soma do extrato': {
    'balance or ledger is written alone, to ask about the other': [
      'tests/integration/chamadas-rollups.test.ts',
      'tests/integration/montagem.test.ts',
      'tests/integration/portal-api.test.ts',
    ],
  },
};

export const mayBreak = (rule, file) =>
  [IMPOSSIBLE_ROWS, LONGO ? IN_LONG_RUNS : {}].some((list) =>
    Object.values(list[rule] ?? {}).some((files) => files.includes(file)),
  );

/**
 * Checks a run of all test files: each file in IMPOSSIBLE_ROWS must have broken its rule.
 * @param folder folder of the run
 * @throws Error that names each file which did not break its rule, and must therefore leave the list
 */
export function requireAllBroken(folder) {
  const file = join(folder, BROKEN_FILE);
  const broken = new Set(existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []);
  const kept = Object.entries(IMPOSSIBLE_ROWS)
    .flatMap(([rule, reasons]) =>
      Object.values(reasons).flatMap((files) => files.map((one) => `${rule}: ${one}`)),
    )
    .filter((line) => !broken.has(line));
  if (kept.length === 0) return;
  process.exitCode = 1;
  throw new Error(
    `Estes arquivos cumprem a regra e saem de tests/support/impossible-rows.mjs:\n${kept.join('\n')}`,
  );
}
