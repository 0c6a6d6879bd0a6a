// Prisma's part of starting: the client generated when the schema is newer, migrations applied.
import { spawn } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from './console.mjs';
import { ROOT } from './paths.mjs';

/** Runs a command to its end, quietly. @throws UserError with what it said when it fails. */
export function runQuietly(command, args, { env = process.env, label, cwd = ROOT } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    const keep = (chunk) => {
      said = (said + chunk).slice(-20_000);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.once('error', (error) => reject(new UserError(`${label}: ${error.message}`)));
    child.once('close', (code) =>
      code === 0
        ? resolve(said)
        : reject(new UserError(`${label} falhou (código ${code}):\n${said.trimEnd()}`)),
    );
  });
}

const prisma = (args, env, label) =>
  runQuietly(process.execPath, [join(ROOT, 'node_modules/prisma/build/index.js'), ...args], { env, label });

/** True when the generated client is missing or older than the schema or the installed Prisma. */
export function isClientStale() {
  const generated = join(ROOT, 'prisma/src/generated/client.ts');
  if (!existsSync(generated)) return true;
  const at = statSync(generated).mtimeMs;
  return ['prisma/schema.prisma', 'node_modules/@prisma/client/package.json'].some(
    (file) => statSync(join(ROOT, file)).mtimeMs > at,
  );
}

export async function generateClient() {
  if (isClientStale()) await prisma(['generate'], process.env, 'prisma generate');
}

/** Applies the migrations that are missing; makes the database when it is not there. */
export async function applyMigrations(databaseUrl) {
  await prisma(['migrate', 'deploy'], { ...process.env, DATABASE_URL: databaseUrl }, 'prisma migrate deploy');
}
