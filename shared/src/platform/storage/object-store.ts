import type { Readable } from 'node:stream';

/** A half-open range of bytes: [start, end). */
export type ByteRange = { start: number; end: number };

/** How long such an address holds, s. */
export const LINK_S = 60;

/** An object as a listing has it. */
export type StoredObject = { key: string; modified: Date };

export type ObjectInfo = { size: number; contentType: string };

/**
 * Where recordings and other objects live. Keys are ASCII ids joined by '/' (`empresa/item/uuid`); a file's name only
 * ever stands in the database. Both drivers pass the same contract suite.
 */
export interface ObjectStore {
  /**
   * Stores a stream whole or not at all; an existing object is replaced.
   * @returns its size in bytes. @throws when the stream or the store fails; then nothing is left behind.
   */
  put(key: string, body: Readable, options: { contentType: string }): Promise<{ size: number }>;
  /** Stores a file as `put` does a stream, where the store has a shorter way to it. */
  putFile?:
    | ((key: string, filePath: string, options: { contentType: string }) => Promise<{ size: number }>)
    | undefined;
  /** The object's bytes, or one range of them. @throws ObjectNotFoundError */
  get(key: string, range?: ByteRange): Promise<Readable>;
  /** The object as a file, where the store has a shorter way to it than `get`. @throws ObjectNotFoundError, the signal's reason */
  copyTo?: ((key: string, filePath: string, signal: AbortSignal) => Promise<void>) | undefined;
  /** Where the object's bytes lie in a file of this machine, for whoever only reads them; of a store that keeps them so. @throws ObjectNotFoundError */
  fileOf?: ((key: string) => Promise<{ path: string; start: number }>) | undefined;
  /** @throws ObjectNotFoundError */
  head(key: string): Promise<ObjectInfo>;
  /** Deletes; an absent object is no error. */
  delete(key: string): Promise<void>;
  /** An address under which a browser gets the object for LINK_S, without us; null where there is none (S3_PUBLIC_ENDPOINT). */
  link?(key: string, as: { contentType: string; disposition: string | null }): string | null;
  /** Every object that is stored whole, in no order; of those written or deleted meanwhile it may say either. For operators: what exists, the database says. */
  list(): AsyncGenerator<StoredObject>;
  /** A write, a read and a delete. @throws when the store can't be used. */
  check(): Promise<void>;
}

export class ObjectNotFoundError extends Error {
  override readonly name = 'ObjectNotFoundError';
}

/** Refuses a key that is not ASCII ids joined by '/'. @throws RangeError */
export function assertObjectKey(key: string): void {
  if (!/^[A-Za-z0-9_-]+(?:\/[A-Za-z0-9_-]+)*(?:\.[a-z0-9]{1,8})?$/.test(key) || key.length > 300) {
    throw new RangeError('invalid object key');
  }
}
