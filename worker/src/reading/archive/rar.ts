import { existsSync, rmSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { EntradaExtraida } from '@escuta/shared/domain/survey-file/archive';
import { createExtractorFromFile, type FileHeader, UnrarError } from 'node-unrar-js';
import { LIMITES_ARQUIVO } from '../limits.ts';
import { UnreadableError } from '../unreadable.ts';
import { assertInside, Counter, type Entry, MOTIVO, RECUSA } from './entries.ts';
import { plainPath } from './names.ts';
import { assertPlainRar } from './rar-headers.ts';

/** What the library calls when it has unpacked a piece: it goes on as long as this says so. */
type Writer = { write(fd: number, at: number, size: number): boolean };

function entryOf({ name, flags, packSize, unpSize }: FileHeader, indice: number): Entry {
  if (flags.encrypted) throw new UnreadableError(RECUSA.senha);
  const nome = plainPath(name);
  assertInside(nome);
  return { indice, nome, pasta: flags.directory, tamanho: unpSize, compactado: packSize };
}

function refusal(error: unknown): unknown {
  if (!(error instanceof UnrarError)) return error;
  const locked = error.reason === 'ERAR_MISSING_PASSWORD' || error.reason === 'ERAR_BAD_PASSWORD';
  return new UnreadableError(locked ? RECUSA.senha : RECUSA.danificado);
}

/**
 * The entries of a .rar on this machine.
 * @throws UnreadableError where it is refused as a whole
 */
export async function listRar(arquivo: string): Promise<Entry[]> {
  assertPlainRar(arquivo, LIMITES_ARQUIVO.entradas);
  try {
    const extractor = await createExtractorFromFile({ filepath: arquivo });
    return Array.from(extractor.getFileList().fileHeaders, entryOf);
  } catch (error) {
    throw refusal(error);
  }
}

/**
 * Unpacks the entries asked for, one after the other as they stand; the next begins once `hand` has taken one. Bytes go from file to file:
 * only the window that the method needs is held.
 */
export async function extractRar(
  arquivo: string,
  wanted: ReadonlySet<number>,
  pathOf: (indice: number) => string,
  hand: (entrada: EntradaExtraida) => Promise<void>,
): Promise<void> {
  const entries = await listRar(arquivo);
  const counter = new Counter();
  let caminho = '';
  let stopped: string | null = null;
  let fault: unknown = null;
  const extractor = await createExtractorFromFile({
    filepath: arquivo,
    targetPath: dirname(pathOf(0)),
    filenameTransform: () => basename(caminho),
  });
  // Declared as protected, and called from inside the library's own code: the only place where bytes can be counted.
  const writer = extractor as unknown as Writer;
  const write = writer.write.bind(extractor);
  writer.write = (fd, at, size) => {
    try {
      stopped = counter.add(size);
      return stopped === null && write(fd, at, size);
    } catch (error) {
      fault = error;
      return false;
    }
  };
  let under: number | null = null;
  const outcome = async (indice: number, failed: boolean): Promise<void> => {
    if (!failed && existsSync(caminho)) return hand({ indice, caminho, tamanho: counter.bytes });
    rmSync(caminho, { force: true });
    return hand({ indice, motivo: stopped ?? MOTIVO.danificado });
  };
  const begin = (indice: number): void => {
    caminho = pathOf(indice);
    stopped = null;
    counter.begin(entries[indice]?.compactado ?? 0);
    under = indice;
  };
  let from = 0;
  while (from < entries.length) {
    // Entries are told apart by their place: two may have one name.
    let place = -1;
    const { files } = extractor.extract({
      files: ({ flags }) => {
        place += 1;
        if (place < from || !wanted.has(place) || flags.directory) return false;
        begin(place);
        return true;
      },
    });
    try {
      for (const _ of files) {
        if (under !== null) await outcome(under, false);
        under = null;
      }
      return;
    } catch (error) {
      if (fault ?? !(error instanceof UnrarError)) throw fault ?? error;
    }
    // One that fails ends the library's walk: it begins again behind it. Where it fails between two, none of the others is reached.
    const left = under === null ? entries.filter(({ indice }) => indice >= from) : [];
    if (under !== null) await outcome(under, true);
    for (const { indice, pasta } of left)
      if (wanted.has(indice) && !pasta) {
        begin(indice);
        await outcome(indice, true);
      }
    from = under === null ? entries.length : under + 1;
    under = null;
  }
}
