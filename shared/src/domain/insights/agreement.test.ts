import { describe, expect, it } from 'vitest';
import { agreement, faixaKappa, worstCriterion } from './agreement.ts';

const table = (simSim: number, simNao: number, naoSim: number, naoNao: number) => ({
  simSim,
  simNao,
  naoSim,
  naoNao,
});

describe('agreement', () => {
  it('gives what the textbook example gives: 20, 5, 10, 15 of 50', () => {
    const result = agreement(table(20, 5, 10, 15));
    expect(result.concordancia).toBeCloseTo(0.7, 10);
    expect(result.kappa).toBeCloseTo(0.4, 10);
    expect(result.kappaIntervalo?.de).toBeCloseTo(0.1207, 3);
    expect(result.taxaFalsaReprovacao).toBeCloseTo(10 / 25, 10);
  });

  it('says nothing where there is nothing to say', () => {
    expect(agreement(table(0, 0, 0, 0))).toEqual({
      n: 0,
      concordancia: null,
      kappa: null,
      kappaIntervalo: null,
      taxaFalsaReprovacao: null,
    });
  });

  it.each([
    ['both always said met', table(9, 0, 0, 0), 1],
    ['the AI always said met', table(8, 3, 0, 0), 8 / 11],
    ['the person never said met', table(0, 4, 0, 5), 5 / 9],
    ['three agree', table(2, 0, 0, 1), 1],
    ['one judgement alone', table(0, 0, 1, 0), 0],
  ])('gives the share and no kappa where %s', (_name, counts, concordancia) => {
    const result = agreement(counts);
    expect(result).toMatchObject({ kappa: null, kappaIntervalo: null });
    expect(result.concordancia).toBeCloseTo(concordancia, 12);
  });
});

it('names a kappa by the table of Landis and Koch', () => {
  const words = [-0.01, 0, 0.2, 0.21, 0.4, 0.6, 0.61, 0.8, 0.81, 1].map(faixaKappa);
  expect(words).toEqual([
    'pior que o acaso',
    'leve',
    'leve',
    'razoável',
    'razoável',
    'moderada',
    'substancial',
    'substancial',
    'quase perfeita',
    'quase perfeita',
  ]);
});

it('finds the criterion that a pooled figure hides', () => {
  const right = { id: 'saudacao', ...agreement({ simSim: 40, simNao: 0, naoSim: 0, naoNao: 40 }) };
  const wrong = { id: 'sem_ofensa', ...agreement({ simSim: 10, simNao: 1, naoSim: 1, naoNao: 0 }) };
  const pooled = agreement({ simSim: 50, simNao: 1, naoSim: 1, naoNao: 40 });
  expect(pooled.kappa).toBeGreaterThan(0.9);
  expect(worstCriterion([right, wrong])?.id).toBe('sem_ofensa');
  const oneWord = { id: 'protocolo', ...agreement({ simSim: 0, simNao: 4, naoSim: 0, naoNao: 0 }) };
  expect(oneWord.kappa).toBeNull();
  expect(worstCriterion([right, oneWord])?.id).toBe('protocolo');
  expect(worstCriterion([{ n: 0, kappa: null, concordancia: null }])).toBeNull();
});
