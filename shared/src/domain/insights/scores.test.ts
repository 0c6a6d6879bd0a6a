import { describe, expect, it } from 'vitest';
import {
  type CriterioAvaliado,
  isProven,
  NOTA_MAXIMA_COM_FALHA_CRITICA,
  overallScore,
  rejectsWhole,
  reviewedScore,
  scoreCriteria,
  type VereditoSobreNota,
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

describe('score under a verdict', () => {
  const ia = (id: string, atendido: CriterioAvaliado['atendido'], over: Partial<CriterioAvaliado> = {}) =>
    criterion(atendido, { id, ...over });
  const said = (
    veredito: VereditoSobreNota['veredito'],
    respostas: Record<string, CriterioAvaliado['atendido']>,
    inteiro: boolean | null = false,
  ): VereditoSobreNota => ({ veredito, inteiro, respostas: new Map(Object.entries(respostas)) });
  const score = (
    criterios: CriterioAvaliado[],
    verdict: VereditoSobreNota,
    pontuacao: number | null = 0.1234,
  ) => reviewedScore({ pontuacao, criterios }, verdict);
  const six = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => ia(id, 'nao'));

  it('counts corrected criteria as the person answered, the others as the AI did', () => {
    expect(score(six, said('rejeitado', { b: 'sim', f: 'sim' }))).toBe(0.3333);
    expect(score(six, said('aprovado', { b: 'sim', a: 'nao' }))).toBe(0.1667);
    expect(score([ia('a', 'sim', { peso: 3 }), ia('b', 'nao')], said('rejeitado', { a: 'nao' }))).toBe(0);
    expect(score([ia('a', 'sim'), ia('b', 'nao')], said('rejeitado', { b: 'nao_se_aplica' }))).toBe(1);
    expect(score([ia('a', 'nao_se_aplica'), ia('b', 'nao')], said('rejeitado', { a: 'sim' }))).toBe(0.5);
  });

  it('applies and lifts the cap of a critical failure', () => {
    const failed = [ia('a', 'sim', { peso: 9 }), ia('b', 'nao', { critico: true })];
    expect(score(failed, said('rejeitado', { b: 'sim' }))).toBe(1);
    const met = [ia('a', 'sim', { peso: 9 }), ia('b', 'sim', { critico: true })];
    expect(score(met, said('rejeitado', { b: 'nao' }))).toBe(NOTA_MAXIMA_COM_FALHA_CRITICA);
  });

  it('counts what a person says of an unproven criterion, and no other unproven one', () => {
    const unproven = [
      ia('a', 'sim', { comprovado: false }),
      ia('b', 'nao', { comprovado: false }),
      ia('c', 'sim'),
    ];
    expect(score(unproven, said('rejeitado', { b: 'sim' }))).toBe(1);
    expect(score(unproven, said('rejeitado', { a: 'nao' }))).toBe(0.5);
    expect(score([ia('a', 'nao', { comprovado: false })], said('rejeitado', { a: 'sim' }), null)).toBe(1);
  });

  it("keeps the AI's score where an approval corrects nothing", () => {
    expect(score(six, said('aprovado', { a: 'nao' }))).toBe(0.1234);
    expect(score([], said('aprovado', {}))).toBe(0.1234);
    expect(score(six, said('aprovado', {}), null)).toBeNull();
  });

  it('is none where the whole insight is rejected', () => {
    expect(score(six, said('rejeitado', { a: 'sim' }, true))).toBeNull();
    expect(score(six, said('rejeitado', {}))).toBeNull();
    expect(score([], said('rejeitado', {}))).toBeNull();
    expect(score([ia('a', 'sim')], said('rejeitado', { a: 'nao_se_aplica' }))).toBeNull();
  });

  it('takes an old verdict for a rejection of the whole where it contradicts every criterion that applies', () => {
    const two = [ia('a', 'sim'), ia('b', 'nao'), ia('c', 'nao_se_aplica')];
    const opposite = { a: 'nao', b: 'sim', c: 'nao_se_aplica' } as const;
    expect(rejectsWhole(two, said('rejeitado', opposite, null))).toBe(true);
    expect(rejectsWhole(two, said('rejeitado', opposite, false))).toBe(false);
    expect(rejectsWhole(two, said('rejeitado', { ...opposite, b: 'nao' }, null))).toBe(false);
    expect(rejectsWhole(two, said('aprovado', opposite, null))).toBe(false);
  });
});
