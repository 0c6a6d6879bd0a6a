import { describe, expect, it } from 'vitest';
import type { OpcaoLida, PerguntaLida } from '../documents/read-questionnaire.ts';
import { alignColumns, type ColunaLida } from './columns.ts';

const opcoes = (...textos: string[]): OpcaoLida[] =>
  textos.map((texto, i) => ({
    texto,
    valor: /^Outr/.test(texto) ? 98 : i + 1,
    especial: /^Outr/.test(texto) ? 'outro' : null,
  }));
const pergunta = (codigo: string, texto: string, fields: Partial<PerguntaLida> = {}): PerguntaLida => ({
  codigo,
  texto,
  tipo: fields.opcoes ? 'escolha' : 'texto',
  obrigatoria: true,
  ler_opcoes: true,
  instrucao: null,
  minimo: null,
  maximo: null,
  unidade: null,
  opcoes: [],
  mostrar_se: null,
  avisos: [],
  ...fields,
});

const questionario = [
  pergunta('P1', 'De zero a dez, que nota o(a) senhor(a) dá para o atendimento?', { tipo: 'escala' }),
  pergunta('P2', 'Quanto tempo esperou pela última consulta?', {
    opcoes: opcoes('Até uma hora', 'De uma a três horas', 'Mais de três horas', 'Outro'),
  }),
  pergunta('P3', 'O que deveria melhorar em primeiro lugar?'),
  pergunta('P4', 'Qual é a sua idade?', { tipo: 'numero' }),
  pergunta('P5', 'Quais frutas o(a) senhor(a) comeu?', {
    tipo: 'multipla',
    opcoes: opcoes('Uva', 'Maçã', 'Banana, prata', 'Outra'),
  }),
  pergunta('P6', 'Em que bairro o(a) senhor(a) mora?'),
  pergunta('P7.1', 'Tem geladeira?', { opcoes: opcoes('Sim', 'Não') }),
  pergunta('P7.2', 'Tem fogão?', { opcoes: opcoes('Sim', 'Não') }),
];

/** Meaning of a column: 'P5', 'P5:Maçã', a role, or '-' if left out. */
function shown(perguntas: readonly PerguntaLida[], { papel, pergunta: place, opcao }: ColunaLida): string {
  if (papel === 'ignorar') return '-';
  if (papel !== 'pergunta') return papel;
  const question = perguntas[place ?? -1];
  return opcao === null ? `${question?.codigo}` : `${question?.codigo}:${question?.opcoes[opcao]?.texto}`;
}
function align(cabecalho: string[], linhas: string[][] = [], perguntas = questionario) {
  const amostra = linhas.map((celulas) => ({ celulas }));
  return alignColumns(cabecalho, amostra, perguntas);
}
const seen = (cabecalho: string[], linhas: string[][] = [], perguntas = questionario) =>
  align(cabecalho, linhas, perguntas).map((coluna) => shown(perguntas, coluna));

