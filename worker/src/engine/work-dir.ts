import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ObjectStore } from '@escuta/shared/platform/storage/object-store';

const PREFIX = 'escuta-etapa-';
/** Identifies this machine, because containers may share a temporary folder. */
const MACHINE = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
export const OWN_WORK_DIRS = `${PREFIX}${MACHINE}-${process.pid}-`;
const OF_THIS_MACHINE = new RegExp(`^${PREFIX}${MACHINE}-(\\d+)-`);
/** Age at which another machine's folder is removed, ms: this machine cannot see if the folder's worker still runs. */
const STALE_FOLDER_MS = 86_400_000;

const made = new Set<string>();

/** Creates a temporary folder; the caller removes it. */
export async function makeWorkDir(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), OWN_WORK_DIRS));
  made.add(path);
  return path;
}

/** Waits for `work` until the signal aborts; ignores a later result. */
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
 * Saves a stored object as a file; waits for the storage until the signal aborts.
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

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM means that the process runs under another account.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** True if the folder's process has ended, or its number is now this process's. */
async function isLeftOver(path: string, name: string): Promise<boolean> {
  const pid = Number(OF_THIS_MACHINE.exec(name)?.[1]);
  if (pid === process.pid) return !made.has(path);
  if (pid && !isAlive(pid)) return true;
  const info = await stat(path).catch(() => null);
  return info !== null && Date.now() - info.mtimeMs > STALE_FOLDER_MS;
}

/** Removes killed workers' folders; must run before the first work starts. */
export async function removeStaleFolders(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []);
  for (const name of names.filter((entry) => entry.startsWith(PREFIX))) {
    const path = join(tmpdir(), name);
    if (await isLeftOver(path, name)) await rm(path, { recursive: true, force: true });
  }
}
