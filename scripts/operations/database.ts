// Queries of backup, restore and the doctor.

import type { Queryable } from '@escuta/prisma/db';
import { poolConfig } from '@escuta/prisma/pool';
import pg from 'pg';
import { OperatorError } from './settings.ts';

/** Extensions created by the migrations. */
export const EXTENSIONS = ['btree_gin', 'btree_gist', 'pg_trgm', 'unaccent'];
/** Companies whose balance differs from the sum of their ledger. */
export const BALANCE_DRIFT = `SELECT e.id FROM empresas e LEFT JOIN (
    SELECT empresa_id, sum(quantidade) AS soma FROM credito_lancamentos GROUP BY empresa_id
  ) l ON l.empresa_id = e.id WHERE e.saldo_creditos <> coalesce(l.soma, 0)`;

/** Companies whose stored sums of bytes differ from their files, a row per kind of file. */
export const BYTES_DRIFT = `SELECT d.empresa_id AS id FROM (
    SELECT empresa_id, tipo, n, bytes FROM escuta_bytes_contados()
    UNION ALL SELECT empresa_id, tipo, -n, -bytes FROM empresa_bytes
  ) d GROUP BY d.empresa_id, d.tipo HAVING sum(d.n) <> 0 OR sum(d.bytes) <> 0`;

/** Quotes an SQL identifier. */
export const quoteIdentifier = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Describes a connection error for people; null for other errors. */
export function connectionProblem(error: unknown, databaseUrl: string): string | null {
  const { code } = error as { code?: string };
  const client = new pg.Client(poolConfig({ databaseUrl, poolSize: 1 }));
  const where = `${client.host}:${client.port}`;
  if (code === '28P01' || code === '28000') return `O PostgreSQL em ${where} recusou o usuário ou a senha.`;
  if (code === '3D000') return `O banco "${client.database}" não existe em ${where}.`;
  if (code === '53300') return `O PostgreSQL em ${where} não tem conexões livres.`;
  if (code === '57P03') return `O PostgreSQL em ${where} ainda está subindo ou encerrando.`;
  const message = error instanceof Error ? error.message : '';
  const network = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ECONNRESET'];
  if ((code && network.includes(code)) || /timeout|terminated/i.test(message)) {
    return `O PostgreSQL não responde em ${where}${code ? ` (${code})` : ''}.`;
  }
  return null;
}

/** Opens a connection. @throws OperatorError in Portuguese if it fails */
export async function connectDatabase(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client(poolConfig({ databaseUrl, poolSize: 1, name: 'escuta-operacao' }));
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw new OperatorError(connectionProblem(error, databaseUrl) ?? (error as Error).message);
  }
}

/**
 * @throws OperatorError while processes of the product use the database. `before`: the operation that they must stop
 * for
 */
export async function refuseRunningProcesses(db: Queryable, before: string): Promise<void> {
  const { rows } = await db.query<{ nome: string }>(
    `SELECT DISTINCT application_name AS nome FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name LIKE 'escuta-%'
       AND application_name <> 'escuta-operacao' ORDER BY 1`,
  );
  if (rows.length === 0) return;
  throw new OperatorError(
    `Há processos da Escuta ligados a este banco (${rows.map(({ nome }) => nome).join(', ')}): pare a API e os workers antes ${before}.`,
  );
}

/** Server's major version, e.g. 17. */
export async function serverMajor(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ n: string }>(`SELECT current_setting('server_version_num') AS n`);
  return Math.floor(Number(rows[0]?.n) / 10_000);
}

/** Tables of the product's schema, by name. */
export async function listTables(db: Queryable, schema: string): Promise<string[]> {
  const { rows } = await db.query<{ nome: string }>(
    `SELECT c.relname AS nome FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = $1 AND c.relkind IN ('r', 'p') ORDER BY 1`,
    [schema],
  );
  return rows.map(({ nome }) => nome);
}

/** Identifies an installation: created with its database, kept by a restored copy. 16 hexadecimal digits. */
export async function installationId(db: Queryable): Promise<string> {
  const { rows } = await db.query<{ id: string }>(
    `SELECT left(encode(sha256(convert_to(id, 'UTF8')), 'hex'), 16) AS id FROM _prisma_migrations
     ORDER BY started_at, migration_name LIMIT 1`,
  );
  if (!rows[0]) throw new OperatorError('O banco ainda não tem as migrações da Escuta.');
  return rows[0].id;
}
