import { describe, expect, it } from 'vitest';
import type { PerguntaComparada } from './compare-answer.ts';
import { type PedidoDeComparacao, type SegundaResposta, settleComparison } from './comparison.ts';

const DIA: PerguntaComparada = { tipo: 'data', opcoes: [] };
const MEIOS: PerguntaComparada = {
  tipo: 'multipla',
  opcoes: [{ texto: 'Ônibus' }, { texto: 'Metrô' }, { texto: 'Carro' }],
};
const settle = (
  pergunta: PerguntaComparada,
  { citacao, valor, corrigida = false }: { citacao: string; valor: string[]; corrigida?: boolean },
  digitada: string | number[],
  answers: Partial<Record<PedidoDeComparacao, SegundaResposta>> = {},
) =>
  settleComparison(
    pergunta,
    { codigo: 'adequada', citacao, valor, corrigida },
    typeof digitada === 'string' ? { opcoes: [], texto: digitada } : { opcoes: digitada, texto: '' },
    (pedido) => answers[pedido],
  );

describe('spoken beside typed, with what models say', () => {
  it('a day that call A heard is a witness, also in digits', () => {
    // 'cinco' is missing in the misheard quote, so the quote's words mean the twentieth.
    const misheard = { citacao: 'no dia vinte de fevereiro', valor: ['25/02'] };
    expect(settle(DIA, misheard, '25/02/2026').falta).toEqual(['resposta']);
    expect(settle(DIA, misheard, '25/02/2026', { resposta: 'nao' })).toMatchObject({
      provado: false,
      conflito: true,
    });
    expect(settle(DIA, misheard, '25/02/2026', { resposta: 'sim' })).toMatchObject({ codigo: 'compativel' });
    expect(settle(DIA, { citacao: 'vinte de fevereiro', valor: ['20/02'] }, '25/02/2026')).toMatchObject({
      codigo: 'incompativel',
      provado: true,
      metodo: 'deterministico',
    });
  });

  it('words that name a part of what call A heard are not enough for several options', () => {
    expect(settle(MEIOS, { citacao: 'ônibus e mtrô', valor: ['Ônibus', 'Metrô'] }, [0])).toMatchObject({
      codigo: 'incompativel',
      naoMarcadas: [1],
    });
    expect(settle(MEIOS, { citacao: 'ônibus e xyz', valor: ['Ônibus', 'Metrô'] }, [0]).falta).toEqual([
      'resposta',
    ]);
  });

  it('a typed number that may be a code of options that were lost proves nothing', () => {
    const words = { citacao: 'achei muito boa', valor: ['muito boa'] };
    const models = { resposta: 'nao', valor: 'nao', independente: 'nao' } as const;
    const texto: PerguntaComparada = { tipo: 'texto', opcoes: [] };
    for (const typed of ['1', '02', '1; 3'])
      expect(settle(texto, words, typed, models), typed).toMatchObject({ provado: false, conflito: true });
    expect(settle(texto, words, 'ruim', models)).toMatchObject({ codigo: 'incompativel', provado: true });
    expect(settle(texto, { citacao: 'três', valor: ['3'] }, '3', { resposta: 'sim' })).toMatchObject({
      codigo: 'compativel',
    });
  });

  it('99 and its kin prove nothing against who does not know, unless the questionnaire has the code', () => {
    const said = (pergunta: PerguntaComparada, codigo: 'nao_sabe' | 'recusa', texto: string) =>
      settleComparison(
        pergunta,
        { codigo, citacao: 'não sei', valor: [] },
        { opcoes: [], texto },
        () => 'nao',
      );
    const idade: PerguntaComparada = { tipo: 'numero', opcoes: [] };
    for (const code of ['99', '98', '88', '999'])
      expect(said(idade, 'nao_sabe', code), code).toMatchObject({ provado: false, conflito: true });
    expect(said(idade, 'recusa', '99').provado).toBe(false);
    expect(said(idade, 'nao_sabe', '42')).toMatchObject({ codigo: 'incompativel', provado: true });
    const coded: PerguntaComparada = { tipo: 'numero', opcoes: [{ texto: 'NS', especial: 'nao_sabe' }] };
    expect(said(coded, 'nao_sabe', '99')).toMatchObject({ codigo: 'incompativel', provado: true });
  });

  it('a person who corrects the words says which option was not typed', () => {
    expect(
      settle(MEIOS, { citacao: 'ônibus e metrô', valor: ['Ônibus'], corrigida: true }, [0]),
    ).toMatchObject({
      codigo: 'incompativel',
      provado: true,
      naoMarcadas: [1],
    });
    // Words that a person corrected do not alone prove that the second typed option was not said.
    expect(settle(MEIOS, { citacao: 'ônibus', valor: ['Ônibus'], corrigida: true }, [0, 1])).toMatchObject({
      codigo: 'parcial',
      naoDitas: [],
    });
  });
});
