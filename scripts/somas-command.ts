// Writes the newest migration of the roll-ups from table.ts, or, given a time, a further migration that replaces the
// roll-ups' triggers: npm run somas [-- AAAAMMDDhhmmss]
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { newestMigration, rollUpMigration } from '../prisma/rollups/migrations.ts';

const [moment] = process.argv.slice(2);
if (moment !== undefined && !/^\d{14}$/.test(moment))
  throw new Error('usage: npm run somas [-- AAAAMMDDhhmmss]');
const name = moment === undefined ? newestMigration() : `${moment}_somas_expandir`;
const folder = new URL(`../prisma/migrations/${name}/`, import.meta.url);
mkdirSync(folder, { recursive: true });
writeFileSync(new URL('migration.sql', folder), rollUpMigration(name));
console.log(fileURLToPath(folder));
