import { describe, expect, it } from 'vitest';
import { scaleOf } from '../options/scale-words.ts';
import { blocksOfText } from './document.ts';
import { readQuestionnaire } from './questionnaire-grammar.ts';
import { itemsOfBatteries } from './read-batteries.ts';
import type { PerguntaLida } from './read-questionnaire.ts';

const read = (text: string) => readQuestionnaire(blocksOfText(text));
const brief = ({ codigo, tipo, texto, opcoes }: PerguntaLida) =>
  [
    codigo,
    tipo,
    texto,
    ...opcoes.map(
      ({ valor, texto: words, especial }) => `${valor}=${words}${especial ? `!${especial}` : ''}`,
    ),
  ].join(' | ');
const all = (text: string) => read(text).perguntas.map(brief);

it('reads title, opening, scale, boxed options, free answer and a table of codes that broke into lines', () => {
  const { titulo, apresentacao, perguntas, sobras } = read(`Questionário de avaliação do posto
de saúde
Apresentação: Boa tarde. Esta é uma pesquisa sobre o atendimento no posto de
saúde do seu bairro. O(a) senhor(a) aceita participar?
1. De zero a dez, que nota o(a) senhor(a) dá para o atendimento? ______
2. Quanto tempo esperou pela última consulta?
( ) Até uma hora ( ) De uma a três horas ( ) Mais de três horas
3. O que deveria melhorar em primeiro lugar? (resposta livre)
Código
Opção
Valor
2.1
Até uma hora
10
Observação: ler "pausadamente" -- aguardar 5 segundos... Ação, coração,
pêssego, avô, às.`);
  expect(titulo).toBe('Questionário de avaliação do posto de saúde');
  expect(apresentacao).toMatch(/^Boa tarde\. .* aceita participar\?$/);
  expect(perguntas.map(brief)).toEqual([
    'P1 | escala | De zero a dez, que nota o(a) senhor(a) dá para o atendimento?',
    'P2 | escolha | Quanto tempo esperou pela última consulta? | 1=Até uma hora | 2=De uma a três horas | 3=Mais de três horas',
    'P3 | texto | O que deveria melhorar em primeiro lugar?',
  ]);
  expect(perguntas[0]).toMatchObject({ minimo: 0, maximo: 10 });
  expect(perguntas[2]!.instrucao).toBe(
    'ler "pausadamente" -- aguardar 5 segundos... Ação, coração, pêssego, avô, às.',
  );
  expect(sobras).toEqual([]);
});

it('gives options the codes of a table that stands after the questions', () => {
  const { perguntas } = read(`1. Quanto esperou?
( ) Até uma hora ( ) Mais de uma hora
2. Por quê?
Código Opção Valor
1.1 Até uma hora 10
1.2 Mais de uma hora 20`);
  expect(perguntas.map(brief)).toEqual([
    'P1 | escolha | Quanto esperou? | 10=Até uma hora | 20=Mais de uma hora',
    'P2 | texto | Por quê?',
  ]);
});

