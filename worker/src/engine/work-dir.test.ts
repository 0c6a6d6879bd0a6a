import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeWorkDir, OWN_WORK_DIRS, removeStaleFolders } from './work-dir.ts';

const given = process.env.TMPDIR;
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trabalho-'));
  process.env.TMPDIR = folder;
});
afterEach(() => {
  if (given === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = given;
  rmSync(folder, { recursive: true, force: true });
});

it('a start removes the folders of killed workers of this machine and no others', async () => {
  const own = basename(await makeWorkDir());
  const of = (pid: number | undefined) => `${OWN_WORK_DIRS.replace(`-${process.pid}-`, `-${pid}-`)}abcdef`;
  const dead = of(spawnSync('true').pid);
  const living = of(process.ppid);
  const predecessor = of(process.pid);
  const elsewhere = 'escuta-etapa-00000000-1-abcdef';
  for (const name of [dead, living, predecessor, elsewhere]) mkdirSync(join(folder, name));
  await removeStaleFolders();
  expect(readdirSync(folder).sort()).toEqual([own, living, elsewhere].sort());
});
