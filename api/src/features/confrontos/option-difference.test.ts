import { expect, it } from 'vitest';
import { optionDifference } from './option-difference.ts';

it('says by which options an answer differs', () => {
  expect(optionDifference(['Metrô'], [])).toBe('Disse “Metrô”, que não foi marcada.');
  expect(optionDifference([], ['Carro'])).toBe('Marcada “Carro”, que não foi dita.');
  expect(optionDifference(['Metrô', 'Trem', 'A pé'], ['Carro', 'Moto'])).toBe(
    'Disse “Metrô”, “Trem” e “A pé”, que não foram marcadas. Marcadas “Carro” e “Moto”, que não foram ditas.',
  );
  expect(optionDifference([], [])).toBeNull();
});
