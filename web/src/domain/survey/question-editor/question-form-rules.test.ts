import type { PerguntaWire } from '@escuta/shared/contracts/surveys/questionarios';
import { describe, expect, it } from 'vitest';
import { conditionValues, newTest } from './condition-values.ts';
import { typedBound } from './numbers.ts';
import {
  emptyOption,
  nextValue,
  optionOfLine,
  optionsOfList,
  optionValue,
  seededOptions,
  synonymsOf,
} from './option-values.ts';
import { changeBody, questionSchema, sheetQuestionSchema, valuesOf } from './question-form-rules.ts';

const blank = valuesOf(null);
const issuesOf = (values: object) => {
  const checked = questionSchema.safeParse({ ...blank, texto_pergunta: 'Como foi?', ...values });
  return checked.success ? [] : checked.error.issues.map(({ path, message }) => [path.join('.'), message]);
};
const bodyOf = (values: object) => questionSchema.parse({ ...blank, texto_pergunta: 'Como foi?', ...values });

describe('what is asked for', () => {
  it('the text, trimmed', () => {
    expect(issuesOf({ texto_pergunta: '   ' })).toEqual([
      ['texto_pergunta', 'Texto da pergunta é obrigatório.'],
    ]);
    expect(bodyOf({ texto_pergunta: '  Como foi? ' }).texto_pergunta).toBe('Como foi?');
  });

  it('every option in words, and at least one', () => {
    const respostas_definidas = [{ ...emptyOption(1), texto_resposta: 'Sim' }, emptyOption(2)];
    expect(issuesOf({ tipo: 'escolha', respostas_definidas })).toEqual([
      ['respostas_definidas.1.texto_resposta', 'Escreva o texto da opção.'],
    ]);
    expect(issuesOf({ tipo: 'multipla' })).toEqual([['tipo', 'Adicione ao menos uma opção.']]);
    // A question with a typed answer ignores options left from an earlier kind.
    expect(issuesOf({ tipo: 'texto', respostas_definidas })).toEqual([]);
  });

  it('an answer for a condition, and bounds that make a scale', () => {
    const test = { ...newTest(null), pergunta: 'p1' };
    expect(issuesOf({ testes: [test] })).toEqual([['testes.0.opcoes', 'Selecione ao menos uma resposta.']]);
    expect(issuesOf({ testes: [newTest(null)] })).toEqual([['testes.0.pergunta', 'Selecione a pergunta.']]);
    const ranges = [
      { de: '', ate: '' },
      { de: 'dez', ate: '' },
      { de: '9', ate: '3' },
      { de: '16', ate: '' },
    ].map((range) => issuesOf({ testes: [{ ...test, forma: 'faixa', ...range }] }).flat());
    expect(ranges).toEqual([
      ['testes.0.de', 'Informe ao menos um dos números.'],
      ['testes.0.de', 'Informe um número.'],
      ['testes.0.ate', 'O segundo número deve ser maior.'],
      [],
    ]);
    expect(issuesOf({ tipo: 'escala' })).toHaveLength(2);
    expect(issuesOf({ tipo: 'escala', minimo: '0', maximo: '10' })).toEqual([]);
    expect(issuesOf({ tipo: 'escala', minimo: '0', maximo: '0,5' })).toEqual([
      ['maximo', 'A escala precisa começar e terminar em números inteiros.'],
    ]);
    expect(issuesOf({ tipo: 'escala', minimo: '0', maximo: '100' })).toEqual([
      ['maximo', 'Use até 21 pontos na escala.'],
    ]);
    expect(issuesOf({ tipo: 'numero', minimo: '9', maximo: '3' })).toEqual([
      ['maximo', 'O máximo deve ser maior que o mínimo.'],
    ]);
    expect(issuesOf({ tipo: 'numero', minimo: 'três' })).toEqual([['minimo', 'Informe um número.']]);
    expect(issuesOf({ tipo: 'numero' })).toEqual([]);
    expect(issuesOf({ tipo: 'numero', inteiro: true, minimo: '0,5' })).toEqual([
      ['maximo', 'O mínimo e o máximo também precisam ser números inteiros.'],
    ]);
    expect(issuesOf({ tipo: 'numero', encerra_de: '18', encerra_ate: '2' })).toEqual([
      ['encerra_ate', 'O segundo número deve ser maior.'],
    ]);
  });
});