describe('how questions are numbered', () => {
  it.each([
    ['P1) Mora aqui?\nP2) Há quanto tempo?', ['P1', 'P2']],
    ['Q1 - Mora aqui?\nQ02 - Há quanto tempo?', ['P1', 'P2']],
    ['P.1 Mora aqui?\nP.2 Há quanto tempo?', ['P1', 'P2']],
    ['Pergunta 1: Mora aqui?\nPergunta 2: Há quanto tempo?', ['P1', 'P2']],
    ['01 - Mora aqui?\n02 - Há quanto tempo?', ['P1', 'P2']],
    ['1) Mora aqui?\n2) Há quanto tempo?', ['P1', 'P2']],
    ['1º Mora aqui?\n2º Há quanto tempo?', ['P1', 'P2']],
    ['P3a) Mora aqui?\nP3b) Há quanto tempo?', ['P3a', 'P3b']],
    ['1. Mora aqui?\n1.1 Desde quando, então?\n2. Gosta?', ['P1', 'P1.1', 'P2']],
  ])('%j', (text, codes) => {
    expect(read(text).perguntas.map(({ codigo }) => codigo)).toEqual(codes);
  });

  it('does not take a list of options under the same sign for questions', () => {
    expect(
      all('1. Qual a sua renda?\n1. Até um salário\n2. De um a três\n3. Mais de três\n2. E a sua idade?'),
    ).toEqual([
      'P1 | escolha | Qual a sua renda? | 1=Até um salário | 2=De um a três | 3=Mais de três',
      'P2 | numero | E a sua idade?',
    ]);
  });

  it('does not take a year, a code or a number in a sentence for a question', () => {
    expect(
      all('1. Onde morava em\n2019. Antes da pandemia?\n2. Gosta?\n1 - Sim\n2 - Não\n99 - NS/NR'),
    ).toEqual([
      'P1 | texto | Onde morava em 2019. Antes da pandemia?',
      'P2 | escolha | Gosta? | 1=Sim | 2=Não | 99=NS/NR!nao_sabe',
    ]);
  });

  it('says where a number is left out', () => {
    expect(read('1. Um?\n3. Três?').perguntas[1]!.avisos).toEqual([
      'Depois da pergunta 1 vem a 3: confira se falta uma pergunta.',
    ]);
  });
});

describe('how options stand', () => {
  const sim = 'P1 | escolha | Mora aqui? | 1=Sim | 2=Não';
  it.each([
    ['P1) Mora aqui?\n( ) Sim\n( ) Não', sim],
    ['P1) Mora aqui? ( ) Sim ( ) Não', sim],
    ['P1) Mora aqui? [ ] Sim [ ] Não', sim],
    ['P1) Mora aqui?\n☐ Sim\n☐ Não', sim],
    ['P1) Mora aqui?\n1 - Sim\n2 - Não', sim],
    ['P1) Mora aqui? 1 - Sim 2 - Não', sim],
    ['P1) Mora aqui?\n1. Sim   2. Não', sim],
    ['P1) Mora aqui?\na) Sim\nb) Não', sim],
    ['P1) Mora aqui? (a) Sim (b) Não', sim],
    ['P1) Mora aqui?\n• Sim\n• Não', sim],
    ['P1) Mora aqui?\n- Sim\n- Não', sim],
    ['P1) Mora aqui?\n1 ( ) Sim 2 ( ) Não', sim],
    ['P1) Mora aqui?\n( ) 1. Sim\n( ) 2. Não', sim],
  ])('%j', (text, expected) => {
    expect(all(text)).toEqual([expected]);
  });

  it('keeps a form of address in the question', () => {
    expect(all('P1) O (a) senhor (a) votou?\n( ) Sim ( ) Não')).toEqual([
      'P1 | escolha | O (a) senhor (a) votou? | 1=Sim | 2=Não',
    ]);
  });

  it('joins an option that goes on in the next line', () => {
    expect(all('1. Qual?\n( ) A primeira das\nduas coisas\n( ) A segunda')).toEqual([
      'P1 | escolha | Qual? | 1=A primeira das duas coisas | 2=A segunda',
    ]);
  });

  it('knows what stands apart from the options: does not know, refuses, another', () => {
    expect(
      all('P1) Em quem vota?\n1 - Ana\n2 - Outro. Qual? ____\n98 - Não respondeu\n99 - Não sabe'),
    ).toEqual([
      'P1 | escolha | Em quem vota? | 1=Ana | 2=Outro. Qual?!outro | 98=Não respondeu!recusa | 99=Não sabe!nao_sabe',
    ]);
  });
});

