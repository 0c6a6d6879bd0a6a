import { createWriteStream } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ObjectStore } from '@escuta/shared/platform/storage/object-store';

/** How folders begin that the worker makes in the system's temporary folder; one that a dead worker left goes at a start. */
export const WORK_DIR_PREFIX = 'escuta-etapa-';
/** Private folders left by a worker that was killed are removed after this long, ms. */
const STALE_FOLDER_MS = 86_400_000;

/** A folder for files on their way through. Whoever asked for it removes it. */
export const makeWorkDir = (): Promise<string> =>
  mkdtemp(join(tmpdir(), `${WORK_DIR_PREFIX}${process.pid}-`));

/** What is waited for, unless the signal ends the wait. What comes of it after that is nobody's. */
async function unlessAborted<T>(
  work: Promise<T>,
  signal: AbortSignal,
  drop: (late: T) => void = () => undefined,
): Promise<T> {
  let end = () => {};
  const aborted = new Promise<never>((_, reject) => {
    end = () => reject(signal.reason as Error);
    signal.addEventListener('abort', end, { once: true });
    if (signal.aborted) end();
  });
  try {
    return await Promise.race([work, aborted]);
  } catch (error) {
    work.then(drop, () => undefined);
    throw error;
  } finally {
    signal.removeEventListener('abort', end);
  }
}

/**
 * An object of the storage as a file. A storage that never answers, or never ends, is waited for until the signal says so.
 * @throws ObjectNotFoundError, the signal's reason, what the storage throws
 */
export async function fetchFile(
  store: ObjectStore,
  key: string,
  filePath: string,
  signal: AbortSignal,
): Promise<void> {
  if (store.copyTo) return unlessAborted(store.copyTo(key, filePath, signal), signal);
  const source = await unlessAborted(store.get(key), signal, (late: Readable) => late.destroy());
  await pipeline(source, createWriteStream(filePath), { signal });
}

/** Removes the folders that workers which were killed have left. */
export async function removeStaleFolders(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []);
  for (const name of names.filter((entry) => entry.startsWith(WORK_DIR_PREFIX))) {
    const path = join(tmpdir(), name);
    const info = await stat(path).catch(() => null);
    if (info && Date.now() - info.mtimeMs > STALE_FOLDER_MS) await rm(path, { recursive: true, force: true });
  }
}
