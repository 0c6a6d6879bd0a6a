/**
 * One IndexedDB database: transactions that are on the disk when they are done, and a connection that opens itself
 * again. iOS closes connections of pages that it put to sleep (Enketo, pull request 1576): what fails by it is tried
 * once more.
 */

/** The answer of one request. */
export const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

const isClosed = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'InvalidStateError';

/** True if something could not be written because the device, or the browser's share of it, is full. */
export const isFull = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'QuotaExceededError';

/** Asked of a database after it was closed for good. */
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
        // A newer version of the page wants to change the stores.
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
   * Does something in one transaction and waits until it is on the disk. Inside, only requests of that transaction may
   * be awaited.
   * @throws what the transaction was given up for (`isFull`)
   */
  async run<T>(
    stores: readonly string[],
    mode: IDBTransactionMode,
    work: (tx: IDBTransaction) => Promise<T> | T,
  ): Promise<T> {
    const once = async (): Promise<T> => {
      const db = await this.#connect();
      // Chromium answers before the disk does unless it is told to wait.
      const tx = db.transaction([...stores], mode, { durability: 'strict' });
      const done = new Promise<void>((resolve, reject) => {
        tx.oncomplete = () => resolve();
        tx.onabort = () => reject(tx.error ?? new DOMException('A transação foi desfeita.', 'AbortError'));
      });
      // Whoever awaits `work` first hears of its failure there.
      done.catch(() => undefined);
      let result: T;
      try {
        result = await work(tx);
      } catch (error) {
        try {
          tx.abort();
        } catch {
          // Given up already.
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

  /** Closes the database for good: later requests are refused (`Closed`), transactions under way finish first. */
  async close(): Promise<void> {
    this.#closed = true;
    const open = this.#open;
    this.#open = null;
    (await open)?.close();
  }
}