describe("the field's marks", () => {
  it.each([
    ['P1) Problemas? (RM)\n( ) A\n( ) B', { tipo: 'multipla', texto: 'Problemas?' }],
    ['P1) Problemas? RU\n( ) A\n( ) B', { tipo: 'escolha', texto: 'Problemas?' }],
    ['P1) Problemas? (ESTIMULADA - LER)\n( ) A\n( ) B', { ler_opcoes: true, texto: 'Problemas?' }],
    ['P1) Problemas? (ESPONTÂNEA – NÃO LER)\n( ) A\n( ) B', { ler_opcoes: false, texto: 'Problemas?' }],
    [
      'P1) Que nota, de 1 a 5? MOSTRAR CARTÃO 3',
      { tipo: 'escala', minimo: 1, maximo: 5, instrucao: 'MOSTRAR CARTÃO 3', texto: 'Que nota, de 1 a 5?' },
    ],
    [
      'P1) Idade? |__|__| (OBRIGATÓRIA)',
      { tipo: 'numero', unidade: 'anos', obrigatoria: true, texto: 'Idade?' },
    ],
    ['P1) Quando nasceu? __/__/____', { tipo: 'data', texto: 'Quando nasceu?' }],
    ['P1) Por que ler é bom?', { tipo: 'texto', ler_opcoes: true, texto: 'Por que ler é bom?' }],
    ['P1) Usa o RU da faculdade, abertamente?', { texto: 'Usa o da faculdade, abertamente?' }],
  ])('%j', (text, expected) => {
    expect(read(text).perguntas[0]).toMatchObject(expected);
  });

  it('makes a condition of where people are sent on, and names what it cannot hold', () => {
    const { perguntas } = read(`P1) Tem filhos?
1 - Sim
2 - Não (PULE PARA P4)
P2) Quantos?
P3) Estudam?
1 - Sim
2 - Não → P5
P4) Trabalha?
1 - Sim
2 - Não - VÁ PARA A PERGUNTA 1
P5) Onde? (PULE PARA P9)`);
    expect(perguntas.map(({ mostrar_se }) => mostrar_se)).toEqual([
      null,
      { pergunta: 0, opcoes: [0] },
      { pergunta: 0, opcoes: [0] },
      { pergunta: 2, opcoes: [0] },
      null,
    ]);
    expect(perguntas[0]!.opcoes.map(({ texto }) => texto)).toEqual(['Sim', 'Não']);
    expect(perguntas[3]!.avisos).toEqual([
      'A opção “Não” leva de volta à pergunta 1: isso não foi lido como condição.',
    ]);
    expect(perguntas[4]!.avisos).toEqual(['Todas as respostas levam à pergunta 9, que não foi encontrada.']);
  });
});

it('takes the longest count for the questions, whatever list stands before them', () => {
  const form =
    '1. Leia tudo\n2. Assine\n01 - Nome completo\n02 – Cidade\n03 - Sexo\n( ) M ( ) F\n04 - Quantos anos?';
  expect(read(form).perguntas.map(({ codigo, texto }) => `${codigo} ${texto}`)).toEqual([
    'P1 Nome completo',
    'P2 Cidade',
    'P3 Sexo',
    'P4 Quantos anos?',
  ]);
});

it('tells the ends of a scale, and no range of anything else', () => {
  expect(scaleOf('De zero a dez, que nota?')).toEqual({ minimo: 0, maximo: 10 });
  expect(scaleOf('Numa escala entre 1 e 5')).toEqual({ minimo: 1, maximo: 5 });
  expect(scaleOf('De segunda a sexta, trabalha?')).toBeNull();
  expect(scaleOf('Esperou de 15 a 30 minutos?')).toBeNull();
});

it('keeps what it does not understand, and makes no question of a text without any', () => {
  expect(read('Um título\n\nUma nota qualquer.\n\nOutra nota.')).toMatchObject({
    titulo: 'Um título',
    perguntas: [],
    sobras: ['Uma nota qualquer.', 'Outra nota.'],
  });
  expect(read('1. Um?\n( ) A ( ) B\n\nBLOCO B – Moradia\n\n2. Dois?').sobras).toEqual(['BLOCO B – Moradia']);
  expect(read('').perguntas).toEqual([]);
  // Without a question, the opening words are no consent text.
  expect(read('Pesquisa\nBom dia, sou da Escuta. Podemos conversar?\nSim\nNão')).toMatchObject({
    apresentacao: null,
    sobras: ['Bom dia, sou da Escuta. Podemos conversar?', 'Sim', 'Não'],
  });
});

