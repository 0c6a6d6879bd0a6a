// A copy of the whole installation: the database at a single time, every object that it names, and a manifest to verify
// completeness. Redis is left out, as PostgreSQL has the same data; so are secrets, which the operator keeps.

import { createReadStream, createWriteStream } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { appliedMigrations } from '@escuta/prisma/base';
import { parseDatabaseUrl } from '@escuta/prisma/database-url';
import { dbOn } from '@escuta/prisma/db';
import { VERSION } from '@escuta/shared/domain/version';
import { type KeyRing, parseKeyRing } from '@escuta/shared/platform/crypto/crypto';
import { readSealedRows } from '@escuta/shared/platform/crypto/sealed-values';
import { buildId } from '@escuta/shared/platform/process/build-id';
import type { Env } from '@escuta/shared/platform/process/env';
import { createStore } from '@escuta/shared/platform/storage/create-store';
import { ObjectNotFoundError, type ObjectStore } from '@escuta/shared/platform/storage/object-store';
import type pg from 'pg';
import { type BackupTarget, createTarget, measureStream, type Written } from './archive.ts';
import {
  BALANCE_DRIFT,
  connectDatabase,
  EXTENSIONS,
  installationId,
  listTables,
  quoteIdentifier,
  serverMajor,
} from './database.ts';
import { findDatabaseTools, libpqEnvironment, runTool } from './database-tools.ts';
import { describeRing, fingerprint } from './key-ring.ts';
import { type IndexEntry, indexEntrySchema, type Manifest, objectMember, writeManifest } from './manifest.ts';
import { compareKeys, findReferred, type ListedObject, listObjects, readJsonLines } from './objects.ts';
import { OperatorError } from './settings.ts';

export const NOT_INCLUDED = [
  'O Redis: só leva identificadores; as filas se refazem sozinhas a partir do banco.',
  'Os segredos do .env (ENCRYPTION_KEYS, API_KEY_HMAC_SECRET, JWT_SECRET e os demais): guarde-os à parte.',
];

export type BackupReport = {
  lugar: string;
  linhas: number;
  banco: Written;
  objetos: { total: number; bytes: number; copiados: number; bytesCopiados: number };
  ausentes: string[];
  divergentes: string[];
  saldoConfere: boolean;
};

/** Greatest number of names listed individually. */
const NAMED = 20;

type Options = {
  env: Env;
  /** Destination: a folder, or a new file ending in .tar. */
  para: string;
  onProgress?: (text: string) => void;
  /** Signal that stops the backup between two objects; nothing that looks finished is left. */
  signal?: AbortSignal;
};

/**
 * Makes a backup, or updates the backup in the folder.
 * @throws OperatorError with advice if it fails; leaves nothing that looks like a finished backup
 */
export async function backup({
  env,
  para,
  onProgress = () => undefined,
  signal,
}: Options): Promise<BackupReport> {
  const ring = parseKeyRing(env.ENCRYPTION_KEYS);
  const store = await createStore(env);
  const db = await connectDatabase(env.DATABASE_URL);
  let target: BackupTarget | null = null;
  try {
    const { schema } = parseDatabaseUrl(env.DATABASE_URL);
    if (!(await listTables(db, schema)).includes('_prisma_migrations')) {
      throw new OperatorError('Não há uma instalação da Escuta neste banco: nada a copiar.');
    }
    const instalacao = await installationId(db);
    target = await createTarget(para, instalacao);
    return await writeBackup({ env, ring, store, db, target, schema, instalacao, para, onProgress, signal });
  } catch (error) {
    await target?.abort();
    // If the backup was aborted, this error is only a consequence; the signal has the reason.
    throw signal?.aborted ? signal.reason : error;
  } finally {
    await db.end();
  }
}

type Work = {
  env: Env;
  ring: KeyRing;
  store: ObjectStore;
  db: pg.Client;
  target: BackupTarget;
  schema: string;
  instalacao: string;
  para: string;
  onProgress: (text: string) => void;
  signal: AbortSignal | undefined;
};

