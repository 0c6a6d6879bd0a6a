// node --import tsx scripts/statements/check.ts <database URL> <file of texts>: prepares each statement that a test run met against the
// migrated database, and holds its columns against the type that the source gives its rows. Ends with 1 where one does not fit.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { columnsOf, misfits } from './columns.ts';
import { type Statement, statementsOf } from './read.ts';
import { moduleAt, type RowType, rowOf } from './rows.ts';

const [databaseUrl = '', file = ''] = process.argv.slice(2);
const texts = [...new Set(readFileSync(file, 'utf8').split('\n').filter(Boolean))].map(
  (line) => JSON.parse(line) as string,
);
const sources = execFileSync('git', ['ls-files', 'api/src', 'worker/src', 'shared/src'], { encoding: 'utf8' })
  .split('\n')
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'));

/** The statements whose rows have a type that is known, with how their texts look. */
const typed = sources.flatMap((path) => {
  const module = moduleAt(path);
  if (!module) return [];
  return statementsOf(module).flatMap((statement) => {
    const row = statement.row && rowOf(statement.row, module);
    return row && statement.pieces ? [{ statement, row, looks: patternOf(statement.pieces) }] : [];
  });
});

function patternOf(pieces: readonly string[]): RegExp {
  const escaped = pieces.map((piece) => piece.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${escaped.join('[\\s\\S]*?')}$`);
}

const name = ({ path, place }: Statement) => `${path} ${place}`;
const client = new pg.Client(databaseUrl);
await client.connect();
let seen = 0;
const wrong: string[] = [];
for (const { statement, row, looks } of typed) {
  const [first = ''] = statement.pieces ?? [];
  const own = texts.filter((text) => text.startsWith(first) && looks.test(text));
  if (own.length > 0) seen += 1;
  for (const text of own) wrong.push(...(await wrongWith(statement, row, text)));
}
await client.end();

async function wrongWith(statement: Statement, row: RowType, text: string): Promise<string[]> {
  const columns = await columnsOf(client, text);
  if (columns instanceof Error) return [`${name(statement)}: ${columns.message}`];
  return misfits(row, columns).map((what) => `${name(statement)}: ${what}`);
}

console.log(`${seen} instruções com tipo, de ${typed.length}, preparadas contra o banco migrado`);
for (const line of new Set(wrong)) console.error(line);
process.exitCode = wrong.length > 0 || seen === 0 ? 1 : 0;
