import { describe, expect, it } from 'vitest';
import {
  type CriterioAvaliado,
  isProven,
  NOTA_MAXIMA_COM_FALHA_CRITICA,
  overallScore,
  scoreCriteria,
} from './scores.ts';

const criterion = (atendido: CriterioAvaliado['atendido'], over: Partial<CriterioAvaliado> = {}) => ({
  id: Math.random().toString(),
  peso: 1,
  critico: false,
  comprovado: true,
  atendido,
  ...over,
});

describe('score of a call', () => {
  it('is the weight of what was met over the weight of what counts', () => {
    expect(scoreCriteria([criterion('sim', { peso: 3 }), criterion('nao')])).toBe(0.75);
    expect(scoreCriteria([criterion('sim'), criterion('nao_se_aplica', { peso: 9 })])).toBe(1);
  });

  it('is capped by a critical failure', () => {
    const met = criterion('sim', { peso: 99 });
    expect(scoreCriteria([met, criterion('nao', { critico: true })])).toBe(NOTA_MAXIMA_COM_FALHA_CRITICA);
    expect(scoreCriteria([met, criterion('nao')])).toBe(0.99);
  });

  it('leaves unproven answers out on both sides, also critical ones', () => {
    const invented = { comprovado: false };
    expect(scoreCriteria([criterion('nao'), criterion('sim', invented)])).toBe(0);
    expect(scoreCriteria([criterion('sim'), criterion('nao', { ...invented, critico: true })])).toBe(1);
    expect(scoreCriteria([criterion('sim', invented)])).toBeNull();
    expect(scoreCriteria([])).toBeNull();
  });

  it('needs a found quote for a yes, and for a no only when quotes were given', () => {
    const found = { verificada: true };
    const invented = { verificada: false };
    expect(isProven('sim', [])).toBe(false);
    expect(isProven('sim', [invented, found])).toBe(true);
    expect(isProven('nao', [])).toBe(true);
    expect(isProven('nao', [invented])).toBe(false);
    expect(isProven('nao_se_aplica', [invented])).toBe(true);
  });

  it('turns it round for a criterion that asks for the absence of something', () => {
    expect(isProven('sim', [], true)).toBe(true);
    expect(isProven('sim', [{ verificada: false }], true)).toBe(false);
    expect(isProven('nao', [], true)).toBe(false);
    expect(isProven('nao', [{ verificada: true }], true)).toBe(true);
  });
});

it('gives a call one score: the mean of its templates, without those that have none', () => {
  expect(overallScore([0.5, null, 1])).toBe(0.75);
  expect(overallScore([1, 0.3333, 0])).toBe(0.4444);
  expect(overallScore([null])).toBeNull();
  expect(overallScore([])).toBeNull();
});