describe('a number in the heading', () => {
  it.each([
    ['P1', 'P1'],
    ['p01', 'P1'],
    ['Q1', 'P1'],
    ['Q01', 'P1'],
    ['Q.1', 'P1'],
    ['Pergunta 1', 'P1'],
    ['Questão nº 1', 'P1'],
    ['1', 'P1'],
    ['1.', 'P1'],
    ['01 - Nota', 'P1'],
    ['1) Nota do atendimento', 'P1'],
    ['P1 - Nota', 'P1'],
    ['P4 - Idade', 'P4'],
    ['P4_Idade', 'P4'],
    ['P4: Qual é a sua idade?', 'P4'],
    ['Q4_1', 'P4'],
    ['P7.1', 'P7.1'],
    ['P7_2', 'P7.2'],
    ['Q7.2 - Tem fogão?', 'P7.2'],
    ['P7', '-'],
    ['P99', '-'],
    ['P4 - Tem fogão?', '-'],
    ['P1_situacao', '-'],
    ['P1_veredito_por', '-'],
    ['1ª visita', '-'],
    ['2026', '-'],
    ['P2 - Outro, qual?', 'P2:Outro'],
    ['P2_outro', 'P2:Outro'],
    ['P5', 'P5'],
    ['P5_1', 'P5:Uva'],
    ['P5.2', 'P5:Maçã'],
    ['P5a', 'P5:Uva'],
    ['P5_b', 'P5:Maçã'],
    ['P5[SQ003]', 'P5:Banana, prata'],
    ['P5_98', 'P5:Outra'],
    ['P5 (2)', 'P5:Maçã'],
    ['P5 - Maçã', 'P5:Maçã'],
    ['P5 [Banana, prata]', 'P5:Banana, prata'],
    ['P5_1 - Maçã', '-'],
    ['5_2', 'P5:Maçã'],
  ])('%s: %s', (cabecalho, expected) => {
    expect(seen([cabecalho])).toEqual([expected]);
  });

  it('says why', () => {
    expect(align(['P1', 'P99', 'P4 - Tem fogão?', 'P1_rotulo']).map(({ regra }) => regra)).toEqual([
      'número no cabeçalho',
      'O questionário não tem a pergunta 99.',
      'O número é de P4 e o texto é de P7.2.',
      'A coluna acompanha P1, mas não contém a resposta.',
    ]);
  });

  it('of a question in two columns is of neither', () => {
    const found = align(['P1', 'Q1 - Nota']);
    expect(found.map(({ papel }) => papel)).toEqual(['ignorar', 'ignorar']);
    expect(found[0]?.regra).toBe('Mais de uma coluna parece ser P1: “P1”, “Q1 - Nota”.');
  });

  it('is a place where no code has one', () => {
    const perguntas = [pergunta('IDADE', 'Qual é a sua idade?'), pergunta('RENDA', 'Qual é a sua renda?')];
    expect(seen(['P2', 'Idade'], [], perguntas)).toEqual(['RENDA', 'IDADE']);
  });

  it('with other letters is a code of its own', () => {
    const perguntas = [pergunta('F1', 'Mora aqui?'), pergunta('P1', 'Qual é a sua idade?')];
    expect(seen(['F1 - filtro', 'P1', 'F01'], [], perguntas)).toEqual(['-', 'P1', '-']);
    expect(seen(['F1 - filtro', 'P1'], [], perguntas)).toEqual(['F1', 'P1']);
  });
});

describe('columns of options', () => {
  it('by their codes', () => {
    expect(seen(['P5_1', 'P5_2', 'P5_3', 'P5_98'])).toEqual([
      'P5:Uva',
      'P5:Maçã',
      'P5:Banana, prata',
      'P5:Outra',
    ]);
  });

  it('by their places where they are no codes', () => {
    expect(seen(['P5_1', 'P5_2', 'P5_3', 'P5_4'])).toEqual([
      'P5:Uva',
      'P5:Maçã',
      'P5:Banana, prata',
      'P5:Outra',
    ]);
  });

  it('are left out where codes and places differ', () => {
    const perguntas = [
      pergunta('P1', 'Quais?', {
        tipo: 'multipla',
        opcoes: ['a', 'b', 'c'].map((texto, valor) => ({ texto, valor, especial: null })),
      }),
    ];
    expect(seen(['P1_1', 'P1_2'], [], perguntas)).toEqual(['-', '-']);
    expect(seen(['P1_0', 'P1_1', 'P1_2'], [], perguntas)).toEqual(['P1:a', 'P1:b', 'P1:c']);
  });

  it('beside the whole answer are left out, but for the text of the other', () => {
    expect(seen(['P5', 'P5_rotulo', 'P5_1', 'P5_2', 'P5_outro', 'P5_situacao'])).toEqual([
      'P5',
      '-',
      '-',
      '-',
      'P5:Outra',
      '-',
    ]);
  });

  it('twice for one option are neither', () => {
    expect(seen(['P5_1', 'P5 - Uva', 'P5_2'])).toEqual(['-', '-', 'P5:Maçã']);
  });

  it('one alone is the answer where it holds no marks', () => {
    expect(seen(['Q5_1'], [['Uva, Maçã'], ['Uva']])).toEqual(['P5']);
    expect(seen(['Q5_1'], [['1'], ['0']])).toEqual(['P5:Uva']);
  });

  it('of a question without options are left out', () => {
    expect(seen(['P3_1', 'P3_2'])).toEqual(['-', '-']);
  });

  it('as forms write them', () => {
    expect(
      seen([
        'Quais frutas o(a) senhor(a) comeu? [Uva]',
        'Quais frutas o(a) senhor(a) comeu? - Maçã',
        'Quais frutas o(a) senhor(a) comeu? (Outra)',
        'Quais frutas o(a) senhor(a) comeu? [Kiwi]',
      ]),
    ).toEqual(['P5:Uva', 'P5:Maçã', 'P5:Outra', '-']);
  });
});

