// Compares the storage with a database restored to an earlier time. Objects unknown to the database go to a quarantine,
// and missing ones are listed. Nothing is deleted without a request.

import type { Env } from '@escuta/shared/platform/process/env';
import { createStore } from '@escuta/shared/platform/storage/create-store';
import { ObjectNotFoundError, type ObjectStore } from '@escuta/shared/platform/storage/object-store';
import pLimit from 'p-limit';
import { connectDatabase, refuseRunningProcesses } from './database.ts';
import { knownKeys, listObjects } from './objects.ts';

/** Prefix of the keys of quarantined objects; each object's former key follows. */
export const QUARANTINE = 'quarentena/';
/** Prefix of temporary objects of probes. */
const PROBES = 'verificacao/';
const BATCH = 500;
const AT_ONCE = 8;

export type Alignment = {
  /** Number of objects named by the database. */
  conhecidos: number;
  /** Number of objects that the database names but the storage lacks. */
  faltam: number;
  /** Number of objects that the database does not name. */
  sobram: number;
  /** Number of objects moved to the quarantine in this run. */
  movidos: number;
  /** Number of all objects in the quarantine. */
  emQuarentena: number;
  apagados: number;
};

export type AlignOptions = {
  env: Env;
  /** True to move unknown objects to the quarantine; otherwise they are only listed. */
  mover: boolean;
  /** True to delete the objects that earlier runs moved to the quarantine. */
  apagarQuarentena: boolean;
  onObject: (what: 'falta' | 'sobra', chave: string, modificado: Date | null) => void;
  onProgress: (text: string) => void;
};

/**
 * Compares storage and database.
 * @throws OperatorError if `mover` is true while a process of the product runs, because the database does not know an
 * upload in progress yet
 */
export async function align({
  env,
  mover,
  apagarQuarentena,
  onObject,
  onProgress,
}: AlignOptions): Promise<Alignment> {
  const store = await createStore(env);
  const db = await connectDatabase(env.DATABASE_URL);
  const found: Alignment = { conhecidos: 0, faltam: 0, sobram: 0, movidos: 0, emQuarentena: 0, apagados: 0 };
  try {
    if (mover) await refuseRunningProcesses(db, 'de mover objetos');
    await db.query('begin isolation level repeatable read read only');
    const limit = pLimit(AT_ONCE);
    const look = async (chave: string) => {
      const isThere = await store.head(chave).then(
        () => true,
        (error: unknown) => {
          if (error instanceof ObjectNotFoundError) return false;
          throw error;
        },
      );
      found.conhecidos += 1;
      onProgress(`Conferindo objetos: ${found.conhecidos.toLocaleString('pt-BR')}`);
      if (isThere) return;
      found.faltam += 1;
      onObject('falta', chave, null);
    };
    const batch: Promise<void>[] = [];
    for await (const { chave } of listObjects(db)) {
      batch.push(limit(() => look(chave)));
      if (batch.length >= BATCH) await Promise.all(batch.splice(0));
    }
    await Promise.all(batch);
    await lookForUnknown(store, db, { mover, apagarQuarentena, onObject, onProgress }, found);
    await db.query('commit');
    return found;
  } finally {
    await db.end();
  }
}

type Unknown = { key: string; modified: Date };

async function lookForUnknown(
  store: ObjectStore,
  db: Parameters<typeof knownKeys>[0],
  { mover, apagarQuarentena, onObject, onProgress }: Omit<AlignOptions, 'env'>,
  found: Alignment,
): Promise<void> {
  // Moved objects may appear in the running listing too; remembering them prevents counting them twice.
  const moved = new Set<string>();
  const settle = async (objects: readonly Unknown[]) => {
    const known = await knownKeys(
      db,
      objects.map(({ key }) => key),
    );
    for (const { key, modified } of objects) {
      if (known.has(key)) continue;
      found.sobram += 1;
      onObject('sobra', key, modified);
      if (!mover) continue;
      const { contentType } = await store.head(key);
      // Writes the whole copy before deleting the object, even if an interrupted run has already written a copy.
      await store.put(`${QUARANTINE}${key}`, await store.get(key), { contentType });
      await store.delete(key);
      moved.add(`${QUARANTINE}${key}`);
      found.movidos += 1;
    }
  };
  let waiting: Unknown[] = [];
  let seen = 0;
  for await (const object of store.list()) {
    seen += 1;
    onProgress(`Procurando o que o banco não conhece: ${seen.toLocaleString('pt-BR')}`);
    if (object.key.startsWith(PROBES)) continue;
    if (object.key.startsWith(QUARANTINE)) {
      if (moved.has(object.key)) continue;
      found.emQuarentena += 1;
      if (apagarQuarentena) {
        await store.delete(object.key);
        found.apagados += 1;
      }
      continue;
    }
    waiting.push(object);
    if (waiting.length < BATCH) continue;
    await settle(waiting);
    waiting = [];
  }
  await settle(waiting);
  found.emQuarentena += found.movidos - found.apagados;
}
