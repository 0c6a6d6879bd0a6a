/**
 * An IndexedDB database. Its transactions resolve when they are on the disk. iOS closes the connections of suspended
 * pages (Enketo, pull request 1576), so a closed connection is opened again, and a request that fails because of that
 * is tried once more.
 */

/** The result of an IndexedDB request as a promise. */
export const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

const isClosed = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'InvalidStateError';

/** True if a write failed because the device, or the browser's share of it, is full. */
export const isFull = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'QuotaExceededError';

/** Thrown by every request after the database was closed for good. */
export class Closed extends Error {
  override readonly name = 'Closed';
}

export class Database {
  readonly #name: string;
  readonly #version: number;
  readonly #upgrade: (db: IDBDatabase, from: number) => void;
  #open: Promise<IDBDatabase> | null = null;
  #closed = false;

  constructor(name: string, version: number, upgrade: (db: IDBDatabase, from: number) => void) {
    this.#name = name;
    this.#version = version;
    this.#upgrade = upgrade;
  }

  #connect(): Promise<IDBDatabase> {
    if (this.#closed) return Promise.reject(new Closed());
    this.#open ??= new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(this.#name, this.#version);
      request.onupgradeneeded = (event) => this.#upgrade(request.result, event.oldVersion);
      request.onerror = () => reject(request.error);
      request.onsuccess = () => {
        const db = request.result;
        const forget = (): void => {
          this.#open = null;
        };
        db.onclose = forget;
        // A newer version of the page wants to change the database's structure, which needs this connection closed.
        db.onversionchange = () => {
          db.close();
          forget();
        };
        resolve(db);
      };
    });
    this.#open.catch(() => {
      this.#open = null;
    });
    return this.#open;
  }

  /**
   * Runs `work` in a transaction and waits until the transaction is on the disk. `work` may await only requests of that
   * transaction.
   * @throws the error that aborted the transaction (see `isFull`)
   */
  async run<T>(
    stores: readonly string[],
    mode: IDBTransactionMode,
    work: (tx: IDBTransaction) => Promise<T> | T,
  ): Promise<T> {
    const once = async (): Promise<T> => {
      const db = await this.#connect();
      // 'strict', because by default Chromium reports success before the data are on the disk.
      const tx = db.transaction([...stores], mode, { durability: 'strict' });
      const done = new Promise<void>((resolve, reject) => {
        tx.oncomplete = () => resolve();
        tx.onabort = () =>
          reject(tx.error ?? new DOMException('O aparelho não conseguiu salvar os dados.', 'AbortError'));
      });
      // Avoids an unhandled rejection: a failure is reported when `work` is awaited.
      done.catch(() => undefined);
      let result: T;
      try {
        result = await work(tx);
      } catch (error) {
        try {
          tx.abort();
        } catch {
          // The transaction was aborted already.
        }
        throw isFull(tx.error) ? tx.error : error;
      }
      await done;
      return result;
    };
    try {
      return await once();
    } catch (error) {
      if (!isClosed(error)) throw error;
      this.#open = null;
      return once();
    }
  }

  /** Closes the database for good: later requests throw `Closed`, pending transactions finish first. */
  async close(): Promise<void> {
    this.#closed = true;
    const open = this.#open;
    this.#open = null;
    (await open)?.close();
  }
}
