// A short measurement with known truth. npm run test:longo (ESCUTA_TESTES_LONGOS=1) repeats it with other seeds; npm
// run verdade makes the complete measurement.
import { VEREDITOS } from '@escuta/shared/domain/interview/verdicts/verdict';
import { describe, expect, it } from 'vitest';
import { LONGO } from '../../tests/support/longo.ts';
import { exactShare } from './exact.ts';
import { oracle } from './judges.ts';
import { accusationOf, FALHAS } from './kinds.ts';
import { barsOf, casesOf, measure, TAXAS } from './measure.ts';
import { writeInterview } from './script.ts';

const RUNS = LONGO
  ? { entrevistas: 72, sementes: [1, 7001, 424_243], taxas: TAXAS }
  : { entrevistas: 20, sementes: [2], taxas: [0.05] };

describe('truth set', () => {
  it('plants enough of every kind and every verdict, and as much that is clean', () => {
    const cells = Array.from({ length: 72 }, (_, index) =>
      writeInterview(index, 1 + index * 104_729),
    ).flatMap(({ celulas }) => celulas);
    expect(cells.filter(({ falha }) => falha).length).toBeGreaterThanOrEqual(160);
    expect(cells.filter(({ falha }) => !falha).length).toBeGreaterThanOrEqual(500);
    for (const falha of FALHAS)
      expect(cells.filter((cell) => cell.falha === falha).length, falha).toBeGreaterThanOrEqual(6);
    for (const veredito of VEREDITOS)
      expect(cells.filter((cell) => cell.veredito === veredito).length, veredito).toBeGreaterThanOrEqual(20);
    for (const cell of cells) if (cell.falha) expect(cell.veredito).toBe(accusationOf(cell.falha));
  });

  it('writes the same interview of the same number', () => {
    expect(writeInterview(3, 99)).toEqual(writeInterview(3, 99));
    expect(writeInterview(3, 99)).not.toEqual(writeInterview(3, 100));
  });

  it.each(RUNS.sementes.flatMap((semente) => RUNS.taxas.map((taxa) => ({ semente, taxa }))))(
    'finds what was planted and accuses nobody else, $taxa of the words misheard, seed $semente',
    { timeout: 600_000 },
    async ({ semente, taxa }) => {
      const cases = casesOf(taxa, { entrevistas: RUNS.entrevistas, semente });
      for (const share of [0, 0.1])
        for (const bar of barsOf(await measure(oracle(share), cases), taxa, share))
          expect(bar, `${bar.nome} com ${share} de falhas do juiz`).toMatchObject({ ok: true });
    },
  );

  it('a question in other words that call A misses is accused of nothing, and would be without the second look', async () => {
    const cases = casesOf(0.05, { entrevistas: 24, semente: 3 });
    const truth = oracle(0);
    const blind = {
      ...truth,
      compare: async (one: (typeof cases)[number], itens: Parameters<typeof truth.compare>[1]) =>
        (await truth.compare(one, itens)).map((answer, index) =>
          itens[index]?.tipo === 'pergunta' ? { ...answer, resposta: 'nao' as const } : answer,
        ),
    };
    const kind = 'outras palavras, não notada';
    const looked = (await measure(truth, cases)).acusadas.get(kind);
    expect(looked?.d).toBeGreaterThanOrEqual(3);
    expect(looked?.n).toBe(0);
    expect((await measure(blind, cases)).acusadas.get(kind)?.n).toBeGreaterThan(0);
  });

  it('one model that errs in both of its calls accuses nobody, and would without the independent asking', async () => {
    const cases = casesOf(0.05, { entrevistas: 12, semente: 9 });
    const truth = oracle(0);
    const wrong = (independently: boolean) => ({
      ...truth,
      extract: async (one: (typeof cases)[number]) =>
        (await truth.extract(one)).map((cell) => {
          const { resposta } = cell;
          const isText = one.roteiro.conteudo.perguntas.some(
            ({ id, tipo }) => id === cell.id && tipo === 'texto',
          );
          return isText ? { ...cell, resposta: { ...resposta, valor_final: ['outra coisa'] } } : cell;
        }),
      compare: async (one: (typeof cases)[number], itens: Parameters<typeof truth.compare>[1]) =>
        (await truth.compare(one, itens)).map((answer, index) =>
          itens[index]?.tipo !== 'pergunta' && (!itens[index]?.independente || !independently)
            ? { ...answer, resposta: 'nao' as const }
            : answer,
        ),
    });
    expect((await measure(wrong(true), cases)).limpasAcusadas.n).toBe(0);
    expect((await measure(wrong(false), cases)).limpasAcusadas.n).toBeGreaterThan(0);
  });

  it('an accusation that nobody proves is none: without what call A quotes, nobody is accused', async () => {
    const cases = casesOf(0, { entrevistas: 8, semente: 5 });
    const truth = oracle(0);
    const mute = {
      ...truth,
      extract: async (one: (typeof cases)[number]) =>
        (await truth.extract(one)).map((cell) => ({
          ...cell,
          conducao: { ...cell.conducao, citacao: 'isto ninguém disse nesta entrevista', sentencas: [1] },
          resposta: { ...cell.resposta, citacao: 'isto ninguém disse nesta entrevista', sentencas: [1] },
        })),
    };
    const { falhas, limpasAcusadas } = await measure(mute, cases);
    expect(limpasAcusadas.n).toBe(0);
    for (const [kind, { n }] of falhas)
      if (accusationOf(kind as (typeof FALHAS)[number]) !== 'nao_perguntada') expect(n, kind).toBe(0);
  });
});

describe('exact intervals', () => {
  it('are those of Clopper and Pearson', () => {
    // Textbook values: 0 of 72, 1 of 100, 98 of 100.
    expect(exactShare(0, 72)?.ate).toBeCloseTo(0.0499, 3);
    expect(exactShare(1, 100)?.de).toBeCloseTo(0.00025, 4);
    expect(exactShare(1, 100)?.ate).toBeCloseTo(0.0545, 3);
    expect(exactShare(98, 100)?.de).toBeCloseTo(0.9296, 3);
    expect(exactShare(10, 10)?.ate).toBe(1);
    expect(exactShare(0, 0)).toBeNull();
  });
});
