// Queries of backup, restore and the doctor.

import type { Queryable } from '@escuta/prisma/db';
import { poolConfig } from '@escuta/prisma/pool';
import pg from 'pg';
import { OperatorError } from './settings.ts';

/** Extensions created by the migrations. */
export const EXTENSIONS = ['btree_gin', 'btree_gist', 'pg_trgm', 'unaccent'];
/** Companies whose balance differs from the sum of their ledger. */
export const BALANCE_DRIFT = `select e.id from empresas e left join (
    select empresa_id, sum(quantidade) as soma from credito_lancamentos group by empresa_id
  ) l on l.empresa_id = e.id where e.saldo_creditos <> coalesce(l.soma, 0)`;

/** Companies whose stored sums of bytes differ from their files, a row per kind of file. */
export const BYTES_DRIFT = `select d.empresa_id as id from (
    select empresa_id, tipo, n, bytes from escuta_bytes_contados()
    union all select empresa_id, tipo, -n, -bytes from empresa_bytes
  ) d group by d.empresa_id, d.tipo having sum(d.n) <> 0 or sum(d.bytes) <> 0`;

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

/**
 * Opens a connection.
 * @throws OperatorError in Portuguese if it fails
 */
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
 * Checks that no process of the product uses the database.
 * @param before the operation before which the processes must be stopped, for the message
 * @throws OperatorError if a process uses the database
 */
export async function refuseRunningProcesses(db: Queryable, before: string): Promise<void> {
  const { rows } = await db.query<{ nome: string }>(
    `select distinct application_name as nome from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and application_name like 'escuta-%'
       and application_name <> 'escuta-operacao' order by 1`,
  );
  if (rows.length === 0) return;
  throw new OperatorError(
    `Há processos da Escuta ligados a este banco (${rows.map(({ nome }) => nome).join(', ')}): pare a API e os workers antes ${before}.`,
  );
}

/** The server's major version, like 17. */
export async function serverMajor(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ n: string }>(`select current_setting('server_version_num') as n`);
  return Math.floor(Number(rows[0]?.n) / 10_000);
}

/** Tables of the product's schema, by name. */
export async function listTables(db: Queryable, schema: string): Promise<string[]> {
  const { rows } = await db.query<{ nome: string }>(
    `select c.relname as nome from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = $1 and c.relkind in ('r', 'p') order by 1`,
    [schema],
  );
  return rows.map(({ nome }) => nome);
}

/** Identifies an installation by 16 hexadecimal digits, made with its database and kept by a restored copy. */
export async function installationId(db: Queryable): Promise<string> {
  const { rows } = await db.query<{ id: string }>(
    `select left(encode(sha256(convert_to(id, 'UTF8')), 'hex'), 16) as id from _prisma_migrations
     order by started_at, migration_name limit 1`,
  );
  if (!rows[0]) throw new OperatorError('O banco ainda não tem as migrações da Escuta.');
  return rows[0].id;
}
