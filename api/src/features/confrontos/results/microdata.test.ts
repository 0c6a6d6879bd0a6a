import type { EstadoCelula } from '@escuta/shared/domain/interview/comparison/sheet-cell';
import type { PerguntaCongelada } from '@escuta/shared/domain/interview/questionnaire/questionnaire';
import { describe, expect, it } from 'vitest';
import { frozenOption, frozenQuestion } from '../../../../../tests/support/frozen-question.ts';
import { codebookOf, codesOf, columnsOf, designOf, type VersaoExportada, valuesOf } from './microdata.ts';

const opcao = (
  id: string,
  texto: string,
  valor: number,
  especial: 'nao_sabe' | 'recusa' | 'outro' | null = null,
) => frozenOption({ id, texto, valor, especial });
const pergunta = (id: string, fields: Partial<PerguntaCongelada>) =>
  frozenQuestion({ id, tipo: 'texto', ...fields });

const compra = pergunta('p1', {
  tipo: 'escolha',
  opcoes: [opcao('sim', 'Sim', 1), opcao('nao', 'Não', 2), opcao('ns', 'Não sabe', 99, 'nao_sabe')],
});
const frutas = pergunta('p2', {
  tipo: 'multipla',
  mostrarSe: { perguntaId: 'p1', opcoes: ['sim', 'ns'] },
  opcoes: [opcao('uva', 'Uva', 1), opcao('caju', 'Caju; doce', 2), opcao('outra', 'Outra', 98, 'outro')],
});
const idade = pergunta('p3', { tipo: 'numero', unidade: 'anos', minimo: 16, maximo: 120 });
const quando = pergunta('p4', { tipo: 'data' });
const fala = pergunta('p5', { obrigatoria: false });
const v1: VersaoExportada = { id: 'v1', numero: 1, perguntas: [compra, frutas, idade, quando, fala] };

type Dadas = Record<string, { opcoes?: string[]; texto?: string }>;
function row(
  versoes: readonly VersaoExportada[],
  given: Dadas,
  more: Partial<Parameters<typeof valuesOf>[1]> = {},
) {
  const desenho = designOf(versoes, []);
  const values = valuesOf(desenho, {
    versaoId: 'v1',
    situacao: 'concluida',
    divergencias: new Map(),
    respostas: new Map(
      Object.entries(given).map(([id, { opcoes = [], texto = null }]) => [id, { opcoes, texto }]),
    ),
    codigos: null,
    marcas: null,
    ...more,
  });
  const names = desenho.grupos.flatMap(columnsOf);
  expect(values).toHaveLength(names.length);
  return Object.fromEntries(names.map((name, n) => [name, values[n]]));
}

