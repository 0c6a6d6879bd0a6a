// Restores a backup into an installation. Verifies everything before writing anything. Restores first the objects, then
// the whole database in a single transaction, so that a failed restore leaves the database unchanged.
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isTooOld, knownMigrations, missingMigrations, PASS_BY } from '@escuta/prisma/base';
import { parseDatabaseUrl } from '@escuta/prisma/database-url';
import { VERSION } from '@escuta/shared/domain/version';
import { parseKeyRing } from '@escuta/shared/platform/crypto/crypto';
import { buildId } from '@escuta/shared/platform/process/build-id';
import type { Env } from '@escuta/shared/platform/process/env';
import { connectRedisOnce } from '@escuta/shared/platform/redis/redis';
import { createStore } from '@escuta/shared/platform/storage/create-store';
import type { ObjectStore } from '@escuta/shared/platform/storage/object-store';
import type { Redis } from 'ioredis';
import pg from 'pg';
import { type BackupSource, measureStream, openSource } from './archive.ts';
import {
  connectDatabase,
  connectionProblem,
  listTables,
  quoteIdentifier,
  refuseRunningProcesses,
  serverMajor,
} from './database.ts';
import { type DatabaseTools, findDatabaseTools, libpqEnvironment, runTool } from './database-tools.ts';
import { fingerprint } from './key-ring.ts';
import { type IndexEntry, indexEntrySchema, type Manifest, objectMember } from './manifest.ts';
import { compareKeys, listObjects, readJsonLines } from './objects.ts';
import { OperatorError } from './settings.ts';

export type RestoreReport = {
  criadaEm: string;
  versao: string;
  linhas: number;
  objetos: number;
  bytes: number;
  /** Migrations of this version that the restored database still lacks. */
  migracoesPendentes: string[];
  avisos: string[];
};

/** Contents that would be lost, for the confirmation. */
export type Occupied = { banco: string; empresas: number; itens: number };

type Options = {
  env: Env;
  de: string;
  /** Called if the database has data; true allows deleting them. Without `confirm`, such a database is refused. */
  confirm?: (occupied: Occupied) => Promise<boolean>;
  onProgress?: (text: string) => void;
};

/** Number of objects uploaded at the same time. */
const PARALLEL = 8;

/** Restores a backup; the database is unchanged until the last step. @throws OperatorError with advice */
export async function restore({
  env,
  de,
  confirm,
  onProgress = () => undefined,
}: Options): Promise<RestoreReport> {
  const source = await openSource(de);
  const scratch = await mkdtemp(join(tmpdir(), 'escuta-restauracao-'));
  try {
    const { manifest } = source.signed;
    const avisos = checkKeys(env, source);
    checkVersion(manifest, env);
    onProgress('Conferindo a cópia');
    const dumpFile = join(scratch, 'banco.dump');
    await verifyParts(source, dumpFile, onProgress);
    const store = await createStore(env);
    await store.check().catch((error: Error) => {
      throw new OperatorError(`O armazenamento não aceita gravações: ${error.message}`);
    });
    const db = await connectOrCreate(env.DATABASE_URL);
    try {
      const tools = await checkTarget(db, manifest);
      const occupied = await readOccupation(db, manifest);
      if (occupied && !(await confirm?.(occupied))) {
        throw new OperatorError(
          `O banco "${occupied.banco}" já está em uso (${occupied.empresas} empresas, ${occupied.itens} itens): nada foi mudado. ` +
            'Restaure em um banco vazio ou use --substituir, que apaga o que há nele.',
        );
      }
      const before = join(scratch, 'antes.ndjson');
      await listOldObjects(db, occupied !== null, before);
      await putObjects(source, store, onProgress);
      onProgress('Restaurando o banco de dados');
      await restoreDatabase({ env, db, manifest, tools, scratch, dumpFile });
      await db.query('ANALYZE');
      avisos.push(...(await removeOldObjects(source, store, before)), ...(await forgetQueues(env)));
    } finally {
      await db.end();
    }
    return {
      criadaEm: manifest.criadaEm,
      versao: manifest.versao,
      linhas: Object.values(manifest.banco.linhas).reduce((sum, n) => sum + n, 0),
      objetos: manifest.objetos.total,
      bytes: manifest.objetos.bytes,
      migracoesPendentes: missingMigrations(manifest.banco.migracoes),
      avisos,
    };
  } finally {
    await rm(scratch, { recursive: true, force: true });
    await source.close();
  }
}

