import { createWriteStream } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ObjectStore } from '@escuta/shared/platform/storage/object-store';

/** Prefix of temporary folders; the next start removes dead workers' folders. */
export const WORK_DIR_PREFIX = 'escuta-etapa-';
/** Age at which folders of killed workers are removed, ms. */
const STALE_FOLDER_MS = 86_400_000;

/** Makes a folder for files in transit. The caller removes it. */
export const makeWorkDir = (): Promise<string> =>
  mkdtemp(join(tmpdir(), `${WORK_DIR_PREFIX}${process.pid}-`));

/** Waits unless the signal aborts; a later result is ignored. */
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
 * Saves an object of the storage as a file; waits for the storage until the signal aborts.
 * @throws ObjectNotFoundError, the signal's reason, the storage's errors
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

export async function removeStaleFolders(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []);
  for (const name of names.filter((entry) => entry.startsWith(WORK_DIR_PREFIX))) {
    const path = join(tmpdir(), name);
    const info = await stat(path).catch(() => null);
    if (info && Date.now() - info.mtimeMs > STALE_FOLDER_MS) await rm(path, { recursive: true, force: true });
  }
}