describe('a row', () => {
  it('has codes, labels, numbers and days, and a column of 0 and 1 for each option of several', () => {
    const found = row([v1], {
      p1: { opcoes: ['sim'] },
      p2: { opcoes: ['uva', 'outra'], texto: 'Pitanga' },
      p3: { texto: '1.042,5' },
      p4: { texto: '09/03/1984' },
      p5: { texto: '=1+1' },
    });
    expect(found).toMatchObject({
      P1: 1,
      P1_rotulo: 'Sim',
      P1_situacao: 'Respondida',
      P2: '1|98',
      P2_rotulo: 'Uva | Outra',
      P2_1: 1,
      P2_2: 0,
      P2_98: 1,
      P2_outro: 'Pitanga',
      P3: 1042.5,
      P4: { dia: '1984-03-09' },
      P5: '=1+1',
      P5_veredito: null,
    });
  });

  it('tells a skipped question from a blank one, from not knowing, and from an answer that should have been skipped', () => {
    expect(row([v1], { p1: { opcoes: ['nao'] } })).toMatchObject({
      P2: null,
      P2_1: null,
      P2_situacao: 'Não se aplica',
      P3_situacao: 'Sem resposta',
    });
    expect(row([v1], { p1: { opcoes: ['ns'] } })).toMatchObject({
      P1: 99,
      P1_situacao: 'Não sabe',
      P2_situacao: 'Sem resposta',
    });
    expect(row([v1], { p1: { opcoes: ['nao'] }, p2: { opcoes: ['uva'] } })).toMatchObject({
      P2: '1',
      P2_1: 1,
      P2_2: 0,
      P2_situacao: 'Respondida fora do filtro',
    });
    // An interview that stopped after its third question.
    expect(
      row([v1], { p1: { opcoes: ['nao'] }, p3: { texto: '42' } }, { situacao: 'interrompida' }),
    ).toMatchObject({
      P2_situacao: 'Não se aplica',
      P4_situacao: 'Não alcançada',
      P5_situacao: 'Não alcançada',
    });
  });

  it('names an unread cell of the sheet, and a question whose filter is such a cell', () => {
    const of = (estado: EstadoCelula, more: Dadas = {}) =>
      row(
        [v1],
        {},
        {
          respostas: new Map<string, { opcoes: string[]; texto: string | null; estado?: EstadoCelula }>([
            ['p1', { opcoes: [], texto: null, estado }],
            ...Object.entries(more).map(
              ([id, { opcoes = [], texto = null }]) => [id, { opcoes, texto }] as const,
            ),
          ]),
        },
      );
    expect(of('nao_reconhecida')).toMatchObject({
      P1: null,
      P1_situacao: 'Não reconhecida na planilha',
      P2_situacao: 'Filtro não reconhecido na planilha',
      P3_situacao: 'Sem resposta',
    });
    expect(of('planilha_indisponivel', { p2: { opcoes: ['uva'] } })).toMatchObject({
      P1_situacao: 'Planilha não disponível',
      P2: '1',
      P2_situacao: 'Respondida',
    });
  });

  it('has the verdict in force, and whose it is', () => {
    const found = row([v1], { p1: { opcoes: ['sim'] } }, { codigos: 'CDUXR', marcas: '-pmb-' });
    expect([1, 2, 3, 4, 5].map((n) => [found[`P${n}_veredito`], found[`P${n}_veredito_por`]])).toEqual([
      ['Confere', 'IA'],
      ['Diverge', 'Pessoa'],
      ['Inaudível', 'IA'],
      ['Não se aplica', 'Pessoa'],
      ['A revisar', 'IA'],
    ]);
    expect(
      row(
        [v1],
        { p2: { opcoes: ['uva'] } },
        { divergencias: new Map([['p2', 'O entrevistado disse “Pera”, que não foi marcada.']]) },
      ),
    ).toMatchObject({ P2_divergencia: 'O entrevistado disse “Pera”, que não foi marcada.' });
    expect(found).not.toHaveProperty('P1_divergencia');
    // Two verdict letters do not fit a version with another number of questions, so that the row has no verdict.
    expect(row([v1], {}, { codigos: 'CD', marcas: '--' })).toMatchObject({ P1_veredito: null });
    const corrected = row(
      [v1],
      { p1: { opcoes: ['sim'] } },
      {
        codigos: 'DDUXR',
        codigosIa: 'CCUXR',
        marcas: '-pmb-',
        correcoes: new Map([['p1', 'Rita em 28/11/2026']]),
      },
    );
    expect(corrected).toMatchObject({
      P1_veredito_por: 'IA após correção da transcrição',
      P1_apos_correcao: 'Rita em 28/11/2026',
      P2_veredito_por: 'Pessoa',
      P2_apos_correcao: null,
      P5_veredito_por: 'IA',
      P5_apos_correcao: null,
    });
  });
});

