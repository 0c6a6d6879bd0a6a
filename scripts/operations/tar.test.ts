import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readTarIndex, TAR_END, tarHeader, tarPadding } from './tar.ts';

const folder = mkdtempSync(join(tmpdir(), 'escuta-tar-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function indexOf(path: string) {
  const file = await open(path, 'r');
  try {
    return await readTarIndex(file);
  } finally {
    await file.close();
  }
}

describe('a tar archive', () => {
  const path = join(folder, 'dois.tar');
  const texts = { 'banco.dump': 'um banco', 'objetos/ab/cd': 'x'.repeat(1024) };
  writeFileSync(
    path,
    Buffer.concat([
      ...Object.entries(texts).flatMap(([name, text]) => [
        tarHeader(name, text.length, 1_700_000_000),
        Buffer.from(text),
        tarPadding(text.length),
      ]),
      TAR_END,
    ]),
  );

  it('is opened by any tar program', () => {
    const { stdout, status } = spawnSync('tar', ['-xOf', path, 'objetos/ab/cd'], { encoding: 'utf8' });
    expect([status, stdout]).toEqual([0, texts['objetos/ab/cd']]);
  });

  it('says where each of its files lies', async () => {
    expect([...(await indexOf(path))]).toEqual([
      ['banco.dump', { offset: 512, size: 8 }],
      ['objetos/ab/cd', { offset: 1536, size: 1024 }],
    ]);
  });

  it('holds files larger than octal digits can say', async () => {
    const large = join(folder, 'grande.tar');
    const size = 9 * 1024 ** 3;
    const file = await open(large, 'w');
    await file.write(tarHeader('grande', size, 0), 0, 512, 0);
    // A sparse file: the hole takes no space.
    await file.write(TAR_END, 0, TAR_END.length, 512 + size);
    await file.close();
    expect([...(await indexOf(large))]).toEqual([['grande', { offset: 512, size }]]);
    expect(spawnSync('tar', ['-tf', large], { encoding: 'utf8' }).stdout).toBe('grande\n');
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['something else', Buffer.alloc(2048, 'texto')],
    ['a file that was cut', Buffer.concat([tarHeader('banco.dump', 5000, 0), Buffer.alloc(512)])],
    ['no end', Buffer.concat([tarHeader('banco.dump', 512, 0), Buffer.alloc(512)])],
  ])('is not %s', async (_name, bytes) => {
    const broken = join(folder, 'quebrado.tar');
    writeFileSync(broken, bytes);
    await expect(indexOf(broken)).rejects.toThrow();
  });
});
