// A database of an earlier version, and its upgrade to this version. The dumps in bases/, each a schema or rows, were
// made by the earlier versions with pg_dump --inserts.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { vi } from 'vitest';
import base from '../../prisma/base.json' with { type: 'json' };
import { BASE, migrationNames, upgradeNames } from '../../prisma/src/base.mjs';
import { runQuietly } from '../../scripts/lib/commands.mjs';

/** Rows of an old database: the demonstration or, only for a49a48c0, an installation in the middle of its work. */
export type OldRows = 'demonstracao' | 'em-andamento';

/** The oldest supported version, and the last one before the baseline. */
export type OldVersion = 'a49a48c0' | 'dd2f2bdd';

/** Tables that triggers maintain and `escuta_recontar` recounts (docs/decisions/0004-rollups.md). */
const TOTALS = [
  'projeto_rollup_dia',
  'projeto_totais',
  'projeto_rollup_mes',
  'projeto_numeros',
  'projeto_contadores',
  'projeto_qualidade_dia',
  'projeto_palavra_dia',
  'item_qualidade',
  'auditoria_totais',
  'chamada_dia',
  'chamada_qualidade_dia',
  'projeto_chamada_dia',
  'chamada_palavra_dia',
  'chamada_mes',
  'chamada_hora',
  'chamada_qualidade_soma',
  'chamada_qualidade_mes',
  'custo_dia',
];

export type OldDatabase = {
  /** The DATABASE_URL of the database, with which the product uses it after the migration. */
  url: string;
  query: pg.Client['query'];
  /** Applies the missing migrations as `migrate` does in an installation. @returns the output */
  deploy: () => Promise<string>;
  /** Applies only the SQL of the missing migrations, which is faster, and records their names. */
  migrate: () => Promise<void>;
  /**
   * Does the same as `migrate` while `write` holds an open transaction, as a process of the previous version might. The
   * transaction commits once the migration waits for it.
   */
  migrateDuring: (write: (query: pg.Client['query']) => Promise<unknown>) => Promise<void>;
  /** The totals as stored, and after a recount. */
  totals: () => Promise<{ kept: string[][]; counted: string[][] }>;
  /** Number of rows of each of the product's tables. */
  counts: () => Promise<Record<string, number>>;
  close: () => Promise<void>;
};

const dump = (name: string) =>
  gunzipSync(readFileSync(new URL(`bases/${name}.sql.gz`, import.meta.url))).toString();
const sqlOf = (name: string, folder: 'upgrade' | 'migrations' = 'upgrade') =>
  readFileSync(new URL(`../../prisma/${folder}/${name}/migration.sql`, import.meta.url), 'utf8');

/** Creates a separate database beside that of `databaseUrl`, and connects to it. */
async function createDatabase(databaseUrl: string) {
  const name = `antigo_${randomUUID().slice(0, 8)}`;
  const url = new URL(databaseUrl);
  url.searchParams.delete('schema');
  const maker = new pg.Client({ connectionString: url.href });
  await maker.connect();
  await maker.query(`create database ${name}`);
  url.pathname = `/${name}`;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  return {
    url: url.href,
    client,
    close: async () => {
      await client.end();
      await maker.query(`drop database ${name} with (force)`);
      await maker.end();
    },
  };
}

async function countRows(client: pg.Client): Promise<Record<string, number>> {
  const { rows: tables } = await client.query<{ nome: string }>(
    `select relname as nome from pg_class c where relnamespace = current_schema()::regnamespace
      and relkind in ('r', 'p')
       and not relispartition and relname not like '\\_prisma%' order by 1`,
  );
  const counts = tables.map(({ nome }) => `select '${nome}' as nome, count(*)::int as n from "${nome}"`);
  const { rows } = await client.query<{ nome: string; n: number }>(counts.join(' union all '));
  return Object.fromEntries(rows.map(({ nome, n }) => [nome, n]));
}

