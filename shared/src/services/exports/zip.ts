/** A zip archive written piece by piece: an .xlsx file is one. yazl writes the sizes after each entry, so that none has to be known before. */
import { type PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

export type ZipEntry = { path: string; data: AsyncIterable<string> | Iterable<string> };

const OPTIONS = {
  /** Half the size of the fastest level, at half its speed; higher ones gain little on sheets. */
  compressionLevel: 4,
  /** 1 January 1980, and no other time beside it: the same content makes the same file. */
  mtime: new Date(1980, 0, 1),
  forceDosTimestamp: true,
};

/**
 * The archive's bytes. Entries are read one after the other, each only as fast as the bytes are taken; a reader that stops taking them ends
 * the entry under way. An entry's error ends the bytes.
 */
export async function* writeZip(
  entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>,
): AsyncGenerator<Buffer> {
  const zip = new ZipFile();
  const bytes = zip.outputStream as PassThrough;
  let data: Readable | undefined;
  const fill = async () => {
    for await (const entry of entries) {
      if (bytes.destroyed) return;
      data = Readable.from(entry.data);
      zip.addReadStream(data, entry.path, OPTIONS);
      await finished(data);
    }
    zip.end();
  };
  const filled = fill().catch((error) => bytes.destroy(error));
  try {
    yield* bytes;
  } finally {
    data?.destroy();
    await filled;
  }
}
