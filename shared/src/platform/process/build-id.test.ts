import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readBuildId, sourceHash } from './build-id.ts';

let root: string;
const source = () => join(root, 'api/src/main.ts');
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'compilacao-'));
  mkdirSync(join(root, 'api/src'), { recursive: true });
  writeFileSync(source(), 'one');
});
afterEach(() => rmSync(root, { recursive: true }));

const git = (...args: string[]) =>
  execFileSync('git', ['-C', root, '-c', 'user.name=t', '-c', 'user.email=t@t', ...args], {
    encoding: 'utf8',
  }).trim();

it('tells two commits of one version apart, and says when files were changed since', () => {
  git('init', '-q');
  git('add', '.');
  git('commit', '-qm', 'one');
  const first = readBuildId('', root);
  expect(first).toBe(git('rev-parse', '--short=12', 'HEAD'));
  writeFileSync(source(), 'two');
  expect(readBuildId('', root)).toBe(`${first}-alterado`);
  git('commit', '-qam', 'two');
  expect(readBuildId('', root)).not.toBe(first);
});

it('falls back to a hash of the sources, in which tests do not count', () => {
  const before = readBuildId('', root);
  expect(before).toMatch(/^fonte-[0-9a-f]{12}$/);
  writeFileSync(join(root, 'api/src/main.test.ts'), 'x');
  expect(sourceHash(root)).toBe(before);
  writeFileSync(source(), 'two');
  expect(sourceHash(root)).not.toBe(before);
});

it("prefers what the image's builder gave, then what was written into the image", () => {
  writeFileSync(join(root, 'compilacao.txt'), 'abc123\n');
  expect(readBuildId('', root)).toBe('abc123');
  expect(readBuildId('v1.2.0-7', root)).toBe('v1.2.0-7');
  expect(readBuildId('$(rm -rf)', root)).toBe('abc123');
});
