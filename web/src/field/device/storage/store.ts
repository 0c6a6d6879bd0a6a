/** The device's store in IndexedDB: a database for each person and company, so that nobody sees another's data. */
import type { QuestionarioBaixado } from '@escuta/shared/contracts/surveys/campo';
import type { EventoAparelho } from '@escuta/shared/domain/interview/device/device-log';
import { databaseOf, ENTREVISTAS } from '../../../lib/page/field-device.ts';
import {
  cardsOf,
  type EntrevistaLocal,
  type Enviada,
  type FieldStore,
  type Fila,
  Gone,
  type ImagemGuardada,
  type Parte,
  type QuestionarioGuardado,
  storedQuestionnaire,
} from '../../log/model.ts';
import { answerOf, Database, isFull } from './db.ts';

const VERSION = 2;
/** Number of sent interviews of which a short record is kept. */
const SENT_LINES = 50;

const STORES = [
  'meta',
  'questionarios',
  'versoes',
  ENTREVISTAS,
  'eventos',
  'partes',
  'fila',
  'enviadas',
  'imagens',
] as const;

/** Object stores to which an interview writes; the trial write locks all of them. */
const RECORDED = ['meta', 'entrevistas', 'partes'] as const;
/** Key in `meta` of the bytes of the trial write. */
const TRIAL = 'sonda';

const dropTrial = (tx: IDBTransaction): void => {
  tx.objectStore('meta').delete(TRIAL);
};

function upgrade(db: IDBDatabase, from: number): void {
  // Version 0 is a new database; devices in the field may still have version 1.
  if (from < 1) createFirst(db);
  db.createObjectStore('imagens', { keyPath: 'id' });
}

function createFirst(db: IDBDatabase): void {
  db.createObjectStore('meta');
  db.createObjectStore('questionarios', { keyPath: 'id' });
  db.createObjectStore('versoes');
  db.createObjectStore('entrevistas', { keyPath: 'id' });
  db.createObjectStore('eventos');
  db.createObjectStore('partes', { keyPath: ['entrevistaId', 'gravacao', 'n'] });
  db.createObjectStore('fila', { keyPath: 'id' });
  db.createObjectStore('enviadas', { keyPath: 'id' });
}

/** Range of all keys that begin with an id. */
const keysOf = (id: string): IDBKeyRange => IDBKeyRange.bound([id], [id, []]);

/**
 * Checks inside the writing transaction that the interview was not erased meanwhile.
 * @throws Gone if it was erased
 */
async function assertHere(tx: IDBTransaction, id: string): Promise<void> {
  if ((await answerOf(tx.objectStore('entrevistas').getKey(id))) === undefined) throw new Gone();
}

/** Deletes versions that no questionnaire or interview uses, and images that no version shows. */
async function dropUnusedVersions(tx: IDBTransaction): Promise<void> {
  const [kept, questionarios, entrevistas] = await Promise.all([
    answerOf(tx.objectStore('versoes').getAllKeys()),
    answerOf<QuestionarioGuardado[]>(tx.objectStore('questionarios').getAll()),
    answerOf<EntrevistaLocal[]>(tx.objectStore('entrevistas').getAll()),
  ]);
  const used = new Set([...questionarios, ...entrevistas].map(({ versaoId }) => versaoId));
  for (const id of kept) if (!used.has(String(id))) tx.objectStore('versoes').delete(id);
  const left = await answerOf<QuestionarioBaixado[]>(tx.objectStore('versoes').getAll());
  const shown = new Set(left.flatMap(cardsOf));
  for (const id of await answerOf(tx.objectStore('imagens').getAllKeys()))
    if (!shown.has(String(id))) tx.objectStore('imagens').delete(id);
}