async function writeBackup(work: Work): Promise<BackupReport> {
  const { env, ring, target, schema, instalacao, onProgress } = work;
  const criadaEm = new Date();
  const stamp = criadaEm.toISOString().replaceAll(/[-:.]/g, '');
  const names = { dump: `banco-${stamp}.dump`, index: `objetos-${stamp}.ndjson` };
  onProgress('Copiando o banco de dados');
  const taken = await takeSnapshot(work, names.dump);
  onProgress(`Copiando os objetos: 0 de ${taken.listed}`);
  const objects = await copyObjects(work, taken.listing, taken.listed, names.index);
  const manifest: Manifest = {
    formato: 1,
    produto: 'escuta',
    versao: VERSION,
    compilacao: buildId(),
    criadaEm: criadaEm.toISOString(),
    instalacao,
    banco: {
      arquivo: names.dump,
      ...taken.dump,
      esquema: schema,
      servidor: taken.servidor,
      ferramenta: taken.ferramenta,
      migracoes: taken.migracoes,
      linhas: taken.linhas,
      saldoConfere: taken.saldoConfere,
    },
    objetos: {
      indice: { arquivo: names.index, ...objects.index },
      total: objects.total,
      bytes: objects.bytes,
      ausentes: objects.ausentes.length,
      divergentes: objects.divergentes.length,
    },
    chaves: {
      cifra: describeRing(ring, taken.usedKeys),
      apiKeyHmac: fingerprint(env.API_KEY_HMAC_SECRET),
    },
    naoInclui: NOT_INCLUDED,
  };
  await target.finish(writeManifest(manifest, ring), [names.dump, names.index]);
  return {
    lugar: work.para,
    linhas: Object.values(taken.linhas).reduce((sum, n) => sum + n, 0),
    banco: taken.dump,
    objetos: {
      total: objects.total,
      bytes: objects.bytes,
      copiados: objects.copiados,
      bytesCopiados: objects.bytesCopiados,
    },
    ausentes: objects.ausentes.slice(0, NAMED),
    divergentes: objects.divergentes.slice(0, NAMED),
    saldoConfere: taken.saldoConfere,
  };
}

/**
 * Dumps the database and lists its objects, both at the same moment. The transaction ends afterwards, because the long
 * copying of recordings must not block vacuum.
 */
