import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { rotateLogs, Supervisor } from './supervisor.mjs';

let data: string;
let logs: string;
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'registros-'));
  logs = join(data, 'logs');
});
afterEach(() => rmSync(data, { recursive: true }));

function run(text: string | Buffer): void {
  rotateLogs(logs);
  mkdirSync(logs, { recursive: true });
  writeFileSync(join(logs, 'api.log'), text);
}

it("keeps the former runs' logs, the newest first, and no more than five", () => {
  for (let n = 1; n <= 8; n += 1) run(`run ${n}`);
  expect(readdirSync(data).sort()).toEqual(['logs', 'logs-1', 'logs-2', 'logs-3', 'logs-4', 'logs-5']);
  expect(readFileSync(join(logs, 'api.log'), 'utf8')).toBe('run 8');
  expect(readFileSync(join(data, 'logs-1', 'api.log'), 'utf8')).toBe('run 7');
  expect(readFileSync(join(data, 'logs-5', 'api.log'), 'utf8')).toBe('run 3');
});

it('keeps the end of a long log: why it ended stands there', () => {
  run(Buffer.concat([Buffer.alloc(21 * 1024 * 1024, 'x'), Buffer.from('the reason')]));
  run('next');
  const kept = readFileSync(join(data, 'logs-1', 'api.log'));
  expect(kept.length).toBe(20 * 1024 * 1024);
  expect(kept.subarray(-10).toString()).toBe('the reason');
});

it('has nothing to keep before the first run', () => {
  rotateLogs(logs);
  expect(existsSync(`${logs}-1`)).toBe(false);
});

it('keeps logs from the other accounts of the machine', async () => {
  const supervisor = new Supervisor(() => undefined);
  const logFile = join(logs, 'api.log');
  supervisor.start({ name: 'api', command: process.execPath, args: ['-e', 'console.log("up")'], logFile });
  const modeOf = (path: string) => statSync(path).mode & 0o777;
  expect(modeOf(logs)).toBe(0o700);
  expect(modeOf(logFile)).toBe(0o600);
  await expect.poll(() => readFileSync(logFile, 'utf8'), { timeout: 30_000 }).toBe('up\n');
  run('more');
  expect(modeOf(join(data, 'logs-1', 'api.log'))).toBe(0o600);
});
