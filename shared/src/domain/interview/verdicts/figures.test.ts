import { expect, it } from 'vitest';
import { byInterview } from '../../../../../tests/support/survey-counts.ts';
import { type Contagens, figuresOf, noVerdicts } from './figures.ts';

const NONE: Contagens = {
  processadas: 0,
  audiveis: 0,
  semGravacao: 0,
  gravacaoRecusada: 0,
  porVeredito: noVerdicts(),
  porEntrevista: byInterview([]),
};

it('counts cells that apply, and says of what', () => {
  const first = { ...noVerdicts(), confere: 3, diverge: 1, nao_se_aplica: 1 };
  const second = { ...noVerdicts(), a_revisar: 1, nao_perguntada: 1, induzida: 1 };
  const figures = figuresOf({
    processadas: 2,
    audiveis: 2,
    semGravacao: 1,
    gravacaoRecusada: 1,
    porVeredito: { ...second, confere: 3, diverge: 1, nao_se_aplica: 1 },
    porEntrevista: byInterview([first, second]),
  });
  expect(figures).toMatchObject({
    audiveis: { n: 2, d: 2 },
    validadas: { n: 6, d: 7, de: null, ate: null },
    corretas: { n: 3, d: 6 },
    corretasDasAplicaveis: { n: 3, d: 7 },
    naoInterpretadas: 1,
    semGravacao: 1,
    gravacaoRecusada: 1,
  });
  expect(figures.porVeredito).toMatchObject({ confere: 3, nao_se_aplica: 1, inaudivel: 0 });
});

it('says nothing where there is nothing to divide by', () => {
  expect(figuresOf(NONE)).toMatchObject({ audiveis: null, validadas: null, corretas: null });
});