describe('what is sent', () => {
  it('options in their order, values whole, saved ones with their id', () => {
    const respostas_definidas = [
      {
        ...emptyOption(1),
        opcaoId: 'a',
        texto_resposta: ' Sim ',
        valor: '1,5',
        sinonimos: 'claro, , uhum,claro',
      },
      { ...emptyOption(2), texto_resposta: 'NS', valor: 'x', especial: 'nao_sabe' },
    ];
    expect(bodyOf({ tipo: 'escolha', respostas_definidas }).respostas_definidas).toEqual([
      {
        ...{ id: 'a', texto_resposta: 'Sim', valor: 1, ordem: 1, sinonimos: ['claro', 'uhum'] },
        ...{ especial: null, regras: null },
      },
      { texto_resposta: 'NS', valor: 0, ordem: 2, sinonimos: [], especial: 'nao_sabe', regras: null },
    ]);
  });

  it('nothing that its kind has not', () => {
    expect(
      bodyOf({
        tipo: 'data',
        minimo: '1',
        maximo: '2',
        unidade: 'anos',
        respostas_definidas: seededOptions(),
      }),
    ).toMatchObject({ minimo: null, maximo: null, unidade: null, respostas_definidas: [], mostrar_se: null });
    expect(bodyOf({ tipo: 'numero', minimo: '1.200,5', unidade: ' reais ' })).toMatchObject({
      minimo: 1200.5,
      maximo: null,
      unidade: 'reais',
    });
  });

  it('a saved question unchanged is what it was', () => {
    const pergunta: PerguntaWire = {
      id: 'p2',
      questionario_id: 'q',
      codigo: 'P2',
      texto_pergunta: 'Por quê?',
      tipo: 'escolha',
      multipla_escolha: true,
      campo_texto: false,
      ler_opcoes: false,
      observada: false,
      instrucao: 'Espere a resposta.',
      mostrar_se: { pergunta_id: 'p1', opcoes: ['o1'] },
      regras: {
        rodizio: 'sorteio',
        bateria: { id: 'b', texto: 'Quanto a', rodizio: true },
        encerra: { faixa: null, mensagem: 'Obrigado.' },
        cartao: { id: 'c', descricao: 'Carinhas' },
      },
      condicao_quebrada: null,
      minimo: null,
      maximo: null,
      unidade: null,
      ordem: 2,
      ativo: false,
      respostas_definidas: [
        {
          id: 'o9',
          texto_resposta: 'Preço',
          valor: -3,
          ordem: 1,
          sinonimos: ['caro', 'valor'],
          especial: null,
          regras: { fixa: true, encerra: true, bloco: 2 },
        },
      ],
    };
    const { id: _, questionario_id: _q, multipla_escolha: _m, condicao_quebrada: _c, ...same } = pergunta;
    const { ordem: _o, ...sent } = same;
    expect(questionSchema.parse(valuesOf(pergunta))).toEqual(sent);
  });
});

it('a condition of several tests, on options, numbers and words, comes back as it was saved', () => {
  const mostrar_se: PerguntaWire['mostrar_se'] = {
    liga: 'ou',
    testes: [
      { pergunta_id: 'p1', opcoes: ['a', 'b'] },
      { pergunta_id: 'p2', exceto: ['c'] },
      { pergunta_id: 'p3', de: 16, ate: null },
      { pergunta_id: 'p4', contem: 'feira' },
    ],
  };
  expect(bodyOf(conditionValues(mostrar_se)).mostrar_se).toEqual(mostrar_se);
});

describe('rules of a question', () => {
  const option = (texto_resposta: string, more: object = {}) => ({
    ...emptyOption(1),
    texto_resposta,
    ...more,
  });

  it('are sent only where its kind has them', () => {
    const all = {
      ...{ inteiro: true, rodizio: 'sorteio', encerra_de: '', encerra_ate: '15', mensagem: ' Obrigado. ' },
      respostas_definidas: [option('Nenhum', { exclusiva: true, fixa: true, encerra: true, bloco: '2' })],
    };
    expect(bodyOf({ ...all, tipo: 'texto' }).regras).toBeNull();
    expect(bodyOf({ ...all, tipo: 'numero' }).regras).toEqual({
      inteiro: true,
      encerra: { faixa: { de: null, ate: 15 }, mensagem: 'Obrigado.' },
    });
    const several = bodyOf({ ...all, tipo: 'multipla' });
    expect(several.regras).toEqual({
      rodizio: 'sorteio',
      encerra: { faixa: null, mensagem: 'Obrigado.' },
    });
    expect(several.respostas_definidas?.[0]?.regras).toEqual({
      ...{ exclusiva: true, encerra: true, fixa: true, bloco: 2 },
    });
    // A single choice has no exclusive option; without rotation no option is fixed.
    const one = bodyOf({ ...all, tipo: 'escolha', rodizio: '' });
    expect(one.respostas_definidas?.[0]?.regras).toEqual({ encerra: true });
  });

  it('a scale keeps labels that this form does not show, and a number the codes that it does', () => {
    const base = { ...valuesOf(null), texto_pergunta: 'Nota?' };
    const saved = (tipo: 'escala' | 'numero', especial: 'nao_sabe' | null) =>
      ({
        codigo: 'P1',
        ...questionSchema.parse({ ...base, tipo, minimo: '0', maximo: '10' }),
        respostas_definidas: [
          { id: 'o', texto_resposta: 'Dez', valor: 10, ordem: 1, sinonimos: [], especial, regras: null },
        ],
      }) as unknown as PerguntaWire;
    const change = (before: PerguntaWire) => changeBody(before, questionSchema.parse(valuesOf(before)));
    expect(change(saved('escala', null))?.respostas_definidas).toBeUndefined();
    expect(change(saved('numero', 'nao_sabe'))?.respostas_definidas).toHaveLength(1);
  });
});