it('takes time that grows with the text, whatever the text is', () => {
  for (const piece of ['( ) ', '1 - ', '__/', 'PULE PARA ', '(a) ', 'P1) ', '. ', '|_'])
    expect(read(`1. ${piece.repeat(20_000)}\n${piece.repeat(20_000)}`).perguntas.length).toBeLessThanOrEqual(
      100,
    );
});

it('says of every line of the document how it was taken, and into which question', () => {
  const { linhas, sobras } = read(`Pesquisa do bairro

Bom dia, meu nome é Rita. Posso fazer algumas perguntas?

BLOCO A – MORADIA

P1. Mora aqui?
1 - Sim
2 - Não
Palavra solta entre tudo.

P2. Há quantos anos? |__|__|

AGRADEÇA E ENCERRE.`);
  expect(
    linhas?.map(({ uso, pergunta, texto }) => `${uso} ${pergunta ?? '-'} ${texto.slice(0, 12)}`),
  ).toEqual([
    'usada - Pesquisa do ',
    'usada - Bom dia, meu',
    'deixada - BLOCO A – MO',
    'usada 0 P1. Mora aqu',
    'usada 0 1 - Sim',
    'usada 0 2 - Não',
    'usada 1 Palavra solt',
    'usada 1 P2. Há quant',
    'deixada - AGRADEÇA E E',
  ]);
  expect(sobras).toEqual(['BLOCO A – MORADIA', 'AGRADEÇA E ENCERRE.']);
  const place = { pagina: 1, x: 0.1, y: 0.2, largura: 0.5, altura: 0.02 };
  expect(
    readQuestionnaire([
      { tipo: 'linha', texto: 'P1. Mora aqui?', fim: true, lugar: place },
      {
        tipo: 'tabela',
        linhas: [
          ['Sim', '1'],
          ['Não', '2'],
        ],
        lugares: [place, null],
      },
    ]).linhas?.map(({ texto, lugar }) => [texto, lugar]),
  ).toEqual([
    ['P1. Mora aqui?', place],
    ['Sim 1', place],
    ['Não 2', null],
  ]);
});

it('marks what it leaves out of a list, and what nothing names', () => {
  const [asked] = read('P1. Qual?\n1 - A\n\nCoisa nenhuma que se entenda\n\n2 - B').perguntas;
  expect(asked?.opcoes.map(({ texto }) => texto)).toEqual(['A', 'B']);
  expect(asked?.avisos).toEqual(['Há uma linha sem sentido claro entre as opções: confira.']);
  expect(read('P1. Que acha?\n\nBom\nRuim').perguntas[0]).toMatchObject({
    tipo: 'escolha',
    avisos: ['As opções não têm marcador nem código: confira.'],
  });
});

it('reads a questionnaire of 3,000 lines in a time that nobody notices', () => {
  const text = Array.from(
    { length: 500 },
    (_, at) => `${at + 1}. Como avalia o serviço?\n1 - Bom\n2 - Ruim\n9 - NS\nUma frase que leva adiante.`,
  );
  expect(read(text.join('\n')).perguntas).toHaveLength(300);
});

it('reads a table with a long rule before a unit: tried in every way it can be cut, it would take years', () => {
  const rule = '_'.repeat(60);
  const linhas = [
    ['', 'Valor'],
    ['Peso', `${rule} kg`],
    ['Altura', `${rule} m`],
  ];
  const asked = { tipo: 'linha' as const, texto: 'P1. Quais as medidas?', fim: true };
  expect(readQuestionnaire([asked, { tipo: 'tabela', linhas }]).perguntas).toMatchObject([
    { codigo: 'P1', tipo: 'numero' },
  ]);
});

