import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { confinement, confines } from './confinement.ts';
import { LIMITES_ARQUIVO } from './limits.ts';

const COMPILED = new URL('file:///app/dist/reading-child.mjs');
const extraction = {
  tipo: 'arquivo_extrai' as const,
  arquivo: '/tmp/a.zip',
  nome: 'a.zip',
  indices: [0],
  pasta: '/tmp/x',
  limites: LIMITES_ARQUIVO,
};

it('knows the versions of Node that can confine a process', () => {
  expect(['18.20.0', '20.20.2', '22.12.0', '23.4.0'].filter(confines)).toEqual([]);
  expect(['22.13.0', '23.5.0', '24.0.0', '26.1.0'].filter(confines)).toHaveLength(4);
});

it('gives a reading its file and the modules, an extraction its folder as well, and nothing else', () => {
  const args = confinement('24.1.0', COMPILED, { tipo: 'planilha', arquivo: '/tmp/a.csv', nome: 'a.csv' });
  expect(args).toEqual(['--permission', '--allow-fs-read=/tmp/a.csv', '--allow-fs-read=/app/dist/*']);
  expect(confinement('24.1.0', COMPILED, extraction)).toEqual([
    '--permission',
    ...['/tmp/a.zip', '/app/dist/*', '/tmp/x/*'].map((path) => `--allow-fs-read=${path}`),
    '--allow-fs-write=/tmp/x/*',
  ]);
  // No options for a child run from source, because its compiler is a program, nor for Node 20, which rejects them.
  expect(confinement('24.1.0', new URL('file:///app/worker/src/reading/child.mjs'), extraction)).toEqual([]);
  expect(confinement('20.20.2', COMPILED, extraction)).toEqual([]);
});

it('keeps what it runs from every other file and program, where Node can', () => {
  const folder = mkdtempSync(join(tmpdir(), 'confinada-'));
  const [arquivo, child] = [join(folder, 'a.csv'), join(folder, 'dist', 'reading-child.mjs')];
  writeFileSync(arquivo, 'Nome;Fone');
  const tries = `const { readFileSync, writeFileSync } = require('node:fs');
    const of = (work) => { try { work(); return 'feito'; } catch (error) { return error.code; } };
    console.log(JSON.stringify([of(() => readFileSync(${JSON.stringify(arquivo)})), of(() => readFileSync('/proc/' + process.ppid + '/environ')),
      of(() => readFileSync('/etc/passwd')), of(() => writeFileSync(${JSON.stringify(arquivo)}, '')),
      of(() => require('node:child_process').spawnSync('ls')), of(() => new (require('node:worker_threads').Worker)('0', { eval: true }))]))`;
  try {
    const args = confinement(process.versions.node, pathToFileURL(child), {
      tipo: 'planilha',
      arquivo,
      nome: 'a.csv',
    });
    const { stdout, stderr } = spawnSync(process.execPath, [...args, '-e', tries], { encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual([
      'feito',
      ...Array(5).fill(confines(process.versions.node) ? 'ERR_ACCESS_DENIED' : 'feito'),
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
