import { describe, expect, it } from 'vitest';
import { likeness, spokenText, wordsOf } from './words.ts';

describe('words as they are compared', () => {
  it('writes numbers in digits and keeps where each stands', () => {
    expect(wordsOf(['Ganho mil e duzentos.', 'R$ 1.200, não é?'])).toEqual([
      { texto: 'ganho', sentenca: 0, inicio: 0, fim: 5 },
      { texto: '1200', sentenca: 0, inicio: 6, fim: 20 },
      { texto: 'r', sentenca: 1, inicio: 0, fim: 1 },
      { texto: '1200', sentenca: 1, inicio: 3, fim: 8 },
      { texto: 'nao', sentenca: 1, inicio: 10, fim: 13 },
      { texto: 'e', sentenca: 1, inicio: 14, fim: 15 },
    ]);
  });

  it.each([
    [
      'O(A) senhor(a) está satisfeito(a)? (ESPERE) NÃO LER AS OPÇÕES',
      'O(A) senhor está satisfeito?'.replace('(A)', ''),
    ],
    ['Qual é a sua idade? [anotar em anos]', 'Qual é a sua idade?'],
    ['O SUS atende bem?', 'O SUS atende bem?'],
    ['LER PAUSADAMENTE: de zero a dez, que nota dá?', ': de zero a dez, que nota dá?'],
  ])('leaves out of "%s" what nobody reads aloud', (texto, spoken) => {
    expect(spokenText(texto)).toBe(spoken);
  });

  it('knows a misheard word, and does not take another for it', () => {
    expect(likeness('satisfeito', 'satisfeita')).toBeCloseTo(0.9);
    expect(likeness('bairro', 'bairo')).toBeGreaterThan(0.8);
    expect(likeness('casa', 'caso')).toBe(0.75);
    expect(likeness('sim', 'nao')).toBe(0);
    expect(likeness('2019', '2018')).toBe(0);
    expect(likeness('trabalho', 'saude')).toBe(0);
  });
});