it('reads boxes behind their words, in the line of the question and over two lines', () => {
  expect(all('P1. Sexo: Masculino ☐ Feminino ☐\nP2. Cor? (RU) Branca ( ) Preta ( ) Parda ( )')).toEqual([
    'P1 | escolha | Sexo: | 1=Masculino | 2=Feminino',
    'P2 | escolha | Cor? | 1=Branca | 2=Preta | 3=Parda',
  ]);
  const broken = [
    'P1. Qual a renda?',
    'Até 1 salário ( ) De 1 a 2 ( ) Mais de',
    '2 salários ( ) Não sabe ( )',
  ];
  const blocks = broken.map((texto, at) => ({ tipo: 'linha' as const, texto, fim: at === 2 }));
  expect(readQuestionnaire(blocks).perguntas.map(brief)).toEqual([
    'P1 | escolha | Qual a renda? | 1=Até 1 salário | 2=De 1 a 2 | 3=Mais de 2 salários | 4=Não sabe!nao_sabe',
  ]);
  expect(read('P1. Sexo Masculino ☐ Feminino ☐').perguntas[0]?.avisos).toEqual([
    'Há caixas depois do texto da pergunta: separe o texto e as opções.',
  ]);
});

it('leaves the lines on which somebody signs, with the rule above the words', () => {
  const usos = (text: string) => readQuestionnaire(blocksOfText(text)).linhas?.map(({ uso }) => uso);
  const asked = 'P1. Mora aqui?\n1 - Sim\n2 - Não\n';
  expect(usos(`${asked}____________________\nAssinatura do entrevistado`)?.slice(3)).toEqual([
    'deixada',
    'deixada',
  ]);
  expect(
    usos(`${asked}Entrevistador(a): ________  Assinatura: ______\nAss. do entrevistado: _____`)?.slice(3),
  ).toEqual(['deixada', 'deixada']);
  // The only line to write on is the answer's field; 'Assinatura' is a note here.
  expect(usos('P1. Por quê?\n____________________\nAssinatura do entrevistado')).toEqual([
    'usada',
    'usada',
    'deixada',
  ]);
  expect(usos(`${asked}ENTREVISTADOR: LEIA AS OPÇÕES`)?.[3]).toBe('usada');
});

describe('what a page broke between two lines', () => {
  it('names the columns of a battery by their codes, in whatever order, and doubts names in cells that do not match', () => {
    const battery = (head: string) =>
      all(`P1. COMO AVALIA?\n${head}\nA LIMPEZA DAS RUAS 1 2 99 97\nO POSTO DE SAÚDE 1 2 99 97`);
    expect(battery('BOM 1 RUIM 2 NÃO SABE 99\nRECUSA 97')[1]).toBe(
      'P1b | escolha | COMO AVALIA: O POSTO DE SAÚDE? | 1=BOM | 2=RUIM | 99=NÃO SABE!nao_sabe | 97=RECUSA!recusa',
    );
    const [first] = read(
      'P1. Como avalia?\nMuito\tRegular\tPlano de\nbom\tsaúde\nA limpeza 1 2 3\nO posto 1 2 3',
    ).perguntas;
    expect(first).toMatchObject({ tipo: 'texto', opcoes: [] });
    expect(first?.avisos.join(' ')).toContain('o conteúdo das colunas não está indicado');
    expect(
      all('P1. Como avalia?\nMuito\tRegular\tMuito\nbom\tmesmo\truim\nA limpeza 1 2 3\nO posto 1 2 3')[0],
    ).toBe('P1a | escolha | Como avalia: A limpeza? | 1=Muito bom | 2=Regular mesmo | 3=Muito ruim');
  });

  it('gives a skip to the option before it', () => {
    const filtered = (options: string) =>
      read(`P1. Usou?\n${options}\nP2. Gostou?\n( ) Sim\n( ) Não\nP3. Por quê? ____`).perguntas[1]
        ?.mostrar_se;
    expect(
      filtered('1 - Sim 2 - Não (PASSE À P3) 88 - Não sabe\n(PASSE À P3) 99 - Recusa (PASSE À P3)'),
    ).toEqual({
      pergunta: 0,
      opcoes: [0],
    });
    expect(filtered('Sim ( ) Não ( ) PASSE\nPARA P3')).toEqual({ pergunta: 0, opcoes: [0] });
  });

  it('reads both notes of a line, and an option that its box follows in the next one', () => {
    const [, second] = read(
      'P1. Usou?\n( ) Sim\n( ) Não\nP2. Quais?\n[PERGUNTAR SE SIM NA P1] (pode marcar mais de uma)\n1. Rádio\n2. Jornal',
    ).perguntas;
    expect(second).toMatchObject({ tipo: 'multipla', mostrar_se: { pergunta: 0, opcoes: [0] } });
    expect(all('P1. Qual?\nRádio ( ) Jornal ( ) Outros\n(especificar) ( )')[0]).toBe(
      'P1 | escolha | Qual? | 1=Rádio | 2=Jornal | 3=Outros (especificar)!outro',
    );
  });

  it('takes options under a question in capitals that begins with SE for its options', () => {
    const { perguntas, linhas } = read(
      'P1. SE A ELEIÇÃO FOSSE HOJE, O POSTO PESARIA? (RESPOSTA\nÚNICA)\n1 - SIM\n2 - NÃO',
    );
    expect(perguntas.map(brief)).toEqual([
      'P1 | escolha | SE A ELEIÇÃO FOSSE HOJE, O POSTO PESARIA? | 1=SIM | 2=NÃO',
    ]);
    expect(linhas?.map(({ uso }) => uso)).toEqual(Array(4).fill('usada'));
  });
});