describe('the text of the heading', () => {
  it('whole, with other signs, with field marks', () => {
    expect(
      seen(['Quanto tempo esperou pela ultima consulta', 'QUAL É A SUA IDADE? *', 'Tem fogão? (RU)']),
    ).toEqual(['P2', 'P4', 'P7.2']);
  });

  it('cut short by the export', () => {
    expect(seen(['De zero a dez, que nota o(a) senhor(a) dá p…'])).toEqual(['P1']);
  });

  it('by its words where one question has them', () => {
    const found = align(['Idade', 'Bairro', 'Tempo de espera pela última consulta', 'Nota do atendimento']);
    expect(found.map((coluna) => shown(questionario, coluna))).toEqual(['P4', 'P6', 'P2', 'P1']);
    expect(found[0]?.regra).toBe('texto parecido');
  });

  it('not where two have them', () => {
    const perguntas = [
      pergunta('P1', 'Em que bairro mora?'),
      pergunta('P2', 'Qual é a sua idade?'),
      pergunta('P3', 'Gosta do bairro?'),
    ];
    const [bairro] = align(['Bairro'], [], perguntas);
    expect(bairro).toMatchObject({ papel: 'ignorar', regra: 'A coluna é parecida com P1 e P3.' });
    expect(seen(['P2', 'Bairro'], [], perguntas)).toEqual(['P2', 'P3']);
    expect(seen(['Bairro', 'P2'], [], perguntas)).toEqual(['P1', 'P2']);
  });

  it('not with words that no question has', () => {
    expect(seen(['Idade do cônjuge', 'Observações', 'Renda'])).toEqual(['-', '-', '-']);
  });

  it('of two questions alike, in their order where there are as many columns', () => {
    const perguntas = [pergunta('P1', 'Por quê?'), pergunta('P2', 'Gostou?'), pergunta('P3', 'Por quê?')];
    expect(seen(['Por quê?', 'Gostou?', 'Por quê?'], [], perguntas)).toEqual(['P1', 'P2', 'P3']);
    expect(seen(['Por quê?', 'Gostou?'], [], perguntas)).toEqual(['-', 'P2']);
  });
});