/**
 * Compares the backup's keys with those of this installation.
 * @returns warnings
 * @throws OperatorError naming fingerprints if this ring cannot open the backup's sealed values; also if the manifest
 * was changed
 */
function checkKeys(env: Env, { signed }: BackupSource): string[] {
  const ring = parseKeyRing(env.ENCRYPTION_KEYS);
  const wanted = signed.manifest.chaves.cifra.filter(({ emUso }) => emUso);
  const lines = wanted.flatMap(({ id, impressao }) => {
    const own = ring.keys.get(id);
    if (own && fingerprint(own) === impressao) return [];
    return [`  ${id}: na cópia ${impressao}; aqui ${own ? fingerprint(own) : 'não há'}`];
  });
  if (lines.length > 0) {
    throw new OperatorError(
      'ENCRYPTION_KEYS não são as da cópia: chaves de API e senhas de telefonia não abririam. Impressões das chaves:\n' +
        `${lines.join('\n')}\nPonha no .env as ENCRYPTION_KEYS da instalação de origem. Nada foi mudado.`,
    );
  }
  if (!signed.isAuthentic(ring)) {
    throw new OperatorError('O manifesto da cópia foi alterado: a assinatura não confere. Nada foi mudado.');
  }
  if (fingerprint(env.API_KEY_HMAC_SECRET) === signed.manifest.chaves.apiKeyHmac) return [];
  return [
    'API_KEY_HMAC_SECRET não é o da cópia: as chaves de API das empresas não serão reconhecidas até que se ponha o original.',
  ];
}

function checkVersion({ versao, compilacao, banco }: Manifest, env: Env): void {
  const known = new Set(knownMigrations());
  const unknown = banco.migracoes.filter((name) => !known.has(name));
  if (unknown.length > 0) {
    throw new OperatorError(
      `A cópia é da versão ${versao}${compilacao ? ` (${compilacao})` : ''}, mais nova do que esta (${VERSION}, ${buildId()}): faltam aqui as migrações ${unknown.join(', ')}. ` +
        'Atualize a Escuta e repita. Nada foi mudado.',
    );
  }
  if (isTooOld(banco.migracoes)) {
    throw new OperatorError(
      `A cópia é de uma versão da Escuta anterior a ${PASS_BY}, que esta (${VERSION}, ${buildId()}) não atualiza direto. ` +
        `Restaure-a com a versão do commit ${PASS_BY}, inicie-a uma vez e depois instale esta. Nada foi mudado.`,
    );
  }
  const { schema } = parseDatabaseUrl(env.DATABASE_URL);
  if (schema !== banco.esquema) {
    throw new OperatorError(
      `A cópia é do esquema "${banco.esquema}" e DATABASE_URL aponta para "${schema}": use ?schema=${banco.esquema}.`,
    );
  }
}

const damageError = (name: string, why: string) =>
  new OperatorError(`A cópia está danificada: ${name} ${why}. Nada foi mudado.`);

async function verifyStream(
  name: string,
  body: Readable,
  expected: { bytes: number; sha256: string },
  sink?: NodeJS.WritableStream,
) {
  const { through, result } = measureStream();
  if (sink) await pipeline(body, through, sink);
  else await pipeline(body, through.resume());
  const { bytes, sha256 } = result();
  if (bytes !== expected.bytes) throw damageError(name, `tem ${bytes} bytes em vez de ${expected.bytes}`);
  if (sha256 !== expected.sha256) throw damageError(name, 'não confere com o SHA-256 do manifesto');
}