it.each([
  [
    'codes that fall in a line',
    'P1. Como avalia?\n(3) Boa (2) Regular (1) Ruim (9) NS/NR',
    '1=Ruim | 2=Regular | 3=Boa | 9=NS/NR!nao_sabe',
  ],
  [
    'letters and codes',
    'P1. Quais? (RM)\na) Conta .... 1\nb) Poupança .... 2\nc) Cartão .... 3',
    '1=Conta | 2=Poupança | 3=Cartão',
  ],
  ['a first option in the cell of the question', 'P1. Sexo: ( ) M\t( ) F', '1=M | 2=F'],
  ['strokes between options', 'p1. seu plano?\n1 pré / 2 pós / 9 ns', '1=pré | 2=pós | 9=ns!nao_sabe'],
  ['arrows of several signs', 'P1. Tem?\n1 - SIM\n2 - NÃO >>> VÁ PARA P2\nP2. Qual? ____', '1=SIM | 2=NÃO'],
])('reads %s', (_, text, options) => {
  expect(all(text)[0]?.split(' | ').slice(3).join(' | ')).toBe(options);
});

it('takes several answers where the words that are read aloud say so', () => {
  const kind = (text: string) => read(text).perguntas[0]?.tipo;
  expect(kind('P1. Quais usa? Pode marcar mais de uma.\n( ) Rádio\n( ) Jornal')).toBe('multipla');
  expect(kind('P1. Quais usa?\n( ) Rádio\n( ) Jornal')).toBe('escolha');
});

it('names the battery of lines that were read under the same words, and of no others', () => {
  const items = (text: string) =>
    [...itemsOfBatteries(read(text).perguntas).values()].map(({ texto, item }) => [texto, item]);
  const rows = 'Muito bom\tRegular\tRuim\nA limpeza 1 2 3\nO posto 1 2 3';
  expect(items(`P1. Como avalia?\n${rows}\nP2. Mora aqui?\n1 Sim\n2 Não`)).toEqual([
    ['Como avalia?', 'A limpeza'],
    ['Como avalia?', 'O posto'],
  ]);
  // Without column names the answers are uncertain.
  expect(items('P1. Como avalia?\nA limpeza 1 2 3\nO posto 1 2 3')).toEqual([]);
  expect(items('P1. Mora aqui?\n1 Sim\n2 Não\nP2. Trabalha aqui?\n1 Sim\n2 Não')).toEqual([]);
});
