import { expect, it } from 'vitest';
import { itemsOfBatteries } from '../documents/read-batteries.ts';
import type { PerguntaLida } from '../documents/read-questionnaire.ts';
import { isXlsform, readXlsform } from './read-xlsform.ts';
import type { AbaLida } from './tables.ts';
import { rowType } from './types.ts';
import { variableName, writeXlsform } from './write-xlsform.ts';

const aba = (nome: string, ...linhas: string[][]): AbaLida => ({
  nome,
  linhas: linhas.map((celulas, at) => ({ n: at + 1, celulas })),
});
const CHOICES = aba('choices', ['list name', 'name', 'label'], ['sn', 'sim', 'Sim'], ['sn', 'nao', 'Não']);
const read = (...linhas: string[][]) =>
  readXlsform([aba('survey', ['type', 'name', 'label', 'relevant', 'required'], ...linhas), CHOICES]);

it.each([
  ['select_one sn', 'opcoes'],
  ['select one from sn', 'opcoes'],
  ['select_multiple sn or_other', 'opcoes'],
  ['Select_Multiple sn', 'opcoes'],
  ['integer', 'pergunta'],
  ['begin_group', 'abre'],
  ['begin repeat', 'abre'],
  ['end_group', 'fecha'],
  ['audio', 'deixada'],
  ['rank sn', 'deixada'],
  ['constructor', 'deixada'],
  ['calculate', 'programa'],
])('the type %s is %s', (type, tipo) => {
  expect(rowType(type).tipo).toBe(tipo);
});

it('is known by its sheet survey with type and name, wherever its heading stands', () => {
  expect(isXlsform([aba('Survey', ['Meu formulário'], ['type', 'name', 'label'])])).toBe(true);
  expect(isXlsform([aba('survey', ['tipo', 'nome'])])).toBe(false);
  expect(isXlsform([aba('Plan1', ['type', 'name'])])).toBe(false);
});

const ruleOf = (text: string): string => text.replace(/\{(\w+)\}/gu, (_, name: string) => `\${${name}}`);

const conditionOf = (relevant: string) => {
  const { perguntas } = read(
    ['select_one sn', 'a', 'A?', '', 'yes'],
    ['select_one sn', 'b', 'B?', '', ''],
    ['select_multiple sn', 'm', 'M?', '', ''],
    ['integer', 'n', 'N?', '', ''],
    ['text', 't', 'T?', ruleOf(relevant), ''],
  );
  const { mostrar_se: condition, avisos } = perguntas[4] as PerguntaLida;
  return [condition ? `${condition.pergunta}:${condition.opcoes}` : null, avisos.length];
};

it.each([
  ["{a} = 'sim'", '0:0', 0],
  ['{a}="nao"', '0:1', 0],
  ["({a} = 'sim') or ({a} = 'nao')", '0:0,1', 0],
  ["selected({m}, 'nao')", '2:1', 0],
  ["not({a} = 'sim')", '0:1', 0],
  ["{a} != 'sim'", '0:1', 0],
  ['true()', null, 0],
  // This condition also holds for blank answers.
  ["{b} != 'sim'", null, 1],
  ["{m} = 'sim'", null, 1],
  ["{a} = 'sim' or {b} = 'sim'", null, 1],
  ["{a} = 'sim' and {b} = 'nao'", '1:1', 1],
  ["selected({m}, 'sim') and selected({m}, 'nao')", '2:0', 1],
  ['{n} > 17', null, 1],
  ["{x} = 'sim'", null, 1],
  ["{a} = 'talvez'", null, 1],
  ["{a} = 'sim' and", null, 1],
  ['count-selected({m}) >= 1', null, 1],
  [`${'('.repeat(20_000)}{a} = 'sim'`, null, 1],
])('relevant %s', (relevant, condition, avisos) => {
  expect(conditionOf(relevant)).toEqual([condition, avisos]);
});

it('keeps codes that are numbers, gives others the next free one, and remembers their names', () => {
  const lido = readXlsform([
    aba('survey', ['type', 'name', 'label'], ['select_one x', 'q', 'Q?']),
    aba(
      'choices',
      ['list_name', 'name', 'label'],
      ['x', '1', 'A'],
      ['x', 'b', 'B'],
      ['x', '99', 'NS'],
      ['x', '-1', 'C'],
    ),
  ]);
  expect(lido.perguntas[0]?.opcoes).toEqual([
    { texto: 'A', valor: 1, especial: null },
    { texto: 'B', valor: 2, especial: null, nome: 'b' },
    { texto: 'NS', valor: 99, especial: 'nao_sabe' },
    { texto: 'C', valor: -1, especial: null },
  ]);
});

