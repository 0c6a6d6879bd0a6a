import { expect, it } from 'vitest';
import { optionDifference } from './option-difference.ts';

it('says by which options an answer differs', () => {
  expect(optionDifference(['Metrô'], [])).toBe('O entrevistado disse “Metrô”, que não foi marcada.');
  expect(optionDifference([], ['Carro'])).toBe('Foi marcada “Carro”, que não foi dita.');
  expect(optionDifference(['Metrô', 'Trem', 'A pé'], ['Carro', 'Moto'])).toBe(
    'O entrevistado disse “Metrô”, “Trem” e “A pé”, que não foram marcadas. Foram marcadas “Carro” e “Moto”, que não foram ditas.',
  );
  expect(optionDifference([], [])).toBeNull();
});
