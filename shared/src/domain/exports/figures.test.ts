import { expect, it } from 'vitest';
import { qualityShares } from './figures.ts';

it('divides each figure by what it is a part of, and says nothing without anything', () => {
  expect(qualityShares({ ouvidas: 50, audiveis: 48, insights: 200, decididos: 50, aprovados: 45 })).toEqual({
    audiveis: 0.96,
    validadas: 0.25,
    corretas: 0.9,
  });
  expect(qualityShares({ ouvidas: 0, audiveis: 0, insights: 3, decididos: 0, aprovados: 0 })).toEqual({
    audiveis: null,
    validadas: 0,
    corretas: null,
  });
});
