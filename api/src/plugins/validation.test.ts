import { describe, expect, it } from 'vitest';
import { excessOf } from './validation.ts';

describe('excessOf', () => {
  it('refuses a body of more levels or values than any form has, before it is parsed', () => {
    expect(excessOf(`${'['.repeat(33)}${']'.repeat(33)}`)).toBe('O JSON enviado tem mais de 32 níveis.');
    expect(excessOf(JSON.stringify({ a: Array.from({ length: 10_001 }, () => 1) }))).toBe(
      'O JSON enviado tem mais de 10.000 valores.',
    );
    // Not even valid: it says so later, cheaply.
    expect(excessOf(','.repeat(20_000))).toBe('O JSON enviado tem mais de 10.000 valores.');
  });

  it('does not count what stands inside a text', () => {
    expect(excessOf(JSON.stringify({ a: ',{["\\'.repeat(5000) }))).toBeNull();
    expect(excessOf(JSON.stringify({ a: Array.from({ length: 10_000 }, () => 1) }))).toBeNull();
  });
});