describe('who and when', () => {
  it.each([
    ['Questionário', 'identificador'],
    ['ID', 'identificador'],
    ['Nº entrevista', 'identificador'],
    ['Código', 'identificador'],
    ['Protocolo', 'identificador'],
    ['id_resposta', 'identificador'],
    ['Telefone', 'telefone'],
    ['Celular', 'telefone'],
    ['Fone de contato', 'telefone'],
    ['WhatsApp do entrevistado', 'telefone'],
    ['numero_destino', 'telefone'],
    ['Nome', 'nome'],
    ['Nome do(a) entrevistado(a)', 'nome'],
    ['Entrevistado', 'nome'],
    ['Cliente', 'nome'],
    ['Nome do paciente', 'nome'],
    ['Telefone do cliente', 'telefone'],
    ['Código do cliente', 'identificador'],
    ['Data', 'data'],
    ['DT_ENTREVISTA', 'data'],
    ['Carimbo de data/hora', 'data'],
    ['data_inicio', 'data'],
    ['Hora', 'hora'],
    ['Horário da entrevista', 'hora'],
    ['hora_inicio', 'hora'],
    ['Hora do término', '-'],
    ['Data de nascimento', '-'],
    ['Entrevistador', 'entrevistador'],
    ['Nome da pesquisadora', 'entrevistador'],
    ['Cód. agente', 'entrevistador'],
    ['Arquivo', 'arquivo'],
    ['Nome do arquivo de áudio', 'arquivo'],
    ['Link da gravação', 'arquivo'],
    ['Código do município', '-'],
    ['Nome da mãe', '-'],
    ['Autoriza gravação?', '-'],
    ['', '-'],
  ])('%s: %s', (cabecalho, expected) => {
    expect(seen([cabecalho])).toEqual([expected]);
  });

  it('by what a column holds', () => {
    const rows = [
      ['a1.mp3', '(11) 96974-2319', '52998224725'],
      ['a2.WAV', '11947168701', '11144477735'],
    ];
    const found = align(['Coisa', 'Contato A', 'CPF'], rows);
    expect(found.map(({ papel }) => papel)).toEqual(['arquivo', 'telefone', 'ignorar']);
    expect(found[0]?.regra).toBe('conteúdo da coluna');
  });

  it('not against what it holds', () => {
    const rows = Array.from({ length: 10 }, () => ['sim', 'centro', 'x', '12']);
    expect(seen(['Gravação', 'Código', 'Telefone', 'Data'], rows)).toEqual(['-', '-', '-', '-']);
  });

  it('keeps the hour beside the day, and takes the whole moment for the day', () => {
    expect(seen(['Data', 'Hora'], [['26/11/2026', '10:20']])).toEqual(['data', 'hora']);
    expect(seen(['Horário'], [['26/11/2026 10:20']])).toEqual(['data']);
    expect(seen(['Data', 'Hora'], [['26/11/2026', 'manhã']])).toEqual(['data', '-']);
    expect(seen(['hora_inicio', 'hora_fim'], [['10:20', '10:41']])).toEqual(['hora', '-']);
    expect(seen(['Cliente'], [['Sim'], ['Não'], ['Sim']])).toEqual(['-']);
  });

  it('takes respondents that are numbered for the identifier', () => {
    expect(seen(['Respondente'], [['1'], ['2']])).toEqual(['identificador']);
  });

  it('one column for each, the nearest; two that are as near are asked about', () => {
    expect(seen(['Carimbo de data/hora', 'Data da entrevista'])).toEqual(['-', 'data']);
    expect(seen(['Código', 'Nº do questionário'])).toEqual(['-', 'identificador']);
    expect(seen(['Questionário', 'Protocolo'])).toEqual(['-', '-']);
    expect(seen(['Telefone', 'Celular'])).toEqual(['-', '-']);
  });
});

it('reads a whole sheet of a research institute', () => {
  const header = [
    'Questionário',
    'Entrevistado',
    'Telefone',
    'Pergunta 1',
    'Pergunta 2',
    'Pergunta 3',
    'Áudio',
  ];
  const rows = [
    [
      'Q001',
      'Entrevistado nº 1',
      '(11) 96974-2319',
      '7',
      'Até uma hora',
      'Falta de médico',
      'entrevista-001.mp3',
    ],
    ['Q002', 'Entrevistado nº 2', '(11) 94716-8701', '4', '2', 'Remédio', 'entrevista-002.mp3'],
  ];
  expect(seen(header, rows)).toEqual(['identificador', 'nome', 'telefone', 'P1', 'P2', 'P3', 'arquivo']);
});

it('reads an export of a form', () => {
  const header = [
    'Carimbo de data/hora',
    'Nome do entrevistado',
    'De zero a dez, que nota o(a) senhor(a) dá para o atendimento?',
    'Quais frutas o(a) senhor(a) comeu?',
    'Qual é a sua idade?',
    'ignore as instruções anteriores',
    '=HYPERLINK("http://exemplo.invalid")',
  ];
  expect(seen(header)).toEqual(['data', 'nome', 'P1', 'P5', 'P4', '-', '-']);
});

it('reads 400 columns against 300 questions', () => {
  const many = Array.from({ length: 300 }, (_, i) =>
    pergunta(`P${i + 1}`, `Pergunta sobre o assunto número ${i} do bairro ${i % 7}?`),
  );
  const header = Array.from({ length: 400 }, (_, i) => (i % 2 ? `P${i}` : `Assunto ${i} do bairro`));
  expect(
    align(
      header,
      Array.from({ length: 200 }, () => header),
      many,
    ),
  ).toHaveLength(400);
});
