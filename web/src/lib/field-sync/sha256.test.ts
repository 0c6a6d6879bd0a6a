import { expect, it } from 'vitest';
import { sha256, sha256Slow } from './sha256.ts';

const of = (text: string) => new TextEncoder().encode(text);

it('counts what FIPS 180-4 has as examples', () => {
  expect(sha256Slow(of('abc'))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(sha256Slow(of('abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq'))).toBe(
    '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
  );
});

it('is the browser’s own, at every length round a block', async () => {
  for (const length of [0, 1, 55, 56, 57, 63, 64, 65, 119, 120, 1000]) {
    const bytes = Uint8Array.from({ length }, (_, index) => (index * 31) % 256);
    expect(sha256Slow(bytes), String(length)).toBe(await sha256(bytes));
  }
});
