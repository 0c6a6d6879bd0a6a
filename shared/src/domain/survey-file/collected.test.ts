// Columns of data-collection programs, recognised by headings and distinguished by cells.
import { expect, it } from 'vitest';
import { alignColumns } from './columns/columns.ts';
import type { PerguntaLida } from './documents/read-questionnaire.ts';
import { pairRecordings } from './pairing/pairing.ts';
import { warningsOf } from './rows/warnings.ts';

const pergunta = (codigo: string, texto: string, fields: Partial<PerguntaLida> = {}): PerguntaLida => ({
  ...{ codigo, texto, tipo: fields.opcoes ? 'multipla' : 'texto', obrigatoria: true, ler_opcoes: true },
  ...{ instrucao: null, minimo: null, maximo: null, unidade: null, opcoes: [], mostrar_se: null, avisos: [] },
  ...fields,
});
const MEIOS = 'Como o(a) senhor(a) se informa?';
const perguntas = [
  pergunta('P1', 'Qual é a sua idade?', { tipo: 'numero' }),
  pergunta('P2', MEIOS, {
    opcoes: ['Rádio', 'Jornal', 'Outro'].map((texto, at) => ({
      ...{ texto, valor: at + 1, especial: texto === 'Outro' ? ('outro' as const) : null },
    })),
  }),
];
function align(colunas: Record<string, string[]>, questions = perguntas) {
  const cabecalho = Object.keys(colunas);
  const rows = Math.max(...Object.values(colunas).map(({ length }) => length));
  const amostra = Array.from({ length: rows }, (_, at) => ({
    celulas: cabecalho.map((name) => colunas[name]?.[at] ?? ''),
  }));
  return alignColumns(cabecalho, amostra, questions);
}
const used = (colunas: ReturnType<typeof align>) =>
  colunas.flatMap(({ cabecalho, papel, pergunta: place, opcao }) =>
    papel === 'ignorar'
      ? []
      : [
          `${cabecalho} → ${place === null ? papel : perguntas[place]?.codigo}${opcao === null ? '' : `:${opcao}`}`,
        ],
  );

it('marks of options are read where the joined column is not, and say so', () => {
  const found = align({
    [MEIOS]: ['Rádio e Jornal', 'Jornal'],
    [`${MEIOS}/Rádio`]: ['1', '0'],
    [`${MEIOS}/Jornal`]: ['1', '1'],
    [`${MEIOS}/Outro`]: ['0', '0'],
  });
  expect(used(found)).toEqual([`${MEIOS}/Rádio → P2:0`, `${MEIOS}/Jornal → P2:1`, `${MEIOS}/Outro → P2:2`]);
  expect(found[0]?.regra).toMatch(/^P2 é lida nas colunas das opções\. Nesta coluna: “Rádio e Jornal”/);
});

it('the joined column stays where it is read as well, or where a mark is of an unknown option', () => {
  const marks = { [`${MEIOS}/Rádio`]: ['1', '0'], [`${MEIOS}/Jornal`]: ['1', '1'] };
  expect(used(align({ [MEIOS]: ['Rádio; Jornal', 'Jornal'], ...marks }))).toEqual([`${MEIOS} → P2`]);
  expect(
    used(align({ [MEIOS]: ['Rádio Revista', 'Jornal'], ...marks, [`${MEIOS}/Revista`]: ['1', '0'] })),
  ).toEqual([`${MEIOS} → P2`]);
});

it('beside the joined column the text of “outro” is read, not its mark', () => {
  const found = align({
    [MEIOS]: ['Rádio; Outro', 'Jornal'],
    [`${MEIOS}/Rádio`]: ['1', '0'],
    [`${MEIOS}/Jornal`]: ['0', '1'],
    [`${MEIOS}/Outro`]: ['1', '0'],
    P2_other: ['Vizinhos', ''],
  });
  expect(used(found)).toEqual([`${MEIOS} → P2`, 'P2_other → P2:2']);
});

it('nobody is believed where the joined column and the marks say different things', () => {
  const found = align({
    [MEIOS]: ['Rádio', 'Jornal'],
    [`${MEIOS}/Rádio`]: ['0', '0'],
    [`${MEIOS}/Jornal`]: ['1', '1'],
  });
  expect(used(found)).toEqual([]);
  expect(found[0]?.regra).toBe(`“${MEIOS}” e as colunas das opções têm respostas diferentes para P2.`);
});

