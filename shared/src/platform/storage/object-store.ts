import type { Readable } from 'node:stream';

/** A half-open byte range: [start, end). */
export type ByteRange = { start: number; end: number };

export const LINK_S = 60;

export type StoredObject = { key: string; modified: Date };

export type ObjectInfo = { size: number; contentType: string };

/** Stores recordings and other objects under ASCII ids joined by '/' (`empresa/item/uuid`). */
export interface ObjectStore {
  /**
   * Stores a stream completely or not at all.
   * @returns its size in bytes
   * @throws the stream's or store's error
   */
  put(key: string, body: Readable, options: { contentType: string }): Promise<{ size: number }>;
  /** Stores a file; exists only in stores where this is faster than `put`. */
  putFile?:
    | ((key: string, filePath: string, options: { contentType: string }) => Promise<{ size: number }>)
    | undefined;
  /**
   * The object's bytes, or a range.
   * @throws ObjectNotFoundError
   */
  get(key: string, range?: ByteRange): Promise<Readable>;
  /**
   * Copies the object to a file; exists only in stores where this is faster than `get`.
   * @throws ObjectNotFoundError, the signal's reason
   */
  copyTo?: ((key: string, filePath: string, signal: AbortSignal) => Promise<void>) | undefined;
  /**
   * Local file and offset of the object's bytes, if the store has files.
   * @throws ObjectNotFoundError
   */
  fileOf?: ((key: string) => Promise<{ path: string; start: number }>) | undefined;
  /** Reads an object's size and content type. @throws ObjectNotFoundError */
  head(key: string): Promise<ObjectInfo>;
  /** Deletes an object; ignores a missing one. */
  delete(key: string): Promise<void>;
  /** A URL at which the object can be read for LINK_S seconds; null without S3_PUBLIC_ENDPOINT. */
  link?(key: string, as: { contentType: string; disposition: string | null }): string | null;
  /** All complete objects in any order, for operators; nobody may change objects meanwhile. */
  list(): AsyncGenerator<StoredObject>;
  /**
   * Writes, reads and deletes a probe.
   * @throws if the store is unusable
   */
  check(): Promise<void>;
}

export class ObjectNotFoundError extends Error {
  override readonly name = 'ObjectNotFoundError';
}

/**
 * Refuses keys other than ASCII ids joined by '/'.
 * @throws RangeError
 */
export function assertObjectKey(key: string): void {
  if (!/^[A-Za-z0-9_-]+(?:\/[A-Za-z0-9_-]+)*(?:\.[a-z0-9]{1,8})?$/.test(key) || key.length > 300) {
    throw new RangeError('invalid object key');
  }
}