it('reads a battery of KoboToolbox: one question each, behind what its group asks', () => {
  const { perguntas } = readXlsform([
    aba(
      'survey',
      ['type', 'name', 'label', 'kobo--score-choices'],
      ['begin_score', 'nota', 'Como avalia:', 'sn'],
      ['score__row', 'luz', 'a luz'],
      ['score__row', 'agua', 'a água'],
      ['end_score', '', ''],
      ['text', 'fim', 'Algo mais?'],
    ),
    CHOICES,
  ]);
  expect(perguntas.map(({ codigo, texto, tipo, opcoes }) => [codigo, texto, tipo, opcoes.length])).toEqual([
    ['luz', 'Como avalia: a luz', 'escolha', 2],
    ['agua', 'Como avalia: a água', 'escolha', 2],
    ['fim', 'Algo mais?', 'texto', 0],
  ]);
  expect([...itemsOfBatteries(perguntas)]).toEqual([
    [0, { inicio: 0, texto: 'Como avalia:', item: 'a luz' }],
    [1, { inicio: 0, texto: 'Como avalia:', item: 'a água' }],
  ]);
});

it('reads a table of the same list as a battery, and neither other answers, a ranking nor a page of fields', () => {
  const batteries = (appearance: string, second: string, rank = '') => {
    const { perguntas } = readXlsform([
      aba(
        'survey',
        ['type', 'name', 'label', 'appearance', 'kobo--rank-items'],
        ['begin_group', 'grupo', 'Quanto confia em', appearance, rank],
        ['select_one sn', 'luz', 'a luz'],
        [second, 'agua', 'a água'],
        ['end_group', '', ''],
      ),
      CHOICES,
    ]);
    return itemsOfBatteries(perguntas).size;
  };
  expect(batteries('w4 table-list', 'select_one sn')).toBe(2);
  expect(batteries('table-list', 'select_multiple sn')).toBe(0);
  expect(batteries('table-list', 'select_one sn', 'sn')).toBe(0);
  expect(batteries('field-list', 'select_one sn')).toBe(0);
});

it('says what it cannot read: a list that is not there, a file of choices, a limit, a long name', () => {
  const { perguntas } = readXlsform([
    aba(
      'survey',
      ['type', 'name', 'label', 'constraint'],
      ['select_one fora', 'q1', 'Q1?', ''],
      ['select_one_from_file cidades.csv', 'q2', 'Q2?', ''],
      ['integer', 'nome_de_variavel_comprido', 'Q3?', '. mod 2 = 0'],
    ),
  ]);
  expect(perguntas.map(({ codigo, nome, tipo, avisos }) => [codigo, nome, tipo, ...avisos])).toEqual([
    ['q1', 'q1', 'texto', 'A lista de opções “fora” não está na aba “choices”.'],
    ['q2', 'q2', 'texto', 'As opções estão no arquivo “cidades.csv”, que não está no formulário.'],
    [...['P3', 'nome_de_variavel_comprido', 'numero'], 'O limite “. mod 2 = 0” do formulário não foi lido.'],
  ]);
});

it('reads the texts without a language where none is Portuguese, and those that one language lacks in another', () => {
  const lido = readXlsform([
    aba(
      'survey',
      ['type', 'name', 'label::Français', 'label::English'],
      ['text', 'a', 'Âge?', 'Age?'],
      ['text', 'b', 'Nom?', ''],
    ),
    aba('settings', ['form_title', 'default_language'], ['Casa', 'English']),
  ]);
  expect(lido.perguntas.map(({ texto }) => texto)).toEqual(['Age?', 'Nom?']);
  expect([lido.titulo, ...lido.sobras]).toEqual([
    'Casa',
    'Textos em Français: a Escuta leu os textos em English.',
  ]);
});

it('names of variables are those that the format takes, each once', () => {
  const taken = new Set<string>();
  expect(['P1', 'p1', '7', 'Idade é?', '7.1'].map((code) => variableName(code, taken))).toEqual([
    'P1',
    'p1_2',
    'p_7',
    'Idade_e_',
    'p_7.1',
  ]);
});

const base: PerguntaLida = {
  ...{ codigo: 'P1', texto: 'Mora aqui?', tipo: 'escolha', obrigatoria: true, ler_opcoes: false },
  ...{ instrucao: 'Ler duas vezes', minimo: null, maximo: null, unidade: null, mostrar_se: null, avisos: [] },
  opcoes: [
    { texto: 'Sim', valor: 1, especial: null },
    { texto: 'Não', valor: 2, especial: null },
    { texto: 'Outra coisa', valor: 8, especial: 'outro' },
    { texto: 'Não soube dizer nada', valor: 99, especial: 'nao_sabe' },
  ],
};