it('an option that the questionnaire does not have keeps the audit from being confirmed', () => {
  const colunas = align({ [`${MEIOS}/Rádio`]: ['1'], [`${MEIOS}/Revista`]: ['1'] }).map((coluna) => ({
    ...coluna,
    exemplos: ['1'],
    amostra: [{ linha: 2, texto: '1' }],
    nao_reconhecidas: { ...{ n: 0, de: 1, duvidosas: 0, codigos: [], diferentes: null, exemplos: [] } },
  }));
  const alertas = warningsOf({ apresentacao: 'x', perguntas }, colunas);
  expect(alertas.filter(({ tipo }) => tipo === 'coluna_sem_pergunta').map(({ coluna }) => coluna)).toEqual([
    1,
  ]);
});

it('a variable’s name, groups before it and an option behind it', () => {
  const named = [
    pergunta('P1', 'Qual é a sua idade?', { nome: 'idade', tipo: 'numero' }),
    pergunta('P2', MEIOS, {
      nome: 'q1_meios',
      opcoes: [
        { texto: 'Rádio', valor: 1, especial: null, nome: 'radio' },
        { texto: 'Jornal', valor: 2, especial: null, nome: 'jornal' },
      ],
    }),
  ];
  const of = (cabecalho: string) => {
    const [found] = align({ [cabecalho]: ['1'], KEY: ['k'], SubmissionDate: [''] }, named);
    return `${found?.papel} ${found?.pergunta} ${found?.opcao}`;
  };
  expect(['idade', 'casa/idade', 'casa-pessoas-idade', 'q1_grupo/idade'].map(of)).toEqual(
    Array.from({ length: 4 }, () => 'pergunta 0 null'),
  );
  expect(['bloco/q1_meios/radio', 'bloco-q1_meios/radio', 'q1_meios_radio'].map(of)).toEqual(
    Array.from({ length: 3 }, () => 'pergunta 1 0'),
  );
  expect(of('bloco/q1_meios/tv')).toBe('ignorar null null');
});

it('codes behind two signs: below zero where an option has such a code, else as they stand', () => {
  const of = (valores: number[], ...headings: string[]) =>
    align(Object.fromEntries(headings.map((one) => [one, ['1', '0']])), [
      pergunta('P5', 'Quais?', {
        opcoes: valores.map((valor) => ({ texto: `o${valor}`, valor, especial: null })),
      }),
    ]).map(({ opcao }) => opcao);
  expect(of([1, 2, -99], 'P5_1', 'P5_2', 'P5__99')).toEqual([0, 1, 2]);
  expect(of([1, 2, 99], 'P5__1', 'P5__2', 'P5__99')).toEqual([0, 1, 2]);
});

it('without a program’s signs its words are nobody’s columns', () => {
  expect(used(align({ Status: ['a', 'b'], username: ['ana', 'rui'], KEY: ['x', 'y'] }))).toEqual([]);
});

it('two columns for one thing: the one that is whole, the one that is filled, either where both say the same', () => {
  const ids = Array.from({ length: 10 }, (_, at) => `q${at}`);
  const same = Array.from({ length: 10 }, () => '');
  expect(used(align({ Questionário: ids, Protocolo: same }))).toEqual(['Questionário → identificador']);
  expect(used(align({ Questionário: ids, Protocolo: ids }))).toEqual(['Questionário → identificador']);
  expect(used(align({ Questionário: ids, Protocolo: ids.map((id) => `${id}x`) }))).toEqual([]);
  expect(used(align({ 'Áudio 1': ids.map((id) => `${id}.mp3`), 'Áudio 2': ['b.mp3'] }))).toEqual([
    'Áudio 1 → arquivo',
  ]);
});

it('pairs by the interview’s UUID in the path, one recording a row', () => {
  const uuid = '8c1d1f00-1b2c-4d3e-9f40-000000000001';
  const row = { n: 2, arquivo: '', identificador: '107', telefone: '', nome: '', data: '', uuids: [uuid] };
  const pair = (...nomes: string[]) =>
    pairRecordings(
      [row],
      nomes.map((nome) => ({ id: nome, nome })),
    ).map(({ linha, candidatas }) => linha ?? candidatas);
  expect(pair(`a/${uuid.toUpperCase()}/audio.m4a`)).toEqual([2]);
  expect(pair(`media/AA_${uuid}_inicio.m4a`)).toEqual([2]);
  expect(pair(`a/${uuid}/audio.m4a`, `a/${uuid}/resposta.m4a`)).toEqual([[2], [2]]);
});
