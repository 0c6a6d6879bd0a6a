/**
 * An IndexedDB database: transactions resolve once they are on the disk, and the connection reopens by itself. iOS
 * closes connections of suspended pages (Enketo, pull request 1576): a failure by that is retried once.
 */

/** Result of a request. */
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

/** Thrown by requests after the final close. */
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
        // A newer version of the page needs to change the stores.
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
   * Runs `work` in a transaction and waits until it is on the disk. `work` may await only requests of that transaction.
   * @throws the reason of an abort (`isFull`)
   */
  async run<T>(
    stores: readonly string[],
    mode: IDBTransactionMode,
    work: (tx: IDBTransaction) => Promise<T> | T,
  ): Promise<T> {
    const once = async (): Promise<T> => {
      const db = await this.#connect();
      // By default Chromium answers before the disk has the data.
      const tx = db.transaction([...stores], mode, { durability: 'strict' });
      const done = new Promise<void>((resolve, reject) => {
        tx.oncomplete = () => resolve();
        tx.onabort = () => reject(tx.error ?? new DOMException('A transação foi desfeita.', 'AbortError'));
      });
      // Awaiting `work` reports the failure first.
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
