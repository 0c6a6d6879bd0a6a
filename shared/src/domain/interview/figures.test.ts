import { expect, it } from 'vitest';
import { type EntrevistaAuditada, surveyFigures } from './figures.ts';
import type { Veredito } from './verdict.ts';

const heard = (...vereditos: Veredito[]): EntrevistaAuditada => ({
  gravacao: 'processada',
  temFala: true,
  vereditos,
});

it('counts cells that apply, and says of what', () => {
  const figures = surveyFigures([
    heard('confere', 'confere', 'diverge', 'nao_se_aplica'),
    heard('confere', 'a_revisar', 'nao_perguntada', 'induzida'),
    { gravacao: 'sem_gravacao', temFala: false, vereditos: [] },
    { gravacao: 'recusada', temFala: false, vereditos: [] },
    { gravacao: 'pendente', temFala: false, vereditos: [] },
  ]);
  expect(figures).toMatchObject({
    audiveis: { n: 2, d: 2 },
    validadas: { n: 6, d: 7 },
    corretas: { n: 3, d: 6 },
    corretasDasAplicaveis: { n: 3, d: 7 },
    naoInterpretadas: 1,
    semGravacao: 1,
    gravacaoRecusada: 1,
  });
  expect(figures.porVeredito).toMatchObject({ confere: 3, nao_se_aplica: 1, inaudivel: 0 });
});

it('takes an interview for inaudible when more than a fifth of it is, or nobody speaks', () => {
  const lost = (n: number) =>
    heard(...Array.from({ length: 10 }, (_, i): Veredito => (i < n ? 'inaudivel' : 'confere')));
  expect(surveyFigures([lost(2)]).audiveis).toMatchObject({ n: 1, d: 1 });
  expect(surveyFigures([lost(3)]).audiveis).toMatchObject({ n: 0, d: 1 });
  expect(surveyFigures([{ ...heard('confere'), temFala: false }]).audiveis).toMatchObject({ n: 0, d: 1 });
});

it('says nothing where there is nothing to divide by', () => {
  expect(surveyFigures([])).toMatchObject({ audiveis: null, validadas: null, corretas: null });
});
