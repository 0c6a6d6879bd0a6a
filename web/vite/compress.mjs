// Writes `name.gz` and `name.br` beside every text file of a folder, at the highest level, so that the server only
// copies bytes: node compress.mjs <folder>. A copy that is there and not older than its file is kept.
import { readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const COMPRESSIBLE = /\.(?:js|css|html|svg|json|txt|map)$/;
/** Least size, bytes: for smaller files a compressed copy saves less than its HTTP headers cost. */
const MIN_BYTES = 1024;

/** @type {[suffix: string, compress: (source: Buffer) => Promise<Buffer>][]} */
const COPIES = [
  ['.gz', (source) => promisify(gzip)(source, { level: constants.Z_BEST_COMPRESSION })],
  [
    '.br',
    (source) =>
      promisify(brotliCompress)(source, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: source.length,
        },
      }),
  ],
];

/** @param {string} file */
async function writeCopies(file) {
  const { size, mtimeMs } = statSync(file);
  if (size < MIN_BYTES) return;
  const missing = COPIES.filter(([suffix]) => {
    const copy = statSync(`${file}${suffix}`, { throwIfNoEntry: false });
    return !copy || copy.mtimeMs < mtimeMs;
  });
  if (missing.length === 0) return;
  const source = readFileSync(file);
  for (const [suffix, compress] of missing) {
    // A server, or another process that compresses, may read the copy at any time, so the copy must appear whole.
    const part = `${file}${suffix}.${process.pid}`;
    writeFileSync(part, await compress(source));
    renameSync(part, `${file}${suffix}`);
  }
}

/**
 * Writes the missing copies of all text files below a folder.
 * @param {string} folder
 */
export async function compressFolder(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => COMPRESSIBLE.test(name))
    .map((name) => join(folder, name));
  const next = async () => {
    for (let file = files.pop(); file !== undefined; file = files.pop()) await writeCopies(file);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, next));
}

if (process.argv[1] === import.meta.filename && process.argv[2]) await compressFolder(process.argv[2]);
