import { createWriteStream } from 'node:fs';
import { unlink } from 'node:fs/promises';
import { Transform, type TransformCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import yauzl from 'yauzl';
import type { LimitesDoArquivo } from '../limits.ts';
import { UnreadableError } from '../unreadable.ts';
import { assertInside, type Counter, type Entry, MOTIVO, muitasEntradas, RECUSA } from './entries.ts';
import type { EntradaExtraida } from './entry.ts';
import { zipName } from './names.ts';

type ZipEntry = Entry & { raw: yauzl.Entry };

/** File-type bits of a symbolic link in a Unix file mode. */
const LINK = 0o12;
const TYPE = 12;

function entryOf(raw: yauzl.Entry, indice: number): ZipEntry {
  if (raw.isEncrypted()) throw new UnreadableError(RECUSA.senha);
  if ((raw.externalFileAttributes >>> 16) >>> TYPE === LINK) throw new UnreadableError(RECUSA.link);
  const bytes = raw.fileNameRaw;
  const nome = zipName(bytes, raw.generalPurposeBitFlag, raw.extraFields);
  assertInside(nome);
  return {
    indice,
    nome,
    pasta: nome.endsWith('/'),
    tamanho: raw.uncompressedSize,
    compactado: raw.compressedSize,
    raw,
  };
}

function refusal(error: unknown): UnreadableError {
  if (error instanceof UnreadableError) return error;
  const message = error instanceof Error ? error.message : '';
  if (message.includes('encryption')) return new UnreadableError(RECUSA.senha);
  if (message.includes('multi-disk')) return new UnreadableError(RECUSA.partes);
  return new UnreadableError(RECUSA.danificado);
}

/**
 * Opens a local .zip and reads its directory; entries are read as needed.
 * @throws UnreadableError if the archive as a whole is refused
 */
export async function openZip(
  arquivo: string,
  { entradas }: Pick<LimitesDoArquivo, 'entradas'>,
): Promise<{ archive: yauzl.ZipFile; entries: readonly ZipEntry[] }> {
  let archive: yauzl.ZipFile | null = null;
  try {
    // This module decodes names and counts bytes itself, instead of trusting the stated sizes.
    archive = await yauzl.openPromise(arquivo, {
      autoClose: false,
      decodeStrings: false,
      validateEntrySizes: false,
    });
    if (archive.entryCount > entradas) throw new UnreadableError(muitasEntradas(entradas));
    const entries: ZipEntry[] = [];
    for await (const raw of archive.eachEntry()) entries.push(entryOf(raw, entries.length));
    return { archive, entries };
  } catch (error) {
    archive?.close();
    throw refusal(error);
  }
}

class StopError extends Error {}

/** Passes bytes through, counting them and computing their checksum. */
class Watch extends Transform {
  crc = 0;
  stopped: string | null = null;
  readonly #counter: Counter;

  constructor(counter: Counter) {
    super();
    this.#counter = counter;
  }

  override _transform(bytes: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    try {
      this.stopped = this.#counter.add(bytes.length);
    } catch (error) {
      done(error as Error);
      return;
    }
    this.crc = crc32(bytes, this.crc);
    if (this.stopped) done(new StopError());
    else done(null, bytes);
  }
}

async function unpack(
  archive: yauzl.ZipFile,
  { indice, compactado, raw }: ZipEntry,
  caminho: string,
  counter: Counter,
): Promise<EntradaExtraida> {
  if (!raw.canDecodeFileData()) return { indice, motivo: MOTIVO.metodo };
  counter.begin(compactado);
  const watch = new Watch(counter);
  try {
    await pipeline(
      await archive.openReadStreamPromise(raw),
      watch,
      createWriteStream(caminho, { flags: 'wx' }),
    );
    if (watch.crc === raw.crc32 && counter.bytes === raw.uncompressedSize)
      return { indice, caminho, tamanho: counter.bytes };
  } catch (error) {
    await unlink(caminho).catch(() => {});
    if (error instanceof UnreadableError || isOurs(error)) throw error;
    return { indice, motivo: watch.stopped ?? MOTIVO.danificado };
  }
  await unlink(caminho);
  return { indice, motivo: MOTIVO.danificado };
}

/** True for errors that are no fault of the archive, such as a full disk. */
const isOurs = (error: unknown): boolean =>
  ['ENOSPC', 'ENOENT', 'EACCES', 'EROFS', 'EIO', 'EDQUOT'].includes(
    (error as NodeJS.ErrnoException).code ?? '',
  );

/** Unpacks requested entries one by one, each to the path that `pathOf` returns. */
export async function extractZip(
  arquivo: string,
  wanted: ReadonlySet<number>,
  pathOf: (indice: number) => string,
  hand: (entrada: EntradaExtraida) => Promise<void>,
  counter: Counter,
  limites: LimitesDoArquivo,
): Promise<void> {
  const { archive, entries } = await openZip(arquivo, limites);
  for (const entry of entries)
    if (wanted.has(entry.indice)) await hand(await unpack(archive, entry, pathOf(entry.indice), counter));
  archive.close();
}
