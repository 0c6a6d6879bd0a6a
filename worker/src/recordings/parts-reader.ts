import type { ObjectStore } from '@escuta/shared/platform/storage/object-store';

type Parte = { chave: string; tamanho: number };

/**
 * Reads ranges of an upload as a single file. Reads forward in pieces, so that many small recordings of a part cost a
 * single fetch.
 */
export class PartsReader {
  readonly #store: ObjectStore;
  readonly #parts: { chave: string; from: number; to: number }[];
  #open: { index: number; bytes: AsyncIterator<Buffer> } | null = null;
  /** Position of the next unread byte, and the bytes already fetched. */
  #at = 0;
  #rest: Buffer = Buffer.alloc(0);

  constructor(store: ObjectStore, partes: readonly Parte[]) {
    this.#store = store;
    let from = 0;
    this.#parts = partes.map(({ chave, tamanho }) => {
      const part = { chave, from, to: from + tamanho };
      from = part.to;
      return part;
    });
  }

  /** The bytes from `from` on, up to `length`. */
  async *bytes(from: number, length: number): AsyncGenerator<Buffer> {
    await this.#seek(from);
    let left = length;
    while (left > 0) {
      if (this.#rest.length === 0 && !(await this.#more())) return;
      const piece = this.#rest.subarray(0, left);
      this.#rest = this.#rest.subarray(piece.length);
      this.#at += piece.length;
      left -= piece.length;
      yield piece;
    }
  }

  /** Closes the open part. */
  async close(): Promise<void> {
    const open = this.#open;
    this.#open = null;
    this.#rest = Buffer.alloc(0);
    await open?.bytes.return?.();
  }

  async #seek(to: number): Promise<void> {
    const here = this.#open && this.#parts[this.#open.index];
    if (!here || to < this.#at || to >= here.to) {
      if (to === this.#at && this.#open) return;
      await this.close();
      const index = this.#parts.findIndex((part) => to >= part.from && to < part.to);
      if (index < 0) {
        this.#at = to;
        return;
      }
      await this.#enter(index);
    }
    while (this.#at < to) {
      if (this.#rest.length === 0 && !(await this.#more())) return;
      const skip = Math.min(this.#rest.length, to - this.#at);
      this.#rest = this.#rest.subarray(skip);
      this.#at += skip;
    }
  }

  async #enter(index: number): Promise<void> {
    const part = this.#parts[index];
    if (!part) return;
    const stream = await this.#store.get(part.chave);
    this.#open = { index, bytes: (stream as AsyncIterable<Buffer>)[Symbol.asyncIterator]() };
    this.#at = part.from;
    this.#rest = Buffer.alloc(0);
  }

  /** @returns false at the end */
  async #more(): Promise<boolean> {
    while (this.#open) {
      const next = await this.#open.bytes.next();
      if (!next.done) {
        this.#rest = next.value;
        if (this.#rest.length > 0) return true;
        continue;
      }
      const index = this.#open.index + 1;
      this.#open = null;
      if (index < this.#parts.length) await this.#enter(index);
    }
    return false;
  }
}
