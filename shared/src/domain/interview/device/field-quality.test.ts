import { describe, expect, it } from 'vitest';
import { addUnit, noUnits } from '../../intervals/ratio.ts';
import { noVerdicts } from '../verdicts/figures.ts';
import {
  type CelulasContadas,
  interviewerQuality,
  questionProblem,
  questionQuality,
} from './field-quality.ts';

const nothing = { n: 0, d: 0 };
const cells = (
  fieis = 10,
  maiores = 0,
  fields: Partial<Omit<CelulasContadas, 'taxas'>> & { taxas?: Partial<CelulasContadas['taxas']> } = {},
): CelulasContadas => ({
  perguntaId: 'p',
  agenteId: 'a',
  porVeredito: { ...noVerdicts(), confere: 10 },
  sentimentoSoma: 0,
  sentimentoN: 0,
  ...fields,
  taxas: {
    fidelidade: { n: fieis, d: fieis + maiores },
    omissao: nothing,
    inducao: nothing,
    digitacao: nothing,
    ...fields.taxas,
  },
});
const byB = { agenteId: 'b' };

describe('questionProblem', () => {
  it('is the question where several change its meaning', () => {
    expect(questionProblem([cells(8, 2), cells(8, 2, byB)])).toBe('pergunta');
  });
  it('is not the question where one person does, however often', () => {
    expect(questionProblem([cells(0, 10), cells(10, 0, byB)])).toBe('nenhum');
  });
  it('cannot be told from the only interviewer, and is looked at first', () => {
    expect(questionProblem([cells(5, 5)])).toBe('pergunta');
  });
  it('begins at 15 % and at ten interviews', () => {
    expect(questionProblem([cells(86, 14), cells(86, 14, byB)])).toBe('nenhum');
    expect(questionProblem([cells(85, 15), cells(85, 15, byB)])).toBe('pergunta');
    const few = { porVeredito: { ...noVerdicts(), confere: 9, nao_se_aplica: 90 } };
    expect(questionProblem([cells(0, 9, few)])).toBe('amostra_pequena');
  });
  it('says nothing of a question that nobody was heard to read', () => {
    expect(questionProblem([cells(0)])).toBe('nenhum');
  });
});

describe('questionQuality', () => {
  it('adds up what interviewers have of each rate', () => {
    const own = { taxas: { omissao: { n: 1, d: 9 }, inducao: { n: 2, d: 8 }, digitacao: { n: 1, d: 6 } } };
    const quality = questionQuality([
      cells(6, 2, { ...own, sentimentoSoma: -2, sentimentoN: 4 }),
      cells(3, 1, { ...own, ...byB }),
    ]);
    expect(quality).toMatchObject({
      porVeredito: { confere: 20 },
      fidelidade: { n: 9, d: 12 },
      omissao: { n: 2, d: 18 },
      inducao: { n: 4, d: 16 },
      digitacao: { n: 2, d: 12 },
      sentimento: -0.5,
    });
  });
  it('is null where there is nothing to divide by', () => {
    expect(questionQuality([])).toMatchObject({ fidelidade: null, omissao: null, sentimento: null });
  });
});

describe('interviewerQuality', () => {
  const units = (interviews: number) => {
    const sums = noUnits();
    for (let i = 0; i < interviews; i += 1) addUnit(sums, { x: i % 2, c: 4 });
    return sums;
  };
  it('takes the interview as the unit: nine have no interval, however many cells', () => {
    const of = (interviews: number) => {
      const sums = units(interviews);
      const all = { fidelidade: sums, omissao: sums, inducao: sums, digitacao: noUnits(), proprias: sums };
      return interviewerQuality([cells()], all);
    };
    expect(of(9)).toMatchObject({ fidelidade: { n: 4, d: 36, de: null, ate: null }, digitacao: null });
    expect(of(10).falhasProprias).toMatchObject({ n: 5, d: 40, ate: expect.any(Number) });
    expect(interviewerQuality([], null)).toMatchObject({ fidelidade: null, falhasProprias: null });
  });
});
