import { describe, expect, it } from 'vitest';
import { readNumeral } from './numerals.ts';

const read = (text: string, articles = false) => readNumeral(text.split(' '), 0, articles);

describe('Portuguese numerals', () => {
  it.each([
    ['zero', 0, 1],
    ['dez', 10, 1],
    ['quarenta', 40, 1],
    ['quarenta e dois anos', 42, 3],
    ['cento e vinte e tres', 123, 5],
    ['duzentos e cinco', 205, 3],
    ['mil', 1000, 1],
    ['mil e duzentos', 1200, 3],
    ['mil duzentos e trinta', 1230, 4],
    ['dois mil e vinte e seis', 2026, 6],
    ['mil novecentos e oitenta e quatro', 1984, 6],
    ['um milhao e meio', 1_000_000, 2],
    ['meia duzia de vezes', 6, 2],
    ['2 mil reais', 2000, 2],
    ['42', 42, 1],
    ['trinta e um', 31, 3],
  ])('reads "%s"', (text, value, length) => {
    expect(read(text)).toEqual({ value, length });
  });

  it.each(['casa', 'e dois', 'um carro', 'meia hora', ''])('finds none in "%s"', (text) => {
    expect(read(text)).toBeNull();
  });

  it('takes an article for a number only where it is asked to', () => {
    expect(read('um', true)).toEqual({ value: 1, length: 1 });
  });

  it('keeps numbers that stand side by side apart', () => {
    expect(read('um dois tres', true)).toEqual({ value: 1, length: 1 });
    expect(read('vinte trinta')).toEqual({ value: 20, length: 1 });
    expect(read('vinte e trinta')).toEqual({ value: 20, length: 1 });
    expect(read('quinze e dois')).toEqual({ value: 15, length: 1 });
  });
});
