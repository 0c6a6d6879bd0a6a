import { createHash, randomBytes, randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { ObjectNotFoundError, type ObjectStore } from '@escuta/shared/platform/storage/object-store';
import { FilesystemStore } from '@escuta/shared/platform/storage/storage-filesystem';
import { S3Store } from '@escuta/shared/platform/storage/storage-s3';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { S3TestServer } from '../support/s3-server.ts';

async function bytesOf(stream: Readable): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** Makes a stream of `total` bytes in chunks of 64 KiB, generated on demand; the stream fails after `failAt` bytes. */
function generated(
  total: number,
  options: { failAt?: number; onHash?: (hex: string) => void; onRead?: (sent: number) => void } = {},
): Readable {
  const chunk = randomBytes(65_536);
  const hash = createHash('sha256');
  let sent = 0;
  return new Readable({
    read() {
      if (options.failAt !== undefined && sent >= options.failAt) {
        this.destroy(new Error('o envio foi interrompido'));
        return;
      }
      if (sent >= total) {
        options.onHash?.(hash.digest('hex'));
        this.push(null);
        return;
      }
      const piece = chunk.subarray(0, Math.min(chunk.length, total - sent));
      sent += piece.length;
      options.onRead?.(sent);
      hash.update(piece);
      this.push(piece);
    },
  });
}

const folder = mkdtempSync(join(tmpdir(), 'escuta-objetos-'));
const server = new S3TestServer();
let s3: S3Store;
const filesystem = new FilesystemStore(folder);

function filesUnder(path: string): string[] {
  return readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

beforeAll(async () => {
  s3 = new S3Store({
    endpoint: await server.start(),
    region: 'us-east-1',
    bucket: server.bucket,
    accessKeyId: server.accessKeyId,
    secretAccessKey: 'segredo',
    forcePathStyle: true,
    checksum: 'WHEN_REQUIRED',
  });
});
afterAll(async () => {
  s3.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});
afterEach(() => {
  expect(server.uploads.size, 'partes largadas no servidor').toBe(0);
  expect(server.failures, 'falhas que não aconteceram').toHaveLength(0);
});

/** Counts the bytes that are on the disk already; `server.received` counts those that reached the S3 server. */
const onDisk = () => filesUnder(join(folder, 'tmp')).reduce((sum, path) => sum + statSync(path).size, 0);
const drivers: [string, () => ObjectStore, () => number][] = [
  ['folder', () => filesystem, onDisk],
  ['S3', () => s3, () => server.received],
];

describe.each(drivers)('storage: %s', (_name, storeOf, landed) => {
  const newKey = () => `${randomUUID()}/${randomUUID()}/${randomUUID()}.mp3`;
  const stored = async (size: number): Promise<[string, Buffer]> => {
    const key = newKey();
    const bytes = randomBytes(size);
    await storeOf().put(key, Readable.from([bytes]), { contentType: 'audio/mpeg' });
    return [key, bytes];
  };

  it('gives back what it stored, with size and type', async () => {
    const key = newKey();
    const bytes = randomBytes(100_000);
    const pieces = [bytes.subarray(0, 10), bytes.subarray(10, 70_000), bytes.subarray(70_000)];
    expect(await storeOf().put(key, Readable.from(pieces), { contentType: 'audio/mpeg' })).toEqual({
      size: 100_000,
    });
    expect((await bytesOf(await storeOf().get(key))).equals(bytes)).toBe(true);
    expect(await storeOf().head(key)).toEqual({ size: 100_000, contentType: 'audio/mpeg' });
  });

  it('lists what it stores, with the moment, and not what it deleted', async () => {
    const [[one], [two], [gone]] = [await stored(10), await stored(0), await stored(10)];
    await storeOf().delete(gone);
    const found = new Map<string, Date>();
    for await (const { key, modified } of storeOf().list()) found.set(key, modified);
    expect([one, two, gone].map((key) => found.has(key))).toEqual([true, true, false]);
    expect(found.get(one)).toBeInstanceOf(Date);
  });

  it('stores an empty object', async () => {
    const [key] = await stored(0);
    expect(await storeOf().head(key)).toMatchObject({ size: 0 });
    expect(await bytesOf(await storeOf().get(key))).toHaveLength(0);
  });

  it('reads ranges of bytes, from the start, the middle, the end and beyond the end', async () => {
    const [key, bytes] = await stored(50_000);
    for (const [start, end] of [
      [0, 1],
      [0, 50_000],
      [17, 40_001],
      [49_999, 50_000],
      [49_990, 90_000],
    ] as const) {
      const read = await bytesOf(await storeOf().get(key, { start, end }));
      expect(read.equals(bytes.subarray(start, end)), `${start}-${end}`).toBe(true);
    }
    expect(await bytesOf(await storeOf().get(key, { start: 50_000, end: 50_010 }))).toHaveLength(0);
    expect(await bytesOf(await storeOf().get(key, { start: 5, end: 5 }))).toHaveLength(0);
    await expect(storeOf().get(key, { start: 50_001, end: 50_010 })).rejects.toThrow(RangeError);
    await expect(storeOf().get(key, { start: 9, end: 8 })).rejects.toThrow(RangeError);
  });

  it('replaces an object that already exists', async () => {
    const [key] = await stored(1000);
    await storeOf().put(key, Readable.from([Buffer.from('novo')]), { contentType: 'text/plain' });
    expect((await bytesOf(await storeOf().get(key))).toString()).toBe('novo');
    expect(await storeOf().head(key)).toEqual({ size: 4, contentType: 'text/plain' });
  });

  it('says that an absent object does not exist, and its deletion is no error', async () => {
    const key = newKey();
    await expect(storeOf().get(key)).rejects.toThrow(ObjectNotFoundError);
    await expect(storeOf().get(key, { start: 0, end: 10 })).rejects.toThrow(ObjectNotFoundError);
    await expect(storeOf().head(key)).rejects.toThrow(ObjectNotFoundError);
    await storeOf().delete(key);
    const [present] = await stored(10);
    await storeOf().delete(present);
    await expect(storeOf().head(present)).rejects.toThrow(ObjectNotFoundError);
  });

  it.each([
    '../fora',
    '/raiz',
    'a//b',
    'a/../b',
    'a/./b',
    'acentuação',
    'a b',
    'a\u0000b',
    '',
    'a/b.',
    `a/${'x'.repeat(300)}`,
  ])('refuses the key %j', async (key) => {
    const put = storeOf().put(key, Readable.from([Buffer.from('x')]), { contentType: 'text/plain' });
    await expect(put).rejects.toThrow(RangeError);
    await expect(storeOf().get(key)).rejects.toThrow(RangeError);
    await expect(storeOf().head(key)).rejects.toThrow(RangeError);
    await expect(storeOf().delete(key)).rejects.toThrow(RangeError);
  });

  it('stores 100 MB as a stream without holding more than 32 MB', async () => {
    const key = newKey();
    const total = 100 * 1024 * 1024 + 123;
    let sent = '';
    let held = 0;
    const before = landed();
    const { size } = await storeOf().put(
      key,
      generated(total, {
        onHash: (hex) => {
          sent = hex;
        },
        onRead: (read) => {
          held = Math.max(held, read - (landed() - before));
        },
      }),
      { contentType: 'audio/wav' },
    );
    expect(size).toBe(total);
    expect(held).toBeGreaterThan(0);
    expect(held).toBeLessThan(32 * 1024 * 1024);
    const hash = createHash('sha256');
    for await (const part of await storeOf().get(key)) hash.update(part as Buffer);
    expect(hash.digest('hex')).toBe(sent);
    await storeOf().delete(key);
  });

  it.each([0, 1_000_000, 20_000_000])(
    'leaves nothing when the upload breaks after %d bytes',
    async (failAt) => {
      const key = newKey();
      const files = filesUnder(folder).length;
      const put = storeOf().put(key, generated(60_000_000, { failAt }), { contentType: 'audio/wav' });
      await expect(put).rejects.toThrow('interrompido');
      await expect(storeOf().head(key)).rejects.toThrow(ObjectNotFoundError);
      expect(filesUnder(folder)).toHaveLength(files);
    },
  );

  it('keeps the former object when the replacement breaks', async () => {
    const [key, bytes] = await stored(5000);
    const put = storeOf().put(key, generated(30_000_000, { failAt: 10_000_000 }), {
      contentType: 'audio/wav',
    });
    await expect(put).rejects.toThrow('interrompido');
    expect((await bytesOf(await storeOf().get(key))).equals(bytes)).toBe(true);
  });

  it('checks itself without leaving a trace', async () => {
    const files = filesUnder(folder).length;
    const objects = server.objects.size;
    await storeOf().check();
    expect(filesUnder(folder)).toHaveLength(files);
    expect(server.objects.size).toBe(objects);
  });
});

describe('storage in a folder', () => {
  it('spreads the objects over small folders and does not use the key as a path', async () => {
    await filesystem.put('empresa/item/uuid', Readable.from([Buffer.from('x')]), {
      contentType: 'text/plain',
    });
    for (const path of filesUnder(folder)) {
      expect(path.slice(folder.length)).toMatch(/^\/[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{64}$/);
    }
  });

  it('stores a file, and gives an object back as a file, byte by byte', async () => {
    const [original, copia] = ['original', 'copia'].map((name) =>
      join(folder, `${name}-${randomUUID()}`),
    ) as [string, string];
    // With this size the file has more than two pieces, and the last piece is shorter.
    const bytes = randomBytes(1_300_001);
    writeFileSync(original, bytes);
    const key = randomUUID();
    expect(await filesystem.putFile(key, original, { contentType: 'audio/flac' })).toEqual({
      size: bytes.length,
    });
    expect(await filesystem.head(key)).toEqual({ size: bytes.length, contentType: 'audio/flac' });
    expect((await bytesOf(await filesystem.get(key))).equals(bytes)).toBe(true);
    await filesystem.copyTo(key, copia, new AbortController().signal);
    expect(readFileSync(copia).equals(bytes)).toBe(true);
    await expect(filesystem.copyTo(key, copia, AbortSignal.abort(new Error('basta')))).rejects.toThrow(
      'basta',
    );
    await expect(
      filesystem.putFile(randomUUID(), `${original}-ausente`, { contentType: 'audio/flac' }),
    ).rejects.toThrow('ENOENT');
    for (const file of [original, copia]) rmSync(file);
  });

  it('the check fails when the folder cannot be used', async () => {
    await expect(new FilesystemStore('/dev/null/objetos').check()).rejects.toThrow();
  });

  it('an unmounted disk is a failure, not an absence: nothing is written in its place, nothing is taken as deleted', async () => {
    const disk = join(folder, 'disco');
    const store = new FilesystemStore(disk);
    const text = () => Readable.from([Buffer.from('x')]);
    await store.put('a/b/c', text(), { contentType: 'text/plain' });
    renameSync(disk, `${disk}.fora`);
    const away = async () => {
      for (const work of [
        () => store.get('a/b/c'),
        () => store.head('a/b/c'),
        () => store.delete('a/b/c'),
        () => store.put('a/b/d', text(), { contentType: 'text/plain' }),
      ]) {
        await expect(work()).rejects.toThrow(/não está acessível/);
      }
    };
    await away();
    expect(existsSync(disk)).toBe(false);
    // The disk's mount point exists again, but is empty.
    mkdirSync(disk);
    await away();
    expect(readdirSync(disk)).toEqual([]);
    rmSync(disk, { recursive: true });
    renameSync(`${disk}.fora`, disk);
    expect(await bytesOf(await store.get('a/b/c'))).toEqual(Buffer.from('x'));
    await expect(store.head('a/b/d')).rejects.toThrow(ObjectNotFoundError);
    rmSync(disk, { recursive: true });
  });
});

describe('S3 storage', () => {
  it('repeats a part that the server refused for a moment', async () => {
    server.failures.push((request) => (request.url?.includes('partNumber=2') ? 503 : null));
    const { size } = await s3.put('a/b/repetida', generated(20 * 1024 * 1024), { contentType: 'audio/wav' });
    expect(size).toBe(20 * 1024 * 1024);
    expect(server.objects.get('a/b/repetida')?.bytes).toHaveLength(size);
  });

  it('leaves no parts when the server refuses one of them', async () => {
    for (let i = 0; i < 3; i++)
      server.failures.push((request) => (request.url?.includes('partNumber=2') ? 500 : null));
    const put = s3.put('a/b/recusada', generated(20 * 1024 * 1024), { contentType: 'audio/wav' });
    await expect(put).rejects.toThrow();
    await expect(s3.head('a/b/recusada')).rejects.toThrow(ObjectNotFoundError);
  });

  it('shows an error of credentials as an error, not as an absence', async () => {
    const stranger = new S3Store({
      endpoint: server.endpoint,
      region: 'us-east-1',
      bucket: server.bucket,
      accessKeyId: 'OUTRO',
      secretAccessKey: 'segredo',
      forcePathStyle: true,
      checksum: 'WHEN_REQUIRED',
    });
    await expect(stranger.get('a/b/c')).rejects.not.toThrow(ObjectNotFoundError);
    await expect(stranger.check()).rejects.toThrow();
    stranger.close();
  });
});
