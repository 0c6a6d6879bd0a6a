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
    expect(result.taxaFalsaReprovacao).toBeCloseTo(10 / 25, 10);
  });

  it('gives the interval that statistics packages give for that table: 0.4 ± 1.96 × 0.1271', () => {
    const { kappaIntervalo } = agreement(table(20, 5, 10, 15));
    expect(kappaIntervalo?.de).toBeCloseTo(0.151, 3);
    expect(kappaIntervalo?.ate).toBeCloseTo(0.649, 3);
  });

  it('does not change when met and not met change places, nor its kappa when the raters do', () => {
    const straight = agreement(table(45, 15, 25, 15));
    const turned = agreement(table(15, 25, 15, 45));
    expect(turned.kappa).toBeCloseTo(straight.kappa ?? Number.NaN, 12);
    expect(turned.kappaIntervalo?.de).toBeCloseTo(straight.kappaIntervalo?.de ?? Number.NaN, 12);
    const swapped = agreement(table(45, 25, 15, 15));
    expect(swapped.kappa).toBeCloseTo(straight.kappa ?? Number.NaN, 12);
    expect(swapped.kappaIntervalo?.ate).toBeCloseTo(straight.kappaIntervalo?.ate ?? Number.NaN, 12);
    expect(straight.kappa).toBeCloseTo(0.1304, 4);
  });

  it('is 1 without width when both always agree and both words were used, and below 0 when they contradict', () => {
    const perfect = agreement(table(7, 0, 0, 3));
    expect(perfect).toMatchObject({ concordancia: 1, kappa: 1, taxaFalsaReprovacao: 0 });
    expect(perfect.kappaIntervalo?.de).toBeCloseTo(1, 10);
    expect(agreement(table(0, 5, 5, 0)).kappa).toBe(-1);
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
    ['both always said not met', table(0, 0, 0, 9), 1],
    ['the AI always said met', table(8, 3, 0, 0), 8 / 11],
    ['the AI never said met', table(0, 0, 2, 6), 6 / 8],
    ['the person always said met', table(7, 0, 3, 0), 7 / 10],
    ['the person never said met', table(0, 4, 0, 5), 5 / 9],
    ['one judgement alone', table(0, 0, 1, 0), 0],
  ])('gives no kappa where %s: a 0 between 0 and 0 would look certain', (_name, counts, concordancia) => {
    const result = agreement(counts);
    expect(result).toMatchObject({ kappa: null, kappaIntervalo: null });
    expect(result.concordancia).toBeCloseTo(concordancia, 12);
  });

  it('gives a kappa as soon as both used both words', () => {
    expect(agreement(table(8, 2, 0, 1)).kappa).toBeCloseTo(0.4211, 4);
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