/** Entries of the index, which is already verified. */
async function* entriesOf(source: BackupSource): AsyncGenerator<IndexEntry> {
  const stream = await source.read(source.signed.manifest.objetos.indice.arquivo);
  yield* readJsonLines(stream, (value) => indexEntrySchema.parse(value));
}

/** Reads every byte of the backup once; also writes the dump to a separate file. */
async function verifyParts(source: BackupSource, dumpFile: string, onProgress: (text: string) => void) {
  const { banco, objetos } = source.signed.manifest;
  for (const part of [banco, objetos.indice]) {
    if ((await source.size(part.arquivo)) === null) throw damageError(part.arquivo, 'não está lá');
  }
  await verifyStream(
    banco.arquivo,
    await source.read(banco.arquivo),
    banco,
    createWriteStream(dumpFile, { mode: 0o600 }),
  );
  await verifyStream(objetos.indice.arquivo, await source.read(objetos.indice.arquivo), objetos.indice);
  let seen = 0;
  for await (const entry of entriesOf(source)) {
    const member = objectMember(entry.chave);
    if ((await source.size(member)) === null) throw damageError(entry.chave, 'não está lá');
    await verifyStream(entry.chave, await source.read(member), entry);
    seen += 1;
    if (seen % 50 === 0) onProgress(`Conferindo a cópia: ${seen} de ${objetos.total} objetos`);
  }
  if (seen !== objetos.total)
    throw damageError(objetos.indice.arquivo, `nomeia ${seen} objetos em vez de ${objetos.total}`);
}

/** Connects to the database; creates it if the server lacks it. */
async function connectOrCreate(databaseUrl: string): Promise<pg.Client> {
  const { connectionString } = parseDatabaseUrl(databaseUrl);
  const database = new pg.Client({ connectionString }).database ?? '';
  const probe = new pg.Client({ connectionString });
  try {
    await probe.connect();
  } catch (error) {
    if ((error as { code?: string }).code !== '3D000') {
      throw new OperatorError(connectionProblem(error, databaseUrl) ?? (error as Error).message);
    }
    const url = new URL(connectionString);
    url.pathname = '/postgres';
    const maker = await connectDatabase(url.href);
    try {
      await maker.query(`CREATE DATABASE ${quoteIdentifier(database)}`);
    } catch (cause) {
      throw new OperatorError(
        `O banco "${database}" não existe e não pôde ser criado: ${(cause as Error).message}`,
      );
    } finally {
      await maker.end();
    }
  } finally {
    await probe.end().catch(() => undefined);
  }
  return connectDatabase(databaseUrl);
}

/** Checks the server. @throws OperatorError if the server is too old or a process uses the database */
async function checkTarget(db: pg.Client, { banco }: Manifest): Promise<DatabaseTools> {
  const major = await serverMajor(db);
  if (major < banco.servidor) {
    throw new OperatorError(
      `A cópia veio do PostgreSQL ${banco.servidor} e este servidor é o ${major}: use um servidor ${banco.servidor} ou mais novo.`,
    );
  }
  await refuseRunningProcesses(db, 'de restaurar');
  return findDatabaseTools(Math.max(major, banco.ferramenta));
}

/**
 * Reads what the restore would delete; null if nothing would be lost, because there are no tables, or only those of the
 * migrations without any company.
 * @throws OperatorError if the schema contains tables of other software
 */
async function readOccupation(db: pg.Client, { banco }: Manifest): Promise<Occupied | null> {
  const tables = await listTables(db, banco.esquema);
  if (tables.length === 0) return null;
  if (!tables.includes('_prisma_migrations') || !tables.includes('empresas')) {
    throw new OperatorError(
      `O esquema "${banco.esquema}" tem tabelas que não são da Escuta (${tables.slice(0, 5).join(', ')}): use um banco vazio.`,
    );
  }
  const { rows } = await db.query<Occupied>(
    `select current_database() as banco, (select count(*)::int from empresas) as empresas,
       (select count(*)::int from auditoria_itens) as itens`,
  );
  return rows[0] && rows[0].empresas > 0 ? rows[0] : null;
}

