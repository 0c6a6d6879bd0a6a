// node --import tsx scripts/statements/check.ts <database URL> <file of texts> [whole]: prepares each statement that a
// test run sent, in the migrated database without the parts that prisma/next-contraction.sql drops, and compares the
// statement's columns with its row type in the source. Exit code 1 if a statement does not fit, or if a `whole` run
// sent no statement with a row type.
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { columnsOf, misfits } from './columns.ts';
import type { Statement } from './read.ts';
import { moduleAt, type RowType, rowOf } from './rows.ts';
import { keyOf, readStatements } from './table.ts';

const [databaseUrl = '', file = '', whole] = process.argv.slice(2);
const texts = [...new Set(readFileSync(file, 'utf8').split('\n').filter(Boolean))].map(
  (line) => JSON.parse(line) as string,
);
/** The statements whose text is visible in the sources from its beginning, with their pattern. */
const known = readStatements().flatMap((statement) => {
  const { pieces, reason } = statement;
  // A cursor's columns are known only while it is open.
  if (!pieces || reason === 'sessao' || !/\w{4}/.test(pieces[0] ?? '')) return [];
  const module = moduleAt(statement.path);
  const row = module && statement.row && rowOf(statement.row, module);
  return [
    { statement, row, start: pieces[0] ?? '', looks: patternOf(pieces), fixed: pieces.join('').length },
  ];
});

function patternOf(pieces: readonly string[]): RegExp {
  const escaped = pieces.map((piece) => piece.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${escaped.join('[\\s\\S]*?')}$`);
}

/** Tables that the next contraction changes: for them, statements without a row type are prepared too. */
const CONTRACTED = new RegExp(
  [...readFileSync('prisma/next-contraction.sql', 'utf8').matchAll(/ALTER TABLE (\w+)/g)]
    .map(([, table]) => `\\b${table}\\b`)
    .join('|'),
);

/**
 * A statement built mostly at run time matches many texts, so at least this share of the text, or this many characters,
 * must be fixed.
 */
const FIXED_SHARE = 0.5;
const FIXED_ENOUGH = 120;

/** Finds the statement of a text: the match with the longest fixed part; undefined if uncertain. */
function senderOf(text: string): (typeof known)[number] | undefined {
  const needed = Math.min(FIXED_ENOUGH, FIXED_SHARE * text.length);
  const alike = known.filter(
    ({ start, looks, fixed }) => fixed >= needed && text.startsWith(start) && looks.test(text),
  );
  const most = Math.max(...alike.map(({ fixed }) => fixed));
  const best = alike.filter(({ fixed }) => fixed === most);
  return best.length === 1 ? best[0] : undefined;
}

const client = new pg.Client(databaseUrl);
await client.connect();
const seen = new Set<Statement>();
const wrong: string[] = [];
for (const text of texts) {
  const sender = senderOf(text);
  if (!sender || !(sender.row || CONTRACTED.test(text))) continue;
  if (sender.row) seen.add(sender.statement);
  wrong.push(...(await wrongWith(sender.statement, sender.row, text)));
}
await client.end();

async function wrongWith(
  statement: Statement,
  row: RowType | null | undefined,
  text: string,
): Promise<string[]> {
  const columns = await columnsOf(client, text);
  if (columns instanceof Error) return [`${keyOf(statement)}: ${columns.message}`];
  return row ? misfits(row, columns).map((what) => `${keyOf(statement)}: ${what}`) : [];
}

const typed = known.filter(({ row }) => row).length;
console.log(`${seen.size} instruções com tipo, de ${typed}, preparadas contra o banco migrado`);
for (const line of new Set(wrong)) console.error(line);
process.exitCode = wrong.length > 0 || (whole && seen.size === 0) ? 1 : 0;
