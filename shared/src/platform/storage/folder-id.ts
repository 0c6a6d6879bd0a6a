import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';

/** File with the folder's id. Folders of objects have names of two characters, so never this name. */
const FILE = 'identificacao';
/** Time that the file's creator has to write the id, ms; later the creator counts as dead. */
const WRITTEN_MS = 1000;

const idSchema = z.uuid();
async function readId(path: string): Promise<string | null> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return idSchema.safeParse(text.trim()).data ?? null;
}

/**
 * A folder's id, stored inside and so the same from every machine and path. The first caller creates it.
 * @throws the file system's error
 */
export async function folderId(folder: string): Promise<string> {
  const path = join(resolve(folder), FILE);
  const found = await readId(path);
  if (found) return found;
  await mkdir(resolve(folder), { recursive: true });
  const id = randomUUID();
  try {
    await writeFile(path, id, { flag: 'wx', flush: true });
    return id;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  for (let waited = 0; waited < WRITTEN_MS; waited += 50) {
    const other = await readId(path);
    if (other) return other;
    await delay(50);
  }
  // The creator died before writing.
  await writeFile(`${path}.${id}`, id, { flag: 'wx', flush: true });
  await rename(`${path}.${id}`, path);
  return (await readId(path)) ?? id;
}
