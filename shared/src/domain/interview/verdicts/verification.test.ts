import { describe, expect, it } from 'vitest';
import { aiErrorRate, correctedRate, type EntrevistaOuvida, isVerified } from './verification.ts';

const heard = (ia: string, vigentes: string, fields: Partial<EntrevistaOuvida> = {}): EntrevistaOuvida => ({
  ouvidos: ia,
  ia,
  vigentes,
  chance: null,
  ...fields,
});

it('counts the cells that the person changed; a cell left as it was is confirmed', () => {
  const rate = aiErrorRate([heard('CDC', 'CCC'), heard('CCC', 'CCC')]);
  expect(rate).toMatchObject({
    entrevistas: 2,
    reauditadas: 0,
    taxa: { n: 1, d: 6, de: null, ate: null },
    amostraPequena: true,
  });
  expect(rate.taxa?.valor).toBeCloseTo(1 / 6);
});

it('the interval goes by interview: errors that come together widen it, and without any error it has a width', () => {
  const right = Array.from({ length: 39 }, () => heard('CCCCCCCCCC', 'CCCCCCCCCC'));
  const together = aiErrorRate([...right, heard('CCCCCCCCCC', 'DDDDDDDDDD')]).taxa;
  const apart = aiErrorRate([
    ...right.slice(9),
    ...Array.from({ length: 10 }, () => heard('CCCCCCCCCC', 'DCCCCCCCCC')),
  ]).taxa;
  expect([together?.n, apart?.n]).toEqual([10, 10]);
  expect((together?.ate ?? 0) - (together?.de ?? 0)).toBeGreaterThan((apart?.ate ?? 1) - (apart?.de ?? 0));
  expect(aiErrorRate(right).taxa).toMatchObject({ valor: 0, de: 0, ate: expect.closeTo(0.094, 2) });
});

it('each weighs the inverse of its chance in the draw; one that kept none weighs the mean of the others', () => {
  const wrong = heard('CC', 'DD', { chance: 1 });
  const right = heard('CC', 'CC', { chance: 0.1 });
  expect(aiErrorRate([wrong, right]).taxa).toMatchObject({ n: 2, d: 4, valor: expect.closeTo(1 / 11, 10) });
  expect(aiErrorRate([wrong, right, heard('CC', 'CC')]).taxa?.valor).toBeCloseTo(2 / (2 + 20 + 11), 10);
});

it('what does not apply does not count, unless the AI or the person says that it applies', () => {
  expect(aiErrorRate([heard('XXC', 'XNC')]).taxa).toMatchObject({ n: 1, d: 2 });
});

it('an unrecognised cell is no error of the AI, and does not make the interview one audited again', () => {
  const unread = heard('RDC', 'CCC', { ouvidos: 'DDC', ilegiveis: 'p--' });
  expect(aiErrorRate([unread])).toMatchObject({ entrevistas: 1, reauditadas: 0, taxa: { n: 1, d: 2 } });
  expect(aiErrorRate([{ ...unread, ilegiveis: '---' }])).toMatchObject({
    entrevistas: 0,
    reauditadas: 1,
  });
});

it('an interview audited again, with other verdicts, does not count until it is heard again', () => {
  expect(aiErrorRate([heard('CC', 'CC', { ouvidos: 'CD' })])).toEqual({
    entrevistas: 0,
    reauditadas: 1,
    taxa: null,
    amostraPequena: true,
  });
});

it('the sample is no longer small at the tenth interview', () => {
  const one = heard('C', 'C');
  expect(aiErrorRate(Array(9).fill(one)).amostraPequena).toBe(true);
  expect(aiErrorRate(Array(10).fill(one)).amostraPequena).toBe(false);
});

it('a person who was not reached stays to be verified', () => {
  expect([null, 'sem_contato', 'ouvida', 'nao_entrevistado'].map((one) => isVerified(one as null))).toEqual([
    false,
    false,
    true,
    true,
  ]);
});

describe('the rate that heard interviews correct', () => {
  /** Ten interviews with 30 applicable cells; a person changed one from 'confere', and two others to 'confere'. */
  const ten = [
    heard('CCCX', 'DCCX'),
    heard('DCC', 'CCC'),
    heard('CDC', 'CCC'),
    ...Array.from({ length: 7 }, () => heard('CCC', 'CCC')),
  ];

  it('moves by the mean difference of their cells, and its interval holds it', () => {
    const rate = correctedRate({ conferem: 80, aplicaveis: 100 }, ten);
    expect(rate).toMatchObject({ bruta: 0.8, entrevistas: 10 });
    expect(rate?.valor).toBeCloseTo(0.8 + 1 / 30, 10);
    expect(rate?.de).toBeLessThan(rate?.valor ?? 0);
    expect(rate?.ate).toBeGreaterThan(rate?.valor ?? 1);
  });

  it('has a width also where nobody found another verdict and the AI found none that differs', () => {
    const same = Array.from({ length: 30 }, () => heard('CCC', 'CCC'));
    expect(correctedRate({ conferem: 900, aplicaveis: 900 }, same)).toMatchObject({
      valor: 1,
      de: expect.closeTo(0.882, 2),
      ate: 1,
    });
  });

  it('is not there without ten interviews that still count', () => {
    const all = { conferem: 8, aplicaveis: 10 };
    expect(correctedRate(all, ten.slice(1))).toBeNull();
    expect(correctedRate(all, [...ten.slice(1), heard('CC', 'CC', { ouvidos: 'DD' })])).toBeNull();
    expect(correctedRate({ conferem: 0, aplicaveis: 0 }, ten)).toBeNull();
  });
});
