import { createHash, randomUUID } from 'node:crypto';
import { constants, createReadStream, createWriteStream } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  assertObjectKey,
  type ByteRange,
  type ObjectInfo,
  ObjectNotFoundError,
  type ObjectStore,
  type StoredObject,
} from './object-store.ts';

/**
 * Header bytes of an object's file: JSON with key and content type, padded. One rename makes header and object visible.
 */
const HEADER_BYTES = 512;
/** Age from which a temporary file counts as a dead process's, ms. */
const STALE_MS = 24 * 60 * 60 * 1000;

const COPY_BYTES = 512 * 1024;

/**
 * Copies a file from a position to its end with one buffer; streams would allocate one per chunk.
 * @returns bytes copied
 * @throws the signal's reason
 */
async function copyBytes(
  source: FileHandle,
  target: FileHandle,
  { from = 0, to = 0, signal }: { from?: number; to?: number; signal?: AbortSignal },
): Promise<number> {
  const piece = Buffer.allocUnsafeSlow(COPY_BYTES);
  for (let size = 0; ; ) {
    signal?.throwIfAborted();
    const { bytesRead } = await source.read(piece, 0, COPY_BYTES, from + size);
    if (bytesRead === 0) return size;
    for (let written = 0; written < bytesRead; ) {
      const { bytesWritten } = await target.write(piece, written, bytesRead - written, to + size + written);
      written += bytesWritten;
    }
    size += bytesRead;
  }
}

/** Least free space, bytes; with less the store counts as full, although a probe may fit. */
const LEAST_FREE = 32 * 1024 * 1024;

function isMissing(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code;
  return code === 'ENOENT' || code === 'ENOTDIR';
}

function encodeHeader(key: string, contentType: string): Buffer {
  const header = Buffer.alloc(HEADER_BYTES, ' ');
  const text = JSON.stringify({ v: 1, contentType, key });
  if (Buffer.byteLength(text) > HEADER_BYTES) throw new RangeError('content type too long');
  header.write(text);
  return header;
}

class StorageAwayError extends Error {
  override readonly name = 'StorageAwayError';
  constructor(folder: string) {
    super(`o armazenamento em ${folder} não está acessível`);
  }
}

async function foldersIn(path: string): Promise<string[]> {
  const names = await readdir(path);
  return names.filter((name) => /^[0-9a-f]{2}$/.test(name)).map((name) => join(path, name));
}

async function makeFolder(path: string): Promise<void> {
  await mkdir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}

/**
 * Objects as files in 256 × 256 folders by hash. Writes are synced and renamed. Only a first write creates the folder;
 * with a missing disk, later writes fail instead of filling the mount point.
 */
export class FilesystemStore implements ObjectStore {
  readonly #root: string;
  readonly #temporary: string;
  #opened: Promise<void> | null = null;

  constructor(folder: string) {
    this.#root = resolve(folder);
    this.#temporary = join(this.#root, 'tmp');
  }

  #path(key: string): string {
    assertObjectKey(key);
    const hash = createHash('sha256').update(key).digest('hex');
    return join(this.#root, hash.slice(0, 2), hash.slice(2, 4), hash);
  }

  #open(): Promise<void> {
    this.#opened ??= mkdir(this.#temporary, { recursive: true })
      .then(() => this.#sweep())
      .catch((error: unknown) => {
        this.#opened = null;
        throw error;
      });
    return this.#opened;
  }

  /**
   * Checks after a missing file that the objects' folder is there.
   * @throws StorageAwayError
   */
  async #assertThere(): Promise<void> {
    const found = await stat(this.#temporary).catch(() => null);
    if (!found?.isDirectory()) throw new StorageAwayError(this.#root);
  }

  /** Removes dead processes' temporary files, once per process. */
  async #sweep(): Promise<void> {
    const limit = Date.now() - STALE_MS;
    for (const name of await readdir(this.#temporary)) {
      const path = join(this.#temporary, name);
      const info = await stat(path).catch(() => null);
      if (info && info.mtimeMs < limit) await rm(path, { force: true });
    }
  }

  async put(key: string, body: Readable, options: { contentType: string }): Promise<{ size: number }> {
    return this.#store(key, options, async (temporary, header) => {
      const file = createWriteStream(temporary, { flags: 'wx', mode: 0o640, flush: true });
      file.write(header);
      await pipeline(body, file);
      return file.bytesWritten;
    });
  }