describe('several versions', () => {
  const reworded = pergunta('p1', {
    tipo: 'escolha',
    texto: 'O senhor compra?',
    opcoes: [opcao('s2', 'Sim', 1), opcao('n2', 'Nunca', 2)],
  });
  const sexo = pergunta('p9', { codigo: 'P1', tipo: 'texto' });
  const idadeEscrita = pergunta('p3', { codigo: 'P3', tipo: 'texto' });
  const v2: VersaoExportada = { id: 'v2', numero: 2, perguntas: [reworded, sexo, idadeEscrita] };

  it('are side by side: a question is one column, of another kind another, and no name stands for two', () => {
    const desenho = designOf([v2, v1], ['versao', 'p5']);
    expect(desenho.grupos.map(({ nome }) => nome)).toEqual([
      'P1',
      'P1_v2',
      'P3',
      'P3_v1',
      'P2',
      'P4',
      'P5_v1',
    ]);
    const names = desenho.grupos.flatMap(columnsOf).map((name) => name.toLowerCase());
    expect(new Set(names).size).toBe(names.length);
    const old = row([v2, v1], { p1: { opcoes: ['nao'] }, p3: { texto: '42' } });
    expect(old).toMatchObject({
      P1: 2,
      P1_rotulo: 'Não',
      P1_v2_situacao: 'Não está na versão',
      P3: null,
      P3_v1: 42,
    });
    const now = row([v2, v1], { p1: { opcoes: ['n2'] }, p3: { texto: '42 e meio' } }, { versaoId: 'v2' });
    expect(now).toMatchObject({
      P1: 2,
      P1_rotulo: 'Nunca',
      P3: '42 e meio',
      P2_situacao: 'Não está na versão',
    });
  });

  it("have names that are nobody else's, also where a question is called as a column of another", () => {
    const odd = ['P1_situacao', 'P1', 'P2', 'P2_98', 'p2'].map((codigo, n) =>
      pergunta(`q${n}`, { codigo, ...(codigo === 'P2' ? { tipo: 'multipla', opcoes: frutas.opcoes } : {}) }),
    );
    const names = designOf([{ id: 'v', numero: 3, perguntas: odd }], []).grupos.flatMap(columnsOf);
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
    expect(names).toContain('P2_98_v3');
  });

  it('have a codebook that says what a code means in which, and of whom a question is asked', () => {
    const livro = codebookOf(designOf([v2, v1], []));
    const of = (coluna: string) =>
      livro
        .filter((line) => line.coluna === coluna)
        .map(({ versoes, texto, opcao: one }) => [versoes, one ? `${one.codigo} ${one.texto}` : texto]);
    expect(of('P1')).toEqual([
      ['2', 'O senhor compra?'],
      ['2', '1 Sim'],
      ['2', '2 Nunca'],
      ['1', 'Pergunta p1?'],
      ['1', '1 Sim'],
      ['1', '2 Não'],
      ['1', '99 Não sabe'],
    ]);
    expect(livro.find(({ coluna }) => coluna === 'P2')).toMatchObject({
      condicao: 'P1 = 1 (Sim) ou 99 (Não sabe)',
      opcao: null,
    });
    expect(livro.filter(({ coluna }) => coluna === 'P2').map((line) => line.opcao?.coluna)).toEqual([
      undefined,
      'P2_1',
      'P2_2',
      'P2_98',
    ]);
    const same = codebookOf(designOf([{ ...v1, id: 'v3', numero: 3 }, v1], []));
    expect(
      same.filter(({ coluna, opcao: one }) => coluna === 'P3' && !one).map(({ versoes }) => versoes),
    ).toEqual(['1, 3']);
  });

  it('with an option of another meaning under the same code have a column of 0 and 1 for each', () => {
    const other: VersaoExportada = {
      id: 'v2',
      numero: 2,
      perguntas: [
        { ...frutas, mostrarSe: null, opcoes: [opcao('manga', 'Manga', 1), opcao('caju2', 'Caju; doce', 2)] },
      ],
    };
    const [group] = designOf([other, v1], []).grupos;
    expect(group && columnsOf(group)).toEqual([
      'P2',
      'P2_rotulo',
      'P2_1',
      'P2_2',
      'P2_1_v1',
      'P2_98',
      'P2_outro',
      'P2_situacao',
      'P2_veredito',
      'P2_veredito_por',
      'P2_apos_correcao',
      'P2_divergencia',
    ]);
    // The interview's version lacks this option, so its column is empty rather than 0.
    expect(row([other, v1], { p1: { opcoes: ['sim'] }, p2: { opcoes: ['caju'] } })).toMatchObject({
      P2_1: null,
      P2_2: 1,
      P2_1_v1: 0,
    });
  });
});

