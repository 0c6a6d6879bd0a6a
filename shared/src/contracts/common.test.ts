import { describe, expect, it } from 'vitest';
import { metadata } from './common.ts';
import { valoresParametros } from './insights/insight-templates.ts';

/** Wraps a value; `reads` tells how often values of its objects and lists were read. */
function watched<T extends object>(value: T): { value: T; reads: () => number } {
  let reads = 0;
  const proxy = new Proxy(value, {
    get: (target, key, self) => {
      reads += typeof key === 'string' && key !== 'length' ? 1 : 0;
      return Reflect.get(target, key, self);
    },
  });
  return { value: proxy, reads: () => reads };
}

const wide = () => Object.fromEntries(Array.from({ length: 60_000 }, (_, n) => [`k${n}`, n]));
const messagesOf = (result: { success: boolean; error?: { issues: { message: string }[] } }) =>
  result.error?.issues.map(({ message }) => message);

describe('free objects of a request', () => {
  it.each([
    ['metadata', metadata, 'Os metadados podem ter até 50 campos.'],
    ['parametros', valoresParametros, 'Use no máximo 60 parâmetros.'],
  ])('%s: 60,000 keys are refused unread, with one message', (_name, schema, message) => {
    const { value, reads } = watched(wide());
    expect(messagesOf(schema.safeParse(value))).toEqual([message]);
    expect(reads()).toBeLessThan(1000);
  });

  it.each([
    ['keys', wide()],
    ['values', Array.from({ length: 60_000 }, () => 1)],
  ])('a field of 60,000 %s is refused unread', (_name, inner) => {
    const { value, reads } = watched(inner);
    expect(messagesOf(metadata.safeParse({ a: value }))).toEqual(['Os metadados podem ter até 16 kB.']);
    expect(reads()).toBeLessThan(1000);
  });

  it('takes what fits and refuses what does not, to the character', () => {
    const fits = { a: Array.from({ length: 8000 }, () => 1), b: { c: [{ d: null }, true, 'ç'] } };
    expect(metadata.parse(fits)).toEqual(fits);
    const around = '{"a":""}'.length;
    expect(metadata.safeParse({ a: 'x'.repeat(16_384 - around) }).success).toBe(true);
    expect(metadata.safeParse({ a: 'x'.repeat(16_385 - around) }).success).toBe(false);
    expect(messagesOf(metadata.safeParse('texto'))).toHaveLength(1);
    expect(metadata.safeParse([1]).success).toBe(false);
  });
});
