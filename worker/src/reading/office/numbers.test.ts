import { expect, it } from 'vitest';
import { Counters, type Nivel, printNumber } from './numbers.ts';

const level = (formato: string, texto: string, more: Partial<Nivel> = {}): Nivel => ({
  formato,
  texto,
  inicio: 1,
  reinicia: null,
  algarismos: false,
  ...more,
});

it('prints a number in the forms that Word has', () => {
  expect(
    [
      ['decimal', 12],
      ['lowerLetter', 28],
      ['upperRoman', 14],
      ['decimalZero', 3],
      ['ordinal', 2],
      ['cardinalText', 5],
    ].map(([form, n]) => printNumber(form as string, n as number)),
  ).toEqual(['12', 'bb', 'XIV', '03', '2º', '5']);
});

it('counts each level anew under the next item above it, and shows the numbers above', () => {
  const levels = [level('decimal', '%1.'), level('lowerLetter', '%2)'), level('decimal', '%1.%3')];
  const counters = new Counters();
  const labels = [0, 1, 1, 2, 0, 1, 2].map((at) => counters.next('a', at, levels).rotulo);
  expect(labels).toEqual(['1.', 'a)', 'b)', '1.1', '2.', 'a)', '2.1']);
});

it('goes on where a list goes on, begins where it says, and keeps a level that nothing restarts', () => {
  const levels = [level('upperRoman', '%1'), level('decimal', '%1-%2', { reinicia: 0, algarismos: true })];
  const counters = new Counters();
  const labels = [0, 1, 0, 1].map((at) => counters.next('a', at, levels).rotulo);
  expect(labels).toEqual(['I', '1-1', 'II', '2-2']);
  expect(counters.next('a', 0, levels, 'other', [7]).rotulo).toBe('VII');
  expect(counters.next('a', 0, levels, 'other', [7]).rotulo).toBe('VIII');
  expect(counters.next('b', 0, [level('bullet', '•')])).toMatchObject({
    rotulo: '•',
    numero: null,
    forma: 'sinal',
  });
});