it("codes are the questionnaire's where they tell options apart, else places", () => {
  expect(codesOf([{ valor: 5 }, { valor: 1 }])).toEqual([5, 1]);
  expect(codesOf([{ valor: 0 }, { valor: 0 }])).toEqual([1, 2]);
});

it('names of columns are what statistical programs take, whatever a question is called', () => {
  const named = (codigo: string) =>
    designOf([{ id: 'v', numero: 1, perguntas: [pergunta('x', { codigo })] }], ['entrevista']).grupos[0]
      ?.nome;
  expect(named('=CMD()')).toBe('CMD');
  expect(named('1.a)')).toBe('P_1_a');
  expect(named('Região Nº 2')).toBe('Regiao_N_2');
  expect(named('')).toBe('P');
  expect(named('😀')).toBe('P');
  expect(named('Entrevista')).toBe('Entrevista_v1');
});

describe('rules beyond the kind', () => {
  const bateria = { id: 'b', texto: 'Como avalia cada um?', rodizio: true as const };
  const nota = (id: string) =>
    pergunta(id, {
      tipo: 'escolha',
      bateria,
      rodizio: 'sorteio',
      opcoes: [opcao(`${id}b`, 'Bom', 1), opcao(`${id}r`, 'Ruim', 2)],
    });
  const versao = {
    id: 'v1',
    numero: 1,
    perguntas: [nota('luz'), nota('agua'), pergunta('onde', { tipo: 'lugar' })],
  };

  it('a rotated question has the order in which its options were shown, an item its place, a place its coordinates', () => {
    const found = row(
      [versao],
      { luz: { opcoes: ['luzb'] }, onde: { texto: '-8.054280, -34.881300 (±12 m)' } },
      {
        exibidas: [
          ['agua', ['aguar', 'aguab']],
          ['luz', ['luzb', 'luzr']],
        ],
      },
    );
    expect(found).toMatchObject({
      ...{ LUZ_ordem: '1|2', LUZ_ordem_item: 2, AGUA_ordem: '2|1', AGUA_ordem_item: 1 },
      ...{ ONDE_latitude: -8.05428, ONDE_longitude: -34.8813, ONDE_precisao_m: 12 },
    });
    expect(row([versao], {})).toMatchObject({ LUZ_ordem: null, LUZ_ordem_item: null });
  });

  it('a place that was not authorised is a refusal without a value', () => {
    expect(row([versao], { onde: { texto: 'Não autorizou' } })).toMatchObject({
      ...{ ONDE: null, ONDE_latitude: null, ONDE_situacao: 'Recusou-se a responder' },
    });
    expect(row([versao], { onde: { texto: 'Local indisponível' } })).toMatchObject({
      ...{ ONDE: null, ONDE_latitude: null, ONDE_situacao: 'Sem resposta' },
    });
  });

  it('the codebook has the stem with each item, and conditions in words', () => {
    const filtered = {
      ...nota('lixo'),
      mostrarSe: {
        liga: 'e' as const,
        testes: [
          { perguntaId: 'p3', de: 16, ate: 24 },
          { perguntaId: 'p1', exceto: ['nao'] },
        ],
      },
    };
    const livro = codebookOf(designOf([{ ...v1, perguntas: [...v1.perguntas, filtered] }], []));
    const line = livro.find(({ coluna, opcao: one }) => coluna === 'LIXO' && one === null);
    expect(line).toMatchObject({
      texto: 'Como avalia cada um? Pergunta lixo?',
      condicao: 'P3 de 16 a 24; e P1, exceto 2 (Não)',
    });
  });
});