/** Writes to `file` the keys of the objects that the old database names, before the restore replaces this database. */
async function listOldObjects(db: pg.Client, isOccupied: boolean, file: string): Promise<void> {
  const handle = await open(file, 'w', 0o600);
  try {
    if (!isOccupied) return;
    await db.query('begin read only');
    for await (const { chave } of listObjects(db)) await handle.write(`${JSON.stringify({ chave })}\n`);
    await db.query('commit');
  } finally {
    await handle.close();
  }
}

async function putObjects(source: BackupSource, store: ObjectStore, onProgress: (text: string) => void) {
  const { total } = source.signed.manifest.objetos;
  let seen = 0;
  const put = async ({ chave, bytes, tipo }: IndexEntry) => {
    const { size } = await store.put(chave, await source.read(objectMember(chave)), { contentType: tipo });
    if (size !== bytes) throw new OperatorError(`${chave} foi gravado com ${size} bytes em vez de ${bytes}.`);
  };
  let batch: IndexEntry[] = [];
  const flush = async () => {
    await Promise.all(batch.map(put));
    seen += batch.length;
    batch = [];
    onProgress(`Restaurando os objetos: ${seen} de ${total}`);
  };
  for await (const entry of entriesOf(source)) {
    batch.push(entry);
    if (batch.length === PARALLEL) await flush();
  }
  await flush();
}

/** SQL that fails the transaction unless the numbers of rows equal the manifest's. */
function verificationSql({ banco }: Manifest): string {
  const schema = quoteIdentifier(banco.esquema);
  const counts = Object.entries(banco.linhas).map(([table, n]) => {
    const name = `${schema}.${quoteIdentifier(table)}`;
    return `select count(*) into n
      from ${name}; if n <> ${n} then RAISE EXCEPTION 'a tabela % tem % linhas em vez de ${n}', ${literal(table)},
      n; end if;`;
  });
  const balance = banco.saldoConfere
    ? [
        `if exists (select 1 from ${schema}.empresas e where e.saldo_creditos <> coalesce((select sum(l.quantidade)
           from ${schema}.credito_lancamentos l where l.empresa_id = e.id), 0))
         then RAISE EXCEPTION 'o saldo de uma empresa não é a soma do seu extrato'; end if;`,
      ]
    : [];
  return `DO $confere$ DECLARE n bigint; BEGIN\n${[...counts, ...balance].join('\n')}\nEND $confere$;\n`;
}

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;

type DatabaseWork = {
  env: Env;
  db: pg.Client;
  manifest: Manifest;
  tools: DatabaseTools;
  scratch: string;
  dumpFile: string;
};

/**
 * Runs the dump's SQL through psql in a single transaction: deletes the old content, loads the dump, counts the rows.
 */
