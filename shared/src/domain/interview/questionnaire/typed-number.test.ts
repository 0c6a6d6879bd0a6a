import { describe, expect, it } from 'vitest';
import { readTypedNumber } from './typed-number.ts';

describe('a number as it is typed here', () => {
  it.each([
    ['1.000', 1000, '1.000'],
    ['1.200', 1200, '1.200'],
    ['3.5', 3.5, '3,5'],
    ['12.75', 12.75, '12,75'],
    ['0.500', 0.5, '0,500'],
    ['1.200,5', 1200.5, '1.200,5'],
    ['-5', -5, '-5'],
    ['-1.200,5', -1200.5, '-1.200,5'],
    [' 42 ', 42, '42'],
    ['1000000000000', 1e12, '1000000000000'],
  ])('%s', (text, valor, texto) => {
    expect(readTypedNumber(text)).toEqual({ texto, valor });
  });

  it.each(['', ' ', '-', 'três', '4 2', '1.2.3', '1.20,5', '1,200.5', '3.5000', '1e3', '--1', '1,', '.5'])(
    '"%s" is none',
    (text) => {
      expect(readTypedNumber(text)).toBeNull();
    },
  );
});
