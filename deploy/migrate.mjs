// Applies the missing migrations inside an image.
import { join } from 'node:path';
import { runQuietly } from '../scripts/lib/commands.mjs';
import { fail, say, UserError } from '../scripts/lib/console.mjs';
import { deployMigrations, migratedAt } from '../scripts/lib/migrate.mjs';
import { ROOT } from '../scripts/lib/paths.mjs';

const prisma = async (...args) => {
  const file = join(ROOT, 'node_modules/prisma/build/index.js');
  const label = `prisma ${args.join(' ')}`;
  say((await runQuietly(process.execPath, [file, ...args], { label })).trimEnd());
};

const databaseUrl = process.env.DATABASE_URL;
try {
  if (!databaseUrl) throw new UserError('Defina DATABASE_URL.');
  await deployMigrations(prisma, migratedAt(databaseUrl), { say });
} catch (error) {
  if (!(error instanceof UserError)) throw error;
  fail(error.message);
  process.exitCode = 1;
}
