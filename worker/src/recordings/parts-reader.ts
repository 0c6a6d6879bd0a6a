import type { ObjectStore } from '@escuta/shared/platform/storage/object-store';

type Parte = { chave: string; tamanho: number };

/**
 * Reads ranges of an upload like a single file, forward, so that many small recordings need one fetch of their part.
 */
export class PartsReader {
  readonly #store: ObjectStore;
  readonly #parts: { chave: string; from: number; to: number }[];
  #open: { index: number; bytes: AsyncIterator<Buffer> } | null = null;
  /** Position of the next byte; `#rest` has the fetched bytes from this position on. */
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

  /** @returns false at the end of the upload */
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