  async putFile(key: string, filePath: string, options: { contentType: string }): Promise<{ size: number }> {
    return this.#store(key, options, async (temporary, header) => {
      const source = await open(filePath, constants.O_RDONLY);
      try {
        const target = await open(temporary, 'wx', 0o640);
        try {
          await target.write(header, 0, HEADER_BYTES, 0);
          const size = await copyBytes(source, target, { to: HEADER_BYTES });
          await target.sync();
          return HEADER_BYTES + size;
        } finally {
          await target.close();
        }
      } finally {
        await source.close();
      }
    });
  }

  /**
   * Creates an object's file and renames it to its final name; returns its size.
   * @param write creates the synced file with header
   */
  async #store(
    key: string,
    { contentType }: { contentType: string },
    write: (temporary: string, header: Buffer) => Promise<number>,
  ): Promise<{ size: number }> {
    const path = this.#path(key);
    const header = encodeHeader(key, contentType);
    await this.#open();
    const temporary = join(this.#temporary, randomUUID());
    try {
      const bytes = await write(temporary, header);
      await makeFolder(dirname(dirname(path)));
      await makeFolder(dirname(path));
      await rename(temporary, path);
      await this.#syncFolder(dirname(path));
      return { size: bytes - HEADER_BYTES };
    } catch (error) {
      await rm(temporary, { force: true });
      if (isMissing(error)) await this.#assertThere();
      throw error;
    }
  }

  /** Syncs a folder, so that its renames survive a power failure. */
  async #syncFolder(folder: string): Promise<void> {
    const handle = await open(folder, constants.O_RDONLY);
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  }

  async #openObject(key: string): Promise<FileHandle> {
    try {
      return await open(this.#path(key), constants.O_RDONLY);
    } catch (error) {
      if (!isMissing(error)) throw error;
      await this.#assertThere();
      throw new ObjectNotFoundError(key);
    }
  }

  async get(key: string, range?: ByteRange): Promise<Readable> {
    const { size } = await this.head(key);
    const start = range?.start ?? 0;
    const end = Math.min(range?.end ?? size, size);
    if (start < 0 || start > end) throw new RangeError('invalid byte range');
    if (start === end) return Readable.from([]);
    const handle = await this.#openObject(key);
    return createReadStream('', { fd: handle, start: start + HEADER_BYTES, end: end + HEADER_BYTES - 1 });
  }

  async copyTo(key: string, filePath: string, signal: AbortSignal): Promise<void> {
    const source = await this.#openObject(key);
    try {
      const target = await open(filePath, 'w');
      try {
        await copyBytes(source, target, { from: HEADER_BYTES, signal });
      } finally {
        await target.close();
      }
    } finally {
      await source.close();
    }
  }

  async fileOf(key: string): Promise<{ path: string; start: number }> {
    const handle = await this.#openObject(key);
    await handle.close();
    return { path: this.#path(key), start: HEADER_BYTES };
  }

  async head(key: string): Promise<ObjectInfo> {
    const handle = await this.#openObject(key);
    try {
      const header = Buffer.alloc(HEADER_BYTES);
      const [{ size }] = await Promise.all([handle.stat(), handle.read(header, 0, HEADER_BYTES, 0)]);
      const { contentType } = JSON.parse(header.toString('utf8')) as { contentType: string };
      return { size: size - HEADER_BYTES, contentType };
    } finally {
      await handle.close();
    }
  }

  async delete(key: string): Promise<void> {
    try {
      await rm(this.#path(key));
    } catch (error) {
      if (!isMissing(error)) throw error;
      // A missing disk does not mean a deleted object.
      await this.#assertThere();
    }
  }

  async *list(): AsyncGenerator<StoredObject> {
    await this.#assertThere();
    // Lists one of 65,536 folders at a time, so that any number of objects fits in memory.
    for (const outer of await foldersIn(this.#root)) {
      for (const inner of await foldersIn(outer)) {
        for (const name of await readdir(inner)) {
          const handle = await open(join(inner, name), constants.O_RDONLY).catch((error: unknown) => {
            if (isMissing(error)) return null;
            throw error;
          });
          if (!handle) continue;
          try {
            const header = Buffer.alloc(HEADER_BYTES);
            const [{ mtime }] = await Promise.all([handle.stat(), handle.read(header, 0, HEADER_BYTES, 0)]);
            const { key } = JSON.parse(header.toString('utf8')) as { key: string };
            yield { key, modified: mtime };
          } finally {
            await handle.close();
          }
        }
      }
    }
  }

  async check(): Promise<void> {
    const key = `verificacao/${randomUUID()}`;
    await this.put(key, Readable.from([Buffer.from('escuta')]), { contentType: 'text/plain' });
    try {
      const parts: Buffer[] = [];
      for await (const part of await this.get(key)) parts.push(part as Buffer);
      if (Buffer.concat(parts).toString() !== 'escuta')
        throw new Error('o armazenamento devolveu outro conteúdo');
    } finally {
      await this.delete(key);
    }
    const { bavail, bsize } = await statfs(this.#root);
    if (bavail * bsize < LEAST_FREE) {
      throw Object.assign(new Error(`quase não há espaço livre em ${this.#root}`), { code: 'ENOSPC' });
    }
  }
}
