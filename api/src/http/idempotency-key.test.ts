import { expect, it } from 'vitest';
import { isIdempotencyKey } from './idempotency-key.ts';

it('takes printable idempotency keys of a sane length only', () => {
  expect(isIdempotencyKey('pedido-1')).toBe(true);
  expect(isIdempotencyKey('k'.repeat(200))).toBe(true);
  for (const wrong of ['', '   ', 'k'.repeat(201), 'a\nb', 'é', '\u0000']) {
    expect(isIdempotencyKey(wrong), JSON.stringify(wrong)).toBe(false);
  }
});
