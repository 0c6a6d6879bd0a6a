import { describe, expect, it } from 'vitest';
import { type CelulasContadas, fieldQuality, ownFaults, questionProblem } from './field-quality.ts';
import { noVerdicts } from './figures.ts';

const cells = (fields: Partial<CelulasContadas> = {}): CelulasContadas => ({
  perguntaId: 'p',
  agenteId: 'a',
  porVeredito: { ...noVerdicts(), confere: 10 },
  fieis: 10,
  maiores: 0,
  feitas: 10,
  sentimentoSoma: 0,
  sentimentoN: 0,
  ...fields,
});

describe('questionProblem', () => {
  it('is the question where several change its meaning', () => {
    expect(
      questionProblem([cells({ fieis: 8, maiores: 2 }), cells({ agenteId: 'b', fieis: 8, maiores: 2 })]),
    ).toBe('pergunta');
  });
  it('is not the question where one person does, however often', () => {
    expect(questionProblem([cells({ fieis: 0, maiores: 10 }), cells({ agenteId: 'b' })])).toBe('nenhum');
  });
  it('cannot be told from the only interviewer, and is looked at first', () => {
    expect(questionProblem([cells({ fieis: 5, maiores: 5 })])).toBe('pergunta');
  });
  it('begins at 15 % and at ten interviews', () => {
    expect(
      questionProblem([cells({ fieis: 86, maiores: 14 }), cells({ agenteId: 'b', fieis: 86, maiores: 14 })]),
    ).toBe('nenhum');
    expect(
      questionProblem([cells({ fieis: 85, maiores: 15 }), cells({ agenteId: 'b', fieis: 85, maiores: 15 })]),
    ).toBe('pergunta');
    const few = { porVeredito: { ...noVerdicts(), confere: 9, nao_se_aplica: 90 }, fieis: 0, maiores: 9 };
    expect(questionProblem([cells(few)])).toBe('amostra_pequena');
  });
  it('says nothing of a question that nobody was heard to read', () => {
    expect(questionProblem([cells({ fieis: 0 })])).toBe('nenhum');
  });
});

describe('fieldQuality', () => {
  it('gives each rate its own denominator', () => {
    const porVeredito = {
      ...noVerdicts(),
      confere: 5,
      diverge: 1,
      induzida: 2,
      nao_perguntada: 1,
      inaudivel: 3,
      nao_se_aplica: 4,
    };
    const quality = fieldQuality([
      cells({ porVeredito, fieis: 6, maiores: 2, feitas: 8, sentimentoSoma: -2, sentimentoN: 4 }),
    ]);
    expect(quality).toMatchObject({
      fidelidade: { n: 6, d: 8 },
      omissao: { n: 1, d: 9 },
      inducao: { n: 2, d: 8 },
      digitacao: { n: 1, d: 6 },
      sentimento: -0.5,
    });
  });
  it('is null where there is nothing to divide by', () => {
    expect(fieldQuality([])).toMatchObject({
      fidelidade: null,
      omissao: null,
      inducao: null,
      digitacao: null,
      sentimento: null,
    });
  });
});

it('ownFaults leaves questions that are themselves at fault out', () => {
  const good = cells({ porVeredito: { ...noVerdicts(), confere: 8, diverge: 2 } });
  const bad = cells({ perguntaId: 'q', porVeredito: { ...noVerdicts(), induzida: 10 } });
  expect(ownFaults([good, bad], new Set(['q']))).toMatchObject({ n: 2, d: 10 });
  expect(ownFaults([bad], new Set(['q']))).toBeNull();
});
