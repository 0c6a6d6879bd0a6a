import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';

// Loads a copy of the module, because a shutdown would refuse the commands of the worker's other test files.
const copy = './commands.mjs?encerrado';
const { runQuietly, stopCommands } = (await import(copy)) as typeof import('./commands.mjs');

const folder = mkdtempSync(join(tmpdir(), 'escuta-comandos-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('a shutdown ends commands, waits for one that must not be cut, and begins no other', async () => {
  const done = join(folder, 'instalado');
  const cut = expect(runQuietly('sleep', ['600'], { label: 'npm' })).rejects.toThrow('npm falhou (SIGTERM)');
  const uncut = runQuietly('sh', ['-c', `sleep 0.2; : > ${done}`], { label: 'apt-get', uncut: true });
  const next = uncut.then(() => runQuietly('sleep', ['600'], { label: 'apt-get', uncut: true }));
  next.catch(() => {}); // awaited below
  await stopCommands();
  expect(existsSync(done)).toBe(true);
  await cut;
  await expect(next).rejects.toThrow('apt-get: o programa está encerrando.');
});
