/** Raw SQL statements, counted by file and reason: the content of docs/dev/statements.tsv. */
import { execFileSync } from 'node:child_process';
import { HOT } from './hot.ts';
import { KEPT } from './kept.ts';
import { type Reason, type Statement, statementsOf } from './read.ts';
import { moduleAt } from './rows.ts';

/** The sources of the product's processes. */
export function productSources(): string[] {
  return execFileSync('git', ['ls-files', 'api/src', 'worker/src', 'shared/src'], { encoding: 'utf8' })
    .split('\n')
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'));
}

export const keyOf = ({ path, place }: Statement): string => `${path} ${place}`;

/** The reason why a statement is SQL; null: Prisma's client can express it. */
export function reasonFor(statement: Statement): Reason | null {
  if (statement.reason !== null) return statement.reason;
  const key = keyOf(statement);
  return key in HOT ? 'corrente' : (KEPT[key]?.[0] ?? null);
}

/** All statements of the product. */
export function readStatements(): Statement[] {
  return productSources().flatMap((path) => {
    const module = moduleAt(path);
    return module ? statementsOf(module) : [];
  });
}

/** The table's text, a line each: path, place, reason and count. */
export function tableOf(statements: readonly Statement[]): string {
  const counts = new Map<string, number>();
  for (const statement of statements) {
    const line = [statement.path, statement.place, reasonFor(statement) ?? 'cliente'].join('\t');
    counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  const lines = [...counts].map(([line, n]) => `${line}\t${n}`).sort();
  return `${['arquivo\tlugar\tmotivo\tn', ...lines].join('\n')}\n`;
}
