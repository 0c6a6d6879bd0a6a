import { existsSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname } from 'node:path';
import type { Extractor, FileHeader } from 'node-unrar-js';
import type { LimitesDoArquivo } from '../limits.ts';
import { UnreadableError } from '../unreadable.ts';
import { assertInside, type Counter, type Entry, MOTIVO, RECUSA } from './entries.ts';
import type { EntradaExtraida } from './entry.ts';
import { plainPath } from './names.ts';
import { assertPlainRar } from './rar-headers.ts';

type Library = typeof import('node-unrar-js');

/**
 * Private methods of the library's extractor, replaced to count unpacked bytes. The library ignores the result of
 * `write`.
 */
type Inside = Extractor & {
  write(fd: number, at: number, size: number): boolean;
  closeFile(fd: number): void;
  fileMap: Record<number, unknown>;
};

const load = createRequire(import.meta.url);

/** Loads a new copy of the library, because an interrupted copy cannot be used again. */
function freshLibrary(): Library {
  for (const path of Object.keys(load.cache))
    if (/[\\/]node-unrar-js[\\/]/.test(path)) delete load.cache[path];
  return load('node-unrar-js') as Library;
}

function entryOf({ name, flags, packSize, unpSize }: FileHeader, indice: number): Entry {
  if (flags.encrypted) throw new UnreadableError(RECUSA.senha);
  const nome = plainPath(name);
  assertInside(nome);
  return { indice, nome, pasta: flags.directory, tamanho: unpSize, compactado: packSize };
}

/** Avoids `instanceof`, because each copy of the library has its own error class. */
const saidByLibrary = (error: unknown): error is Error & { reason: string } =>
  error instanceof Error && typeof (error as { reason?: unknown }).reason === 'string';

function refusal(error: unknown): unknown {
  if (!saidByLibrary(error)) return error;
  const locked = error.reason === 'ERAR_MISSING_PASSWORD' || error.reason === 'ERAR_BAD_PASSWORD';
  return new UnreadableError(locked ? RECUSA.senha : RECUSA.danificado);
}

/** Lists a .rar's entries. @throws UnreadableError if the archive as a whole is refused */
export async function listRar(
  arquivo: string,
  { entradas }: Pick<LimitesDoArquivo, 'entradas'>,
): Promise<Entry[]> {
  assertPlainRar(arquivo, entradas);
  try {
    const extractor = await freshLibrary().createExtractorFromFile({ filepath: arquivo });
    return Array.from(extractor.getFileList().fileHeaders, entryOf);
  } catch (error) {
    throw refusal(error);
  }
}

class BrokenOff extends Error {}

/** One pass of the library, from an entry to the archive's end or the first failing entry. */
class Walk {
  /** The entry being unpacked, and its file's path. */
  under: { indice: number; caminho: string } | null = null;
  stopped: string | null = null;
  #discarded = 0;
  readonly counter: Counter;
  readonly #extractor: Inside;

  private constructor(extractor: Inside, counter: Counter) {
    this.#extractor = extractor;
    this.counter = counter;
    const write = extractor.write.bind(extractor);
    extractor.write = (fd, at, size) => {
      this.stopped ??= counter.add(size);
      if (this.stopped) {
        this.#discarded += size;
        if (this.#discarded > counter.discard) throw new BrokenOff();
        return true;
      }
      if (!write(fd, at, size)) throw new Error('the disk took less than it was given');
      return true;
    };
  }

  static async begin(library: Library, arquivo: string, pasta: string, counter: Counter): Promise<Walk> {
    let walk: Walk | null = null;
    const extractor = await library.createExtractorFromFile({
      filepath: arquivo,
      targetPath: pasta,
      filenameTransform: () => basename(walk?.under?.caminho ?? ''),
    });
    walk = new Walk(extractor as Inside, counter);
    return walk;
  }

  /**
   * Unpacks the requested entries, and yields after each.
   * @param wants returns a requested entry's path
   */
  *entries(all: readonly Entry[], wants: (entry: Entry) => string | null): Generator<void> {
    // Entries are identified by their position, because two may have the same name.
    let place = -1;
    const { files } = this.#extractor.extract({
      files: () => {
        place += 1;
        const entry = all[place];
        const caminho = entry ? wants(entry) : null;
        if (!entry || caminho === null) return false;
        this.counter.begin(entry.compactado);
        this.under = { indice: entry.indice, caminho };
        this.stopped = null;
        this.#discarded = 0;
        return true;
      },
    });
    for (const _ of files) yield;
  }

  close(): void {
    for (const fd of Object.keys(this.#extractor.fileMap)) this.#extractor.closeFile(Number(fd));
  }
}

/** Unpacks the requested entries in the archive's order, each into its own file. */
export async function extractRar(
  arquivo: string,
  wanted: ReadonlySet<number>,
  pathOf: (indice: number) => string,
  hand: (entrada: EntradaExtraida) => Promise<void>,
  counter: Counter,
  limites: LimitesDoArquivo,
): Promise<void> {
  const all = await listRar(arquivo, limites);
  let library = freshLibrary();
  let from = 0;
  const wants = ({ indice, pasta }: Entry): string | null =>
    indice >= from && !pasta && wanted.has(indice) ? pathOf(indice) : null;
  const tell = async (
    { indice, caminho }: { indice: number; caminho: string },
    motivo: string | null,
  ): Promise<void> => {
    rmSync(caminho, { force: true });
    await hand({ indice, motivo: motivo ?? MOTIVO.danificado });
  };
  while (all.some((entry) => wants(entry) !== null)) {
    const walk = await Walk.begin(library, arquivo, dirname(pathOf(0)), counter);
    try {
      for (const _ of walk.entries(all, wants)) {
        const { under } = walk;
        if (!under) continue;
        // The library may skip an entry without an error.
        if (!walk.stopped && existsSync(under.caminho)) await hand({ ...under, tamanho: counter.bytes });
        else await tell(under, walk.stopped);
        from = under.indice + 1;
        walk.under = null;
      }
      return;
    } catch (error) {
      if (error instanceof BrokenOff) library = freshLibrary();
      else if (!saidByLibrary(error)) throw error;
    } finally {
      walk.close();
      if (walk.under) rmSync(walk.under.caminho, { force: true });
    }
    const { under, stopped } = walk;
    // A failed entry ends the pass; another pass starts after it.
    const lost = all.filter((entry) => wants(entry) !== null && (!under || entry.indice === under.indice));
    for (const { indice } of lost) await tell({ indice, caminho: pathOf(indice) }, stopped);
    from = under ? under.indice + 1 : all.length;
  }
}