async function readTotals(client: pg.Client): Promise<string[][]> {
  const found: string[][] = [];
  for (const table of TOTALS) {
    // Leaves out the columns of criteria: a task fills them later for calls judged before the columns existed.
    const { rows } = await client.query<{ linha: string }>(
      `select (to_jsonb(t) - array['criterios', 'falhas_criticas', 'criterios_a_contar'])::text as linha from ${table} t
        order by 1`,
    );
    found.push([table, ...rows.map(({ linha }) => linha)]);
  }
  return found;
}

/** Loads a dump into the connection's database. */
async function load(client: pg.Client, name: string): Promise<void> {
  await client.query(dump(name));
  // A dump clears the search path.
  await client.query('set search_path to public');
}

/**
 * Moves the deadlines of a dump into the future, so that its objects, uploads and links do not expire because the dump
 * is old.
 */
async function prolong(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ tabela: string; coluna: string }>(
    `select table_name as tabela, column_name as coluna from information_schema.columns
     where table_schema = current_schema() and column_name in ('apagar_em', 'expira_em')`,
  );
  for (const { tabela, coluna } of rows)
    await client.query(
      `update "${tabela}" set ${coluna} = now() + interval '1 day' where ${coluna} < now() + interval '1 day'`,
    );
}

/**
 * Creates a database of an earlier version.
 * @param options.rows its rows; none by default
 * @param options.before only for a49a48c0: the upgrade's migrations before this one are applied
 */
export async function createOldDatabase(
  databaseUrl: string,
  {
    version = 'a49a48c0',
    rows,
    before = upgradeNames()[0] as string,
  }: { version?: OldVersion; rows?: OldRows; before?: string },
): Promise<OldDatabase> {
  const all = upgradeNames();
  const at = all.indexOf(before);
  if (at < 0) throw new Error(`There is no migration ${before}`);
  const { url, client, close } = await createDatabase(databaseUrl);
  const apply = async (list: readonly string[], folder?: 'migrations') => {
    for (const name of list) {
      await client.query(sqlOf(name, folder));
      await note(name);
    }
  };
  const note = (...names: string[]) =>
    client.query(
      `insert into _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
       select gen_random_uuid(), 'x', nome, now(), 1 from unnest($1::text[]) nome`,
      [names],
    );
  await load(client, version);
  if (rows) {
    // Turns off the triggers, which would count the loaded rows twice.
    await client.query('set session_replication_role = replica');
    await load(client, `${version}-${rows}`);
    await prolong(client);
    await client.query('set session_replication_role = origin');
  }
  const { rows: noted } = await client.query('select from _prisma_migrations limit 1');
  if (noted.length === 0) await note(...base.before);
  await apply(all.slice(0, at));
  const migrate = async () => {
    await apply(all.slice(at));
    await note(BASE);
    await apply(
      migrationNames().filter((name) => name !== BASE),
      'migrations',
    );
  };
  const migrateDuring: OldDatabase['migrateDuring'] = async (write) => {
    const { rows: pids } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const writer = new pg.Client({ connectionString: url });
    await writer.connect();
    try {
      await writer.query('begin');
      await write(writer.query.bind(writer));
      const migrated = migrate();
      // Avoids an unhandled rejection while the writer delays the migration; its result is checked below.
      migrated.catch(() => undefined);
      await vi.waitFor(
        async () => {
          const waiting = await writer.query('select from pg_locks where pid = $1 and not granted', [
            pids[0]?.pid,
          ]);
          if (waiting.rows.length === 0)
            throw new Error('The migration does not wait for the open transaction');
        },
        { timeout: 60_000, interval: 20 },
      );
      await writer.query('commit');
      await migrated;
    } finally {
      await writer.end();
    }
  };
  return {
    url,
    query: client.query.bind(client),
    deploy: () =>
      runQuietly(process.execPath, ['deploy/migrate.mjs'], {
        env: { ...process.env, NODE_OPTIONS: '', DATABASE_URL: url },
      }),
    migrate,
    migrateDuring,
    counts: () => countRows(client),
    totals: async () => {
      const kept = await readTotals(client);
      await client.query('select escuta_recontar(id) from projetos');
      return { kept, counted: await readTotals(client) };
    },
    close,
  };
}
