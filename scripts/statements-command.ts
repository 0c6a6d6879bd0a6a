// npm run instrucoes: writes docs/dev/statements.tsv, and prints the number of raw SQL statements by reason.
import { mkdirSync, writeFileSync } from 'node:fs';
import { REASONS } from './statements/read.ts';
import { readStatements, reasonFor, tableOf } from './statements/table.ts';

const statements = readStatements();
mkdirSync('docs/dev', { recursive: true });
writeFileSync('docs/dev/statements.tsv', tableOf(statements));
for (const [reason, meaning] of Object.entries(REASONS)) {
  const n = statements.filter((statement) => reasonFor(statement) === reason).length;
  console.log(`${String(n).padStart(5)}  ${reason.padEnd(10)} ${meaning}`);
}
console.log(`${String(statements.length).padStart(5)}  in all`);
