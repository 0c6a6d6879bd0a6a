import { describe, expect, it } from 'vitest';
import { aiErrorRate, correctedRate, isVerified } from './verification.ts';

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

it('célula não reconhecida não é erro da IA, nem faz da entrevista uma auditada de novo', () => {
  const heard = { ouvidos: 'DDC', ia: 'RDC', vigentes: 'CCC', ilegiveis: 'p--' };
  expect(aiErrorRate([heard])).toMatchObject({ entrevistas: 1, reauditadas: 0, taxa: { n: 1, d: 2 } });
  expect(aiErrorRate([{ ...heard, ilegiveis: '---' }])).toMatchObject({ entrevistas: 0, reauditadas: 1 });
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

describe('the rate that heard interviews correct', () => {
  const heard = (ia: string, vigentes: string) => ({ ouvidos: ia, ia, vigentes });

  it('moves by the mean difference of their cells, counted by hand', () => {
    // 10 cells that apply, one of which a person took 'confere' from, and one that a person gave it to, in three interviews.
    const rate = correctedRate({ conferem: 80, aplicaveis: 100 }, [
      heard('CCCX', 'DDCX'),
      heard('CCCC', 'CCCC'),
      heard('DCC', 'CCC'),
    ]);
    expect(rate).toMatchObject({ bruta: 0.8, entrevistas: 3 });
    expect(rate?.valor).toBeCloseTo(0.7, 10);
    // (-2 + .3)² + (.4)² + (1 + .3)² over 3 × 2 × (10 ÷ 3)², and the AI's own 0.8 × 0.2 ÷ 100.
    const half = 1.959963984540054 * Math.sqrt((2.89 + 0.16 + 1.69) / (6 * (100 / 9)) + 0.0016);
    expect(rate?.de).toBeCloseTo(0.7 - half, 10);
    expect(rate?.ate).toBe(1);
  });

  it('is not there without two interviews that still count', () => {
    const all = { conferem: 8, aplicaveis: 10 };
    expect(correctedRate(all, [heard('CC', 'CD')])).toBeNull();
    expect(correctedRate(all, [heard('CC', 'CD'), { ouvidos: 'DD', ia: 'CC', vigentes: 'CC' }])).toBeNull();
    expect(correctedRate({ conferem: 0, aplicaveis: 0 }, [heard('C', 'C'), heard('C', 'C')])).toBeNull();
  });
});
