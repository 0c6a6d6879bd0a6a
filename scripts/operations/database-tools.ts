// Finds pg_dump, pg_restore and psql of a version that fits the server, and runs them with the password hidden (in the
// child's environment, never among its arguments).
import { type ChildProcess, spawn } from 'node:child_process';
import { parseDatabaseUrl } from '@escuta/prisma/database-url';
import pg from 'pg';
import { findPostgresClients } from '../lib/programs.mjs';
import { OperatorError } from './settings.ts';

export type DatabaseTools = { bin: string; versao: number };

/**
 * The PostgreSQL client programs for a server: its own major version if installed, otherwise the oldest newer version.
 * @throws OperatorError if there is none, or only older ones, which refuse a newer server
 */
export function findDatabaseTools(serverMajor: number): DatabaseTools {
  const found: { bin: string; version: number }[] = findPostgresClients();
  const fit = found.filter(({ version }) => version >= serverMajor).sort((a, b) => a.version - b.version)[0];
  if (fit) return { bin: fit.bin, versao: fit.version };
  const newest = found[0];
  const here = newest ? `só há a versão ${newest.version} nesta máquina` : 'não há nesta máquina';
  throw new OperatorError(
    `São precisos pg_dump, pg_restore e psql ${serverMajor} ou mais novos, como o servidor; ${here}.\n` +
      `  Debian/Ubuntu: sudo apt-get install postgresql-client-${serverMajor} (do repositório apt.postgresql.org, se faltar)\n` +
      '  Docker: docker compose run --rm operacao backup … (a imagem já os traz)',
  );
}

/** libpq's environment variables for a DATABASE_URL. */
export function libpqEnvironment(databaseUrl: string, database?: string): NodeJS.ProcessEnv {
  const { connectionString } = parseDatabaseUrl(databaseUrl);
  const client = new pg.Client({ connectionString });
  const parameters = new URL(connectionString).searchParams;
  const environment: NodeJS.ProcessEnv = {
    PATH: process.env.PATH,
    LC_ALL: 'C.UTF-8',
    PGHOST: client.host,
    PGPORT: String(client.port),
    PGUSER: client.user,
    PGPASSWORD: typeof client.password === 'string' ? client.password : undefined,
    PGDATABASE: database ?? client.database,
    PGAPPNAME: 'escuta-operacao',
    PGCONNECT_TIMEOUT: '10',
    PGCLIENTENCODING: 'UTF8',
  };
  for (const name of ['sslmode', 'sslrootcert', 'sslcert', 'sslkey']) {
    const value = parameters.get(name);
    if (value) environment[`PG${name.toUpperCase()}`] = value === 'no-verify' ? 'require' : value;
  }
  return environment;
}

export type ToolRun = { child: ChildProcess; ended: Promise<void> };

/**
 * Runs one of the programs. `ended` rejects with an OperatorError that contains the end of the program's output. A
 * caller that fails before `ended` settles must kill `child`.
 */
export function runTool(
  tools: DatabaseTools,
  name: 'pg_dump' | 'pg_restore' | 'psql',
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): ToolRun {
  const child = spawn(`${tools.bin}/${name}`, args, { env: environment, stdio: ['pipe', 'pipe', 'pipe'] });
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-4000);
  });
  // A program that ends early closes its end of the pipe; its exit has the reason.
  child.stdin?.on('error', () => undefined);
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', (error) => reject(new OperatorError(`${name}: ${error.message}`)));
    child.once('close', (code, signal) => {
      if (code === 0) resolve();
      else reject(new OperatorError(`${name} falhou (${signal ?? `código ${code}`}):\n${said.trim()}`));
    });
  });
  ended.catch(() => undefined);
  return { child, ended };
}
