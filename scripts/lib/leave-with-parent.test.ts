import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';

const LEAVE = pathToFileURL(join(import.meta.dirname, '../../tests/support/leave-with-parent.mjs')).href;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  // A zombie (ended, but not reaped by its parent) also answers the signal, if process 1 does not reap orphans.
  const stat = `/proc/${pid}/stat`;
  return !existsSync(stat) || !/\) Z /.test(readFileSync(stat, 'utf8'));
}

it('a test worker ends when its Vitest is killed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vitest-'));
  const worker = join(folder, 'worker.mjs');
  await writeFile(worker, `process.send('ready'); setInterval(() => {}, 60_000);`);
  const vitest = join(folder, 'vitest.mjs');
  await writeFile(
    vitest,
    `import { fork } from 'node:child_process';
    const child = fork(${JSON.stringify(worker)}, { execArgv: ['--import=${LEAVE}'] });
    child.once('message', () => console.log(child.pid));`,
  );
  const parent = spawn(process.execPath, [vitest], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const [said] = await once(parent.stdout, 'data');
    const pid = Number(String(said));
    expect(isAlive(pid)).toBe(true);
    parent.kill('SIGKILL');
    await expect.poll(() => isAlive(pid)).toBe(false);
  } finally {
    parent.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  }
});