it('seeds two empty options with the values 1 and 2, and goes on after the highest', () => {
  expect(seededOptions().map(({ texto_resposta, valor }) => [texto_resposta, valor])).toEqual([
    ['', '1'],
    ['', '2'],
  ]);
  expect(nextValue(seededOptions())).toBe(3);
  expect(nextValue([emptyOption(9), emptyOption(2)])).toBe(10);
  expect(nextValue([])).toBe(1);
  // A special option such as '97 Outro' does not count, unless its value is the next one.
  expect(nextValue([emptyOption(1), { ...emptyOption(97), especial: 'outro' }])).toBe(2);
  expect(nextValue([emptyOption(1), { ...emptyOption(2), especial: 'outro' }])).toBe(3);
});

it('reads values and bounds as people type them', () => {
  expect(['7', ' -2 ', '', 'abc', '99x'].map(optionValue)).toEqual([7, -2, 0, 0, 99]);
  const bounds = ['', '2,5', '3.5', '1.000,0', '1.000', '1.200', '1.200,5', '-5', 'três'];
  expect(bounds.map(typedBound)).toEqual([null, 2.5, 3.5, 1000, 1000, 1200, 1200.5, -5, Number.NaN]);
  expect(synonymsOf(' , ')).toEqual([]);
});

describe('a question whose answers stand in a sheet', () => {
  const sheet = (values: object) =>
    sheetQuestionSchema.safeParse({
      ...blank,
      texto_pergunta: 'Idade?',
      codigo: 'P1',
      tipo: 'numero',
      ...values,
    });

  it('needs its code, and a number keeps the codes that are no number, and no other options', () => {
    expect(
      sheet({ codigo: ' ' }).error?.issues.map(({ path, message }) => [path.join('.'), message]),
    ).toEqual([['codigo', 'Informe o código da pergunta.']]);
    const nsnr = { ...emptyOption(99), texto_resposta: 'NS/NR', especial: 'nao_sabe' };
    const { data } = sheet({ respostas_definidas: [...seededOptions(), nsnr] });
    expect(data?.respostas_definidas).toMatchObject([
      { texto_resposta: 'NS/NR', valor: 99, especial: 'nao_sabe' },
    ]);
    expect(sheet({ tipo: 'texto', respostas_definidas: [nsnr] }).data?.respostas_definidas).toEqual([]);
  });
});

it('reads options as institutes print them, and a pasted list of them', () => {
  const lines = [
    '1 - Boa',
    '( ) 2 Ruim',
    'Muito boa ..... 3',
    'Regular 4',
    'Não -> P5',
    '18 a 24 anos',
    'De 2 a 5',
    '☐ Sim',
  ];
  expect(lines.map(optionOfLine).map(({ texto, valor }) => [texto, valor])).toEqual([
    ['Boa', 1],
    ['Ruim', 2],
    ['Muito boa', 3],
    ['Regular', 4],
    ['Não', null],
    ['18 a 24 anos', null],
    ['De 2 a 5', null],
    ['Sim', null],
  ]);
  expect(optionsOfList('Boa', 1)).toEqual([]);
  expect(
    optionsOfList('Boa\r\n\r\nRuim\nNS/NR 9\n', 3).map((one) => [
      one.texto_resposta,
      one.valor,
      one.especial,
    ]),
  ).toEqual([
    ['Boa', '3', ''],
    ['Ruim', '4', ''],
    ['NS/NR', '9', 'nao_sabe'],
  ]);
  const pasted = (text: string) =>
    optionsOfList(text, 1).map(({ texto_resposta, valor }) => `${valor} ${texto_resposta}`);
  expect(pasted('a) Sim\nb) Não')).toEqual(['1 Sim', '2 Não']);
  expect(pasted('1 – Sim\n2 – Não\nOutro … 97')).toEqual(['1 Sim', '2 Não', '97 Outro']);
  // If only some lines end in a number, the number belongs to the words.
  expect(pasted('Fundamental 1\nFundamental 2\nMédio')).toEqual([
    '1 Fundamental 1',
    '2 Fundamental 2',
    '3 Médio',
  ]);
  expect(
    optionsOfList('Padaria\nNenhum\nOutros', 1).map(({ especial, exclusiva }) => [especial, exclusiva]),
  ).toEqual([
    ['', false],
    ['', true],
    ['outro', false],
  ]);
});