async function takeSnapshot({ env, db, ring, target, schema, signal }: Work, dumpName: string) {
  const servidor = await serverMajor(db);
  const tools = findDatabaseTools(servidor);
  await db.query('begin isolation level repeatable read read only');
  await db.query('SET LOCAL statement_timeout = 0');
  await db.query('SET LOCAL idle_in_transaction_session_timeout = 0');
  const { rows } = await db.query<{ id: string }>('select pg_export_snapshot() as id');
  const run = runTool(
    tools,
    'pg_dump',
    [
      '--format=custom',
      '--no-owner',
      '--no-privileges',
      '--no-comments',
      `--schema=${quoteIdentifier(schema)}`,
      ...EXTENSIONS.map((name) => `--extension=${name}`),
      `--snapshot=${rows[0]?.id}`,
    ],
    libpqEnvironment(env.DATABASE_URL),
  );
  const stop = () => run.child.kill('SIGTERM');
  signal?.addEventListener('abort', stop, { once: true });
  const dumpFile = join(target.scratch, `${dumpName}.parcial`);
  const listing = join(target.scratch, 'lista.parcial');
  try {
    const { through, result } = measureStream();
    const written = pipeline(
      run.child.stdout as Readable,
      through,
      createWriteStream(dumpFile, { mode: 0o640, flush: true }),
    );
    const known = async () => {
      const tables = await listTables(db, schema);
      const linhas: Record<string, number> = {};
      for (const table of tables) {
        const { rows: counted } = await db.query<{ n: string }>(
          `select count(*) as n from ${quoteIdentifier(schema)}.${quoteIdentifier(table)}`,
        );
        linhas[table] = Number(counted[0]?.n);
      }
      const sealed = await readSealedRows(dbOn(db));
      const unknown = sealed.find(({ chave }) => !ring.keys.has(chave));
      if (unknown) {
        throw new OperatorError(
          `ENCRYPTION_KEYS não tem a chave "${unknown.chave}", com que ${unknown.tabela} foi cifrada: ` +
            'a cópia não poderia ser conferida. Ponha-a de volta no .env (npm run doctor mostra quais faltam).',
        );
      }
      return {
        linhas,
        migracoes: await appliedMigrations(db),
        usedKeys: new Set(sealed.map(({ chave }) => chave)),
        saldoConfere: (await db.query(`${BALANCE_DRIFT} limit 1`)).rows.length === 0,
        listed: await writeListing(db, listing),
      };
    };
    const [facts] = await Promise.all([known(), written, run.ended]);
    await db.query('commit');
    signal?.throwIfAborted();
    const dump = result();
    await target.adopt(dumpName, dumpFile);
    return { ...facts, dump, listing, servidor, ferramenta: tools.versao };
  } catch (error) {
    run.child.kill('SIGKILL');
    await run.ended.catch(() => undefined);
    throw error;
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}

async function writeListing(db: pg.Client, file: string): Promise<number> {
  const handle = await open(file, 'w', 0o600);
  let count = 0;
  try {
    let lines = '';
    for await (const listed of listObjects(db)) {
      lines += `${JSON.stringify(listed)}\n`;
      count += 1;
      if (lines.length > 65_536) {
        await handle.write(lines);
        lines = '';
      }
    }
    await handle.write(lines);
    return count;
  } finally {
    await handle.close();
  }
}

/** Makes a function that finds keys in the last backup of this place; keys must be requested in order. */
function previousEntries(target: BackupTarget): (chave: string) => Promise<IndexEntry | null> {
  if (!target.previous) return async () => null;
  const { signed, read } = target.previous;
  const entries = readJsonLines(read(signed.manifest.objetos.indice.arquivo), (v) =>
    indexEntrySchema.parse(v),
  );
  let current: IndexEntry | null = null;
  let isDone = false;
  return async (chave) => {
    while (!isDone && (current === null || compareKeys(current.chave, chave) < 0)) {
      const next = await entries.next();
      isDone = next.done === true;
      current = next.done ? null : next.value;
    }
    return current?.chave === chave ? current : null;
  };
}

async function copyObjects(work: Work, listing: string, listed: number, indexName: string) {
  const { db, target, onProgress, signal } = work;
  const found = {
    total: 0,
    bytes: 0,
    copiados: 0,
    bytesCopiados: 0,
    ausentes: [] as string[],
    divergentes: [] as string[],
  };
  const previous = previousEntries(target);
  const indexFile = join(target.scratch, `${indexName}.parcial`);
  const index = await open(indexFile, 'w', 0o640);
  let seen = 0;
  const copyBatch = async (batch: { listed: ListedObject; before: IndexEntry | null }[]) => {
    const results = await Promise.all(
      batch.map((entry) => copyObject(work, entry.listed.chave, entry.before)),
    );
    const missing: string[] = [];
    let lines = '';
    for (const {
      listed: { chave, sha256 },
      result,
    } of batch.map(({ listed: object }, i) => ({ listed: object, result: results[i] }))) {
      if (!result) {
        missing.push(chave);
        continue;
      }
      const { isNew, entry } = result;
      found.total += 1;
      found.bytes += entry.bytes;
      if (isNew) {
        found.copiados += 1;
        found.bytesCopiados += entry.bytes;
      }
      if (sha256 !== null && sha256 !== entry.sha256) found.divergentes.push(chave);
      lines += `${JSON.stringify(entry)}\n`;
    }
    await index.write(lines);
    // Objects that were deleted after the listing are not missing.
    if (missing.length > 0) found.ausentes.push(...(await findReferred(db, missing)));
    seen += batch.length;
    onProgress(`Copiando os objetos: ${seen} de ${listed}`);
  };
  try {
    let batch: { listed: ListedObject; before: IndexEntry | null }[] = [];
    for await (const entry of readJsonLines(createReadStream(listing), (v) => v as ListedObject)) {
      signal?.throwIfAborted();
      batch.push({ listed: entry, before: await previous(entry.chave) });
      if (batch.length === target.parallel) {
        await copyBatch(batch);
        batch = [];
      }
    }
    if (batch.length > 0) await copyBatch(batch);
  } finally {
    await index.close();
  }
  const { through, result } = measureStream();
  await pipeline(createReadStream(indexFile), through.resume());
  const { size } = await stat(indexFile);
  await target.adopt(indexName, indexFile);
  await rm(listing);
  return { ...found, index: { ...result(), bytes: size } };
}

/**
 * Copies an object unless the target holds it.
 * @returns null if the storage does not have it
 */
async function copyObject({ store, target }: Work, chave: string, before: IndexEntry | null) {
  try {
    const { size, contentType } = await store.head(chave);
    const member = objectMember(chave);
    const kept = await target.keep(member, size, before?.bytes === size ? before.sha256 : null);
    if (kept !== null)
      return { isNew: false, entry: { chave, bytes: size, sha256: kept, tipo: contentType } };
    const written = await target.add(member, size, await store.get(chave));
    return { isNew: true, entry: { chave, ...written, tipo: contentType } };
  } catch (error) {
    // An invalid key names no object either.
    if (error instanceof ObjectNotFoundError || error instanceof RangeError) return null;
    throw error;
  }
}