/** Opens a person's store. `owner`: the person's key, which becomes part of the database's name. */
export function openStore(owner: string): FieldStore & { close: () => Promise<void> } {
  const db = new Database(databaseOf(owner), VERSION, upgrade);
  const listeners = new Set<() => void>();
  const writing = new Set<Promise<unknown>>();
  const channel = new BroadcastChannel(`escuta-campo-${owner}`);
  const tell = (): void => {
    for (const listener of listeners) listener();
  };
  channel.onmessage = tell;
  const changed = (): void => {
    tell();
    channel.postMessage(null);
  };
  const read = <T>(store: string, ask: (of: IDBObjectStore) => IDBRequest<T>): Promise<T> =>
    db.run([store], 'readonly', (tx) => answerOf(ask(tx.objectStore(store))));
  const write = async (
    stores: readonly string[],
    work: (tx: IDBTransaction) => Promise<void> | void,
  ): Promise<void> => {
    await db.run(stores, 'readwrite', work);
    changed();
  };

  return {
    meta: (key) => read('meta', (of) => of.get(key)),
    hasMeta: async (key) => (await read('meta', (of) => of.getKey(key))) !== undefined,
    setMeta: (key, value) =>
      write(['meta'], (tx) => {
        const meta = tx.objectStore('meta');
        if (value === undefined) meta.delete(key);
        else meta.put(value, key);
      }),
    questionarios: () => read<QuestionarioGuardado[]>('questionarios', (of) => of.getAll()),
    keepQuestionario: (baixado, em, imagens = []) =>
      write(['questionarios', 'versoes', 'entrevistas', 'imagens'], async (tx) => {
        tx.objectStore('versoes').put(baixado, baixado.versao.id);
        tx.objectStore('questionarios').put(storedQuestionnaire(baixado, em));
        for (const imagem of imagens) tx.objectStore('imagens').put(imagem);
        await dropUnusedVersions(tx);
      }),
    versao: (id) => read<QuestionarioBaixado | undefined>('versoes', (of) => of.get(id)),
    imagem: (id) => read<ImagemGuardada | undefined>('imagens', (of) => of.get(id)),
    entrevistas: () => read<EntrevistaLocal[]>('entrevistas', (of) => of.getAll()),
    entrevista: (id) => read<EntrevistaLocal | undefined>('entrevistas', (of) => of.get(id)),
    commit: ({ entrevista, eventos, apagarSom }) =>
      write(['entrevistas', 'eventos', 'partes'], async (tx) => {
        if (eventos[0]?.seq !== 1) await assertHere(tx, entrevista.id);
        tx.objectStore('entrevistas').put(entrevista);
        // `add` instead of `put`, so that an existing event is never overwritten.
        for (const evento of eventos) tx.objectStore('eventos').add(evento, [entrevista.id, evento.seq]);
        if (apagarSom) tx.objectStore('partes').delete(keysOf(entrevista.id));
      }),
    eventos: (id, de, limite) =>
      read<EventoAparelho[]>('eventos', (of) => of.getAll(IDBKeyRange.bound([id, de], [id, []]), limite)),
    addParte: (parte) =>
      write(['entrevistas', 'partes'], async (tx) => {
        await assertHere(tx, parte.entrevistaId);
        tx.objectStore('partes').put(parte);
      }),
    partes: async (id) => {
      const keys = await read('partes', (of) => of.getAllKeys(keysOf(id)));
      const found = new Map<number, number[]>();
      for (const key of keys) {
        const [, gravacao, n] = key as [string, number, number];
        found.set(gravacao, [...(found.get(gravacao) ?? []), n]);
      }
      return found;
    },
    parte: (id, gravacao, n) => read<Parte | undefined>('partes', (of) => of.get([id, gravacao, n])),
    filas: () => read<Fila[]>('fila', (of) => of.getAll()),
    setFila: (fila) =>
      write(['fila'], (tx) => {
        tx.objectStore('fila').put(fila);
      }),
    finish: (id, em) =>
      write(
        ['entrevistas', 'eventos', 'partes', 'fila', 'enviadas', 'versoes', 'questionarios', 'imagens'],
        async (tx) => {
          const entrevista = await answerOf<EntrevistaLocal | undefined>(
            tx.objectStore('entrevistas').get(id),
          );
          if (!entrevista) return;
          for (const store of ['entrevistas', 'fila']) tx.objectStore(store).delete(id);
          for (const store of ['eventos', 'partes']) tx.objectStore(store).delete(keysOf(id));
          const enviadas = tx.objectStore('enviadas');
          enviadas.put({ id, questionarioNome: entrevista.questionarioNome, em } satisfies Enviada);
          const lines = await answerOf<Enviada[]>(enviadas.getAll());
          for (const old of lines.sort((a, b) => b.em - a.em).slice(SENT_LINES)) enviadas.delete(old.id);
          await dropUnusedVersions(tx);
        },
      ),
    enviadas: async () =>
      (await read<Enviada[]>('enviadas', (of) => of.getAll())).sort((a, b) => b.em - a.em),
    erase: () =>
      write(STORES, (tx) => {
        for (const store of STORES) if (store !== 'meta') tx.objectStore(store).clear();
        for (const key of ['pin', 'pinProposto', 'lastro', 'inicio', 'metas', 'metasVistas'])
          tx.objectStore('meta').delete(key);
      }),
    async fits(bytes) {
      // Both transactions are queued together and lock every store that a recording uses. So no other write runs, and
      // fails, while the trial bytes take up the space.
      const written = db.run(RECORDED, 'readwrite', (tx) => {
        tx.objectStore('meta').put(bytes, TRIAL);
      });
      const dropped = db.run(RECORDED, 'readwrite', dropTrial);
      const [fitted] = await Promise.allSettled([written, dropped]);
      if (fitted.status === 'fulfilled') return true;
      if (isFull(fitted.reason)) return false;
      throw fitted.reason;
    },
    dropTrial: () => db.run(['meta'], 'readwrite', dropTrial),
    keepOpenFor(work) {
      const done = work.catch(() => undefined).finally(() => writing.delete(done));
      writing.add(done);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      while (writing.size > 0) await Promise.all(writing);
      channel.close();
      await db.close();
    },
  };
}