it('a questionnaire that is written is read back as it was', () => {
  const perguntas: PerguntaLida[] = [
    base,
    {
      ...base,
      codigo: 'P 2/b',
      tipo: 'multipla',
      obrigatoria: false,
      mostrar_se: { pergunta: 0, opcoes: [0, 2] },
    },
    {
      ...base,
      codigo: 'P3',
      tipo: 'numero',
      minimo: 0,
      maximo: 12.5,
      unidade: 'anos',
      opcoes: base.opcoes.slice(3),
      mostrar_se: { pergunta: 1, opcoes: [1] },
    },
    { ...base, codigo: 'P4', tipo: 'escala', minimo: 0, maximo: 10, opcoes: [], observada: true },
    { ...base, codigo: 'P5', tipo: 'escala', opcoes: [], instrucao: null },
    { ...base, codigo: 'P6', tipo: 'data', opcoes: base.opcoes.slice(3) },
    { ...base, codigo: 'P7', tipo: 'texto', opcoes: [], ler_opcoes: true },
  ];
  const abas = writeXlsform({ titulo: 'Bairro & cia', apresentacao: 'Bom dia.\nPodemos?', perguntas });
  const again = readXlsform(abas.map(({ nome, colunas, linhas }) => aba(nome, colunas, ...linhas)));
  expect(again.perguntas.map(({ nome: _, ...one }) => one)).toEqual(perguntas);
  expect([again.titulo, again.apresentacao, again.sobras]).toEqual([
    'Bairro & cia',
    'Bom dia.\nPodemos?',
    [],
  ]);
});

it('reads as many questions as a questionnaire has, and says how many are left; no name is a text of pages', () => {
  const linhas = Array.from({ length: 305 }, (_, at) => ['select_one x', `q${at}`, `Q${at}?`]);
  const lido = readXlsform([
    aba('survey', ['type', 'name', 'label'], ...linhas, ['note', 'fim', 'Obrigado']),
    aba('choices', ['list_name', 'name', 'label'], ['x', 'a'.repeat(5000), 'A'], ['x', 'b', 'B']),
  ]);
  expect(lido.perguntas).toHaveLength(300);
  expect(lido.sobras).toContain(
    '5 perguntas além das 300 que um questionário pode ter, a partir de “Q300?”.',
  );
  expect(lido.linhas?.filter(({ uso }) => uso === 'deixada')).toHaveLength(5);
  expect(lido.perguntas[0]?.opcoes.map(({ nome }) => nome?.length)).toEqual([200, 1]);
});

it('conditions of several tests, batteries, whole numbers, places and cards are written as other programs know them', () => {
  const base = {
    obrigatoria: true,
    ler_opcoes: true,
    instrucao: null,
    minimo: null,
    maximo: null,
    unidade: null,
  };
  const plain = { ...base, opcoes: [], mostrar_se: null, avisos: [] };
  const opcoes = ['Bom', 'Ruim'].map((texto, at) => ({ texto, valor: at + 1, especial: null }));
  const bateria = { id: 'b', texto: 'Como avalia cada um?' };
  const item = (codigo: string, texto: string) => ({
    ...plain,
    codigo,
    texto,
    tipo: 'escolha' as const,
    opcoes,
    regras: { bateria },
  });
  const abas = writeXlsform({
    titulo: null,
    apresentacao: null,
    perguntas: [
      { ...plain, codigo: 'idade', texto: 'Idade?', tipo: 'numero', regras: { inteiro: true } },
      { ...item('luz', 'A luz'), imagem: 'luz.png' },
      { ...item('agua', 'A água'), regras: { bateria, rodizio: 'sorteio' } },
      {
        ...plain,
        ...{ codigo: 'fim', texto: 'Onde?', tipo: 'lugar' },
        condicao: {
          liga: 'e',
          testes: [
            { pergunta: 0, de: 16, ate: 24 },
            { pergunta: 1, opcoes: ['0'] },
            { pergunta: 2, exceto: ['1'] },
          ],
        },
      },
    ],
  });
  const [survey] = abas;
  const rows = (survey?.linhas ?? []).map((linha) =>
    Object.fromEntries(linha.map((celula, at) => [survey?.colunas[at], celula])),
  );
  expect(rows.map(({ type }) => type)).toEqual([
    ...['integer', 'begin_group', 'select_one lista_luz', 'select_one lista_agua', 'end_group', 'geopoint'],
  ]);
  expect(rows[1]).toMatchObject({ label: 'Como avalia cada um?', appearance: 'field-list' });
  expect(rows[2]?.['media::image']).toBe('luz.png');
  expect(rows[3]?.parameters).toBe('randomize=true');
  expect(rows[5]?.relevant).toBe(
    ruleOf(
      "({idade} >= 16 and {idade} <= 24) and selected({luz}, '1') and ({agua} != '' and not(selected({agua}, '2')))",
    ),
  );
  const { perguntas } = readXlsform(abas.map(({ nome, colunas, linhas }) => aba(nome, colunas, ...linhas)));
  expect(perguntas.map(({ texto }) => texto)).toEqual([
    ...['Idade?', 'Como avalia cada um? A luz', 'Como avalia cada um? A água'],
  ]);
  expect([...itemsOfBatteries(perguntas).values()].map(({ texto, item: words }) => [texto, words])).toEqual([
    ['Como avalia cada um?', 'A luz'],
    ['Como avalia cada um?', 'A água'],
  ]);
});
