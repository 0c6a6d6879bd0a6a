/** Streams zip archives, because yazl can write an entry's sizes after its bytes. */
import { type PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

export type ZipEntry = { path: string; data: AsyncIterable<string> | Iterable<string> };

const OPTIONS = {
  /** Half the fastest level's size, at half its speed; higher levels gain little on sheets. */
  compressionLevel: 4,
  /** Fixed at 1 January 1980: equal content gives equal files. */
  mtime: new Date(1980, 0, 1),
  forceDosTimestamp: true,
};

/** Streams an archive. If the reader stops, the current entry ends; an entry's error ends the archive. */
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
