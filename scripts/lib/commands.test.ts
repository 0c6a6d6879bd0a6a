import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { runQuietly, stopCommands } from './commands.mjs';

const folder = mkdtempSync(join(tmpdir(), 'escuta-comandos-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('a shutdown ends commands, but waits for one that must not be cut', async () => {
  const done = join(folder, 'instalado');
  const cut = expect(runQuietly('sleep', ['600'], { label: 'npm' })).rejects.toThrow('npm falhou (SIGTERM)');
  const uncut = runQuietly('sh', ['-c', `sleep 0.2; : > ${done}`], { label: 'apt-get', uncut: true });
  await stopCommands();
  expect(existsSync(done)).toBe(true);
  await Promise.all([cut, uncut]);
});
