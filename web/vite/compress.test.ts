import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, expect, it } from 'vitest';
import { compressFolder } from './compress.mjs';

const folder = mkdtempSync(join(tmpdir(), 'escuta-compressao-'));
afterAll(() => rmSync(folder, { recursive: true }));

const text = 'const palavra = 1;\n'.repeat(200);
const copyOf = (name: string, suffix: string) => readFileSync(join(folder, `${name}${suffix}`));

it('writes both copies of each text file, and only those that are missing or older than their file', async () => {
  mkdirSync(join(folder, 'entrevista'));
  writeFileSync(join(folder, 'pagina.js'), text);
  writeFileSync(join(folder, 'entrevista/tela.css'), text);
  writeFileSync(join(folder, 'pequena.js'), 'x');
  writeFileSync(join(folder, 'foto.png'), text);
  await compressFolder(folder);
  for (const name of ['pagina.js', 'entrevista/tela.css']) {
    expect(gunzipSync(copyOf(name, '.gz')).toString()).toBe(text);
    expect(brotliDecompressSync(copyOf(name, '.br')).toString()).toBe(text);
  }
  expect(readdirSync(folder, { recursive: true })).toHaveLength(9);

  // A kept copy, a missing one, and a file that a new build has written.
  writeFileSync(join(folder, 'pagina.js.gz'), 'ficou');
  rmSync(join(folder, 'pagina.js.br'));
  writeFileSync(join(folder, 'entrevista/tela.css'), text.repeat(2));
  const later = new Date(Date.now() + 10_000);
  utimesSync(join(folder, 'entrevista/tela.css'), later, later);
  await compressFolder(folder);
  expect(copyOf('pagina.js', '.gz').toString()).toBe('ficou');
  expect(existsSync(join(folder, 'pagina.js.br'))).toBe(true);
  expect(gunzipSync(copyOf('entrevista/tela.css', '.gz')).toString()).toBe(text.repeat(2));
});