async function restoreDatabase({ env, db, manifest, tools, scratch, dumpFile }: DatabaseWork): Promise<void> {
  const environment = libpqEnvironment(env.DATABASE_URL);
  const schema = manifest.banco.esquema;
  const files = {
    list: join(scratch, 'lista'),
    before: join(scratch, 'antes.sql'),
    after: join(scratch, 'depois.sql'),
  };
  await writeFile(files.list, await tableOfContents(tools, dumpFile, environment));
  const { rows } = await db.query<{ existe: boolean; vazio: boolean }>(
    `select exists (select from pg_namespace where nspname = $1) as existe,
       not exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = $1) as vazio`,
    [schema],
  );
  const state = rows[0] ?? { existe: false, vazio: true };
  await writeFile(
    files.before,
    [
      "SET lock_timeout = '15s';",
      ...(state.existe && !state.vazio ? [`DROP SCHEMA ${quoteIdentifier(schema)} CASCADE;`] : []),
      ...(state.existe && state.vazio ? [] : [`CREATE SCHEMA ${quoteIdentifier(schema)};`]),
      'SET lock_timeout = 0;\n',
    ].join('\n'),
  );
  await writeFile(files.after, verificationSql(manifest));
  // After the programs start there must be no await before the pipe, because their early output would be lost.
  const major = await serverMajor(db);
  const dump = runTool(
    tools,
    'pg_restore',
    ['--no-owner', '--no-privileges', `--use-list=${files.list}`, '--file=-', dumpFile],
    environment,
  );
  const psql = runTool(
    tools,
    'psql',
    [
      '--no-psqlrc',
      '--quiet',
      '--single-transaction',
      '--set=ON_ERROR_STOP=1',
      ...[files.before, '-', files.after].map((file) => `--file=${file}`),
    ],
    environment,
  );
  psql.child.stdout?.resume();
  const input = psql.child.stdin as NodeJS.WritableStream;
  const piped = pipeline(dump.child.stdout as Readable, forServer(major), input, { end: false });
  try {
    await Promise.all([dump.ended, piped]);
    // psql commits at the end of its input, which comes only after the whole dump was read without an error.
    input.end();
    await psql.ended;
  } catch {
    // Kills psql before its input ends, so that it cannot commit.
    psql.child.kill('SIGKILL');
    dump.child.kill('SIGKILL');
    const outcomes = await Promise.allSettled([psql.ended, dump.ended]);
    const said = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [(outcome.reason as Error).message] : [],
    );
    throw new OperatorError(`O banco não foi mudado: a restauração falhou.\n${said.join('\n')}`);
  }
}

/** Reads the dump's table of contents without the schema's entry: the schema exists or is created separately. */
async function tableOfContents(
  tools: DatabaseTools,
  dumpFile: string,
  environment: NodeJS.ProcessEnv,
): Promise<string> {
  const run = runTool(tools, 'pg_restore', ['--list', dumpFile], environment);
  let text = '';
  run.child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  await run.ended;
  return text
    .split('\n')
    .filter((line) => !/^\d+; \d+ \d+ SCHEMA - /.test(line))
    .join('\n');
}

/** Removes from the dump's first lines a parameter that newer programs write and older servers do not know. */
function forServer(major: number): Transform {
  let isFirst = true;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (!isFirst || major >= 17) return done(null, chunk);
      isFirst = false;
      done(
        null,
        Buffer.from(chunk.toString('latin1').replace(/^SET transaction_timeout = 0;$/m, ''), 'latin1'),
      );
    },
  });
}

/**
 * Deletes objects named only by the replaced database.
 * @returns warnings
 */
async function removeOldObjects(source: BackupSource, store: ObjectStore, before: string): Promise<string[]> {
  const entries = entriesOf(source);
  let current = await entries.next();
  let failed = 0;
  for await (const { chave } of readJsonLines(createReadStream(before), (v) => v as { chave: string })) {
    while (!current.done && compareKeys(current.value.chave, chave) < 0) current = await entries.next();
    if (!current.done && current.value.chave === chave) continue;
    await store.delete(chave).catch(() => {
      failed += 1;
    });
  }
  await entries.return(undefined);
  return failed > 0
    ? [`${failed} objetos da instalação substituída não puderam ser apagados do armazenamento.`]
    : [];
}

/**
 * Deletes Redis' data about the replaced database: queues and sessions. The worker's sweeper queues running runs again.
 * @returns warnings
 */
async function forgetQueues(env: Env): Promise<string[]> {
  let redis: Redis | null = null;
  try {
    redis = await connectRedisOnce(env, 'escuta-operacao');
    const pattern = `${env.REDIS_PREFIX.replaceAll(/[\\*?[\]]/g, '\\$&')}:*`;
    for await (const keys of redis.scanStream({ match: pattern, count: 500 })) {
      if ((keys as string[]).length > 0) await redis.unlink(...(keys as string[]));
    }
    return [];
  } catch {
    return [
      `O Redis não respondeu: antes de usar, apague nele as chaves "${env.REDIS_PREFIX}:*" (ou FLUSHDB, se for só da Escuta).`,
    ];
  } finally {
    redis?.disconnect();
  }
}
