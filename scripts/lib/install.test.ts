import { describe, expect, it } from 'vitest';
import { isInstalledAsLocked, runningPart } from './install.mjs';

const lock = (packages: Record<string, unknown>) => ({ packages });
const wanted = lock({
  '': { name: 'escuta' },
  web: { version: '1.0.0' },
  'node_modules/@escuta/web': { resolved: 'web', link: true },
  'node_modules/zod': { version: '4.1.0', integrity: 'sha512-a' },
  'node_modules/for-another-platform': { version: '1.0.0', integrity: 'sha512-b', optional: true },
});

it('running needs no test tools', () => {
  const tool = { 'node_modules/vitest': { version: '1.0.0', integrity: 'sha512-d', dev: true } };
  const running = lock({ 'node_modules/zod': { version: '4.1.0', integrity: 'sha512-a' } });
  const whole = lock({ ...wanted.packages, ...tool });
  expect(isInstalledAsLocked(whole, running)).toBe(false);
  expect(isInstalledAsLocked(runningPart(whole), running)).toBe(true);
});

describe('are the dependencies those of the lockfile?', () => {
  it('yes: each by version and content, without those of other platforms', () => {
    const installed = lock({ 'node_modules/zod': { version: '4.1.0', integrity: 'sha512-a' } });
    expect(isInstalledAsLocked(wanted, installed)).toBe(true);
  });

  it.each([
    ['one is missing', {}],
    ['one has another version', { 'node_modules/zod': { version: '4.0.0', integrity: 'sha512-a' } }],
    ['one has another content', { 'node_modules/zod': { version: '4.1.0', integrity: 'sha512-c' } }],
    [
      'an optional one has another version',
      {
        'node_modules/zod': { version: '4.1.0', integrity: 'sha512-a' },
        'node_modules/for-another-platform': { version: '0.9.0', integrity: 'sha512-b', optional: true },
      },
    ],
  ])('no: %s', (_, packages) => {
    expect(isInstalledAsLocked(wanted, lock(packages))).toBe(false);
  });
});
