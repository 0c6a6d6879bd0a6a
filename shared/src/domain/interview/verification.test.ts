import { expect, it } from 'vitest';
import { aiErrorRate, isVerified } from './verification.ts';

it('conta as células em que a pessoa disse outra coisa; o que ela deixou está confirmado', () => {
  const rate = aiErrorRate([
    { ouvidos: 'CDC', ia: 'CDC', vigentes: 'CCC' },
    { ouvidos: 'CCC', ia: 'CCC', vigentes: 'CCC' },
  ]);
  expect(rate).toMatchObject({ entrevistas: 2, reauditadas: 0, taxa: { n: 1, d: 6 }, amostraPequena: true });
  expect(rate.taxa?.valor).toBeCloseTo(1 / 6);
});

it('o que não se aplica não conta, a não ser que a IA ou a pessoa diga que se aplica', () => {
  expect(aiErrorRate([{ ouvidos: 'XXC', ia: 'XXC', vigentes: 'XNC' }]).taxa).toMatchObject({ n: 1, d: 2 });
});

it('entrevista auditada de novo, com outros vereditos, não conta até ser ouvida outra vez', () => {
  expect(aiErrorRate([{ ouvidos: 'CD', ia: 'CC', vigentes: 'CC' }])).toEqual({
    entrevistas: 0,
    reauditadas: 1,
    taxa: null,
    amostraPequena: true,
  });
});

it('a amostra deixa de ser pequena na décima entrevista', () => {
  const one = { ouvidos: 'C', ia: 'C', vigentes: 'C' };
  expect(aiErrorRate(Array(9).fill(one)).amostraPequena).toBe(true);
  expect(aiErrorRate(Array(10).fill(one)).amostraPequena).toBe(false);
});

it('quem não foi encontrado continua a verificar', () => {
  expect([null, 'sem_contato', 'ouvida', 'nao_entrevistado'].map((one) => isVerified(one as null))).toEqual([
    false,
    false,
    true,
    true,
  ]);
});
