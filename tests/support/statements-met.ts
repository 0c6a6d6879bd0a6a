// Records every statement that a test process sends to PostgreSQL, once each; scripts/statements/check.ts prepares the
// statements against the migrated database at the end of the run.
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

/** File in a run's folder with the text of one statement per line, as JSON. */
export const MET_FILE = 'instrucoes-encontradas';

type Query = (this: unknown, ...given: unknown[]) => unknown;
const prototype = pg.Client.prototype as unknown as { query: Query & { met?: Set<string> } };

/** Starts recording; a second call changes nothing. @param folder folder of the run */
export function noteStatements(folder: string): void {
  if (prototype.query.met) return;
  const { query } = prototype;
  const met = new Set<string>();
  const file = join(folder, MET_FILE);
  const noting: Query & { met?: Set<string> } = function (this: unknown, ...given) {
    const [statement] = given;
    const text =
      typeof statement === 'string' ? statement : (statement as { text?: unknown } | undefined)?.text;
    if (typeof text === 'string' && !met.has(text)) {
      met.add(text);
      appendFileSync(file, `${JSON.stringify(text)}\n`);
    }
    return query.apply(this, given);
  };
  noting.met = met;
  prototype.query = noting;
}
