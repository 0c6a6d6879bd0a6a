import { describe, expect, it } from 'vitest';
import type { RespostaDada } from '../device/events.ts';
import { type PerguntaDaMeta, problemOfTable } from './goal-problems.ts';
import {
  type Dimensao,
  foldCounts,
  goalState,
  keyOfAnswers,
  keysOf,
  missingWords,
  namesOf,
  spread,
  wholeKey,
} from './goal-table.ts';
import { cellWeights, readBand, readBands, readMembers, readPastedGoals } from './goal-text.ts';

const sexo = {
  tipo: 'opcoes',
  pergunta_id: 'sexo',
  grupos: [
    { texto: 'Mulheres', opcoes: ['f'] },
    { texto: 'Homens', opcoes: ['m'] },
  ],
} as const satisfies Dimensao;
const idade = {
  tipo: 'faixas',
  pergunta_id: 'idade',
  grupos: [
    { texto: '16 a 44', de: 16, ate: 44 },
    { texto: '45+', de: 45, ate: null },
  ],
} as const satisfies Dimensao;
const area = {
  tipo: 'entrevistadores',
  nome: 'area',
  grupos: [
    { texto: 'Norte', usuarios: ['ana'], agentes: [] },
    { texto: 'Sul', usuarios: [], agentes: ['beto'] },
  ],
} as const satisfies Dimensao;
const of = (agente: string | null, ...usuarios: string[]) => ({
  agentes: agente === null ? [] : [agente],
  usuarios,
});

describe('cells', () => {
  it('cross all groups, and have the names of theirs', () => {
    expect(keysOf([sexo, idade])).toEqual(['0.0', '0.1', '1.0', '1.1']);
    expect(keysOf([])).toEqual(['']);
    expect(namesOf([sexo, idade], '0.1')).toEqual(['Mulheres', '45+']);
  });

  it('sum interviews by answers and interviewer, and say what is in no cell', () => {
    const { total, celulas, semCelula } = foldCounts(
      [sexo, area, idade],
      [
        { chave: '0.1', who: of('x', 'ana'), n: 3 },
        { chave: '0.1', who: of('beto'), n: 2 },
        { chave: '0.1', who: of('outro'), n: 5 },
        { chave: '-.1', who: of('beto'), n: 1 },
        { chave: '1.-', who: of(null), n: 4 },
      ],
    );
    expect(total).toBe(15);
    expect([...celulas]).toEqual([
      ['0.0.1', 3],
      ['0.1.1', 2],
    ]);
    expect(semCelula).toEqual({ n: 10, dimensoes: [1, 9, 4] });
  });

  it('are those of the group that names the agent, then one merged into it, then an account', () => {
    const key = (agentes: string[], ...usuarios: string[]) => wholeKey([area], '', { agentes, usuarios });
    expect(key(['x', 'beto'])).toBe('1');
    expect(key(['beto'], 'ana')).toBe('1');
    expect(key(['x', 'y'], 'z', 'ana')).toBe('0');
    expect(key(['x'], 'z')).toBe('-');
  });

  it.each([
    [{ opcoes: ['f'], texto: null }, { opcoes: [], texto: '45' }, '0.1'],
    [{ opcoes: ['m'], texto: null }, { opcoes: [], texto: '16' }, '1.0'],
    [{ opcoes: ['f'], texto: null }, { opcoes: [], texto: '15' }, null],
    [{ opcoes: ['f'], texto: null }, { opcoes: ['nsnr'], texto: '45' }, null],
    [{ opcoes: [], texto: null }, { opcoes: [], texto: '45' }, null],
  ])('of the answers %j and %j is %s', (one, other, key) => {
    const answers = new Map<string, RespostaDada>([
      ['sexo', one],
      ['idade', other],
    ]);
    expect(keyOfAnswers([sexo, idade], answers)).toBe(key);
  });

  it.each([
    [10, 0, 10, 0],
    [10, 10, 0, 0],
    [10, 13, 0, 3],
  ])('goal %d, done %d: %d missing, %d too many', (meta, feitas, faltam, excedem) => {
    expect(goalState(meta, feitas)).toEqual({ feitas, faltam, excedem });
  });

  it('say what is missing', () => {
    expect(missingWords(3, ['mulheres', '45+'])).toBe('Faltam 3 entrevistas: mulheres, 45+');
    expect(missingWords(1, ['Norte'])).toBe('Falta 1 entrevista: Norte');
  });

  it('share a total in whole numbers, evenly or by weights', () => {
    expect(spread(10, [1, 1, 1])).toEqual([4, 3, 3]);
    expect(spread(100, [52, 48])).toEqual([52, 48]);
    expect(spread(7, [0, 0])).toEqual([4, 3]);
    expect(
      spread(
        1000,
        cellWeights([
          [52, null],
          [null, null],
        ]),
      ),
    ).toEqual([260, 260, 240, 240]);
  });
});

describe('text', () => {
  it.each([
    ['16 a 24', { de: 16, ate: 24 }],
    ['16–24', { de: 16, ate: 24 }],
    ['de 16 até 24 anos', { de: 16, ate: 24 }],
    ['45+', { de: 45, ate: null }],
    ['45 ou mais', { de: 45, ate: null }],
    ['a partir de 45 anos', { de: 45, ate: null }],
    ['60 anos ou mais', { de: 60, ate: null }],
    ['até 1.200', { de: null, ate: 1200 }],
    ['18', { de: 18, ate: 18 }],
    ['jovens', null],
    ['mais de 45', null],
  ])('the band "%s"', (text, band) => {
    expect(readBand(text)).toEqual(band);
  });

  it('reads bands with names and shares, and says which line is none', () => {
    expect(readBands('Jovens = 16 a 24 (30%)\n\n25 ou mais  70%')).toEqual({
      grupos: [
        { texto: 'Jovens', de: 16, ate: 24 },
        { texto: '25 ou mais', de: 25, ate: null },
      ],
      pesos: [30, 70],
    });
    expect(readBands('16 a 24\nvelhos')).toEqual({
      problema: '“velhos” não é uma faixa. Escreva como “16 a 24”, “até 15” ou “45 ou mais”.',
    });
  });

  it('reads groups of options by their names', () => {
    const members = [
      { id: '1', texto: 'Centro' },
      { id: '2', texto: 'Zona Sul' },
      { id: '3', texto: 'Sim; com ressalva' },
    ];
    expect(readMembers('Capital = centro; zona sul\nSim; com ressalva', members)).toEqual({
      grupos: [
        { texto: 'Capital', ids: ['1', '2'] },
        { texto: 'Sim; com ressalva', ids: ['3'] },
      ],
      pesos: [null, null],
    });
    expect(readMembers('Capital = Centro; Norte', members)).toEqual({
      problema: '“Norte” não está na lista.',
    });
  });

  it('reads a pasted list, with or without its title, and a pasted crossed table', () => {
    const goals = (text: string) => {
      const read = readPastedGoals(text, [sexo, idade]);
      return read.metas ? [...read.metas] : read.problema;
    };
    expect(goals('Sexo\tIdade\tMeta\nmulheres\t45+\t30\nHomens\t16 a 44\t1.200')).toEqual([
      ['0.1', 30],
      ['1.0', 1200],
    ]);
    expect(goals('Mulheres;45+;30')).toEqual([['0.1', 30]]);
    expect(goals('\t16 a 44\t45+\nMulheres\t10\t20\nHomens\t\t40')).toEqual([
      ['0.0', 10],
      ['0.1', 20],
      ['1.1', 40],
    ]);
    expect(goals('Mulheres\t45+\t30\nMulheres\t60+\t3')).toBe(
      'Linha 2: “Mulheres · 60+” não é uma combinação da tabela.',
    );
    expect(goals('Mulheres\t45+\t3\nMulheres\t45+\tdez')).toBe(
      'Linha 2: “Mulheres · 45+” aparece duas vezes.',
    );
    expect(goals('Mulheres\t45+\t3\nHomens\t45+\tdez')).toBe(
      'Linha 2: “dez” não é uma meta. Use um número inteiro.',
    );
    expect(goals('Mulheres\t45+\t3\nHomens\t3')).toContain('Linha 2: faltam colunas.');
    expect(goals('  \n')).toBe('Cole as linhas da planilha.');
  });
});

describe('a table', () => {
  const opcoes = [
    { id: 'f', texto: 'Feminino' },
    { id: 'm', texto: 'Masculino' },
  ];
  const perguntas: PerguntaDaMeta[] = [
    { id: 'sexo', codigo: 'P1', tipo: 'escolha', opcoes },
    { id: 'idade', codigo: 'P2', tipo: 'numero', opcoes: [] },
    { id: 'marcas', codigo: 'P3', tipo: 'multipla', opcoes },
  ];
  const celulas = [{ chave: '0', meta: 1 }];
  const problem = (dimensoes: Dimensao[], cells = celulas, known = new Set<string>()) =>
    problemOfTable({ dimensoes, celulas: cells }, perguntas, known);

  it('may cross what can be counted', () => {
    expect(problem([sexo, idade, area], [{ chave: '0.1.1', meta: 5 }])).toBeNull();
    expect(problem([sexo])).toBeNull();
  });

  it.each<[string, Dimensao[], { chave: string; meta: number }[]]>([
    ['combinação que não existe na tabela', [sexo], [{ chave: '00', meta: 1 }]],
    ['P1 não é uma pergunta de número', [{ ...idade, pergunta_id: 'sexo' }], celulas],
    ['P2 não tem opções', [{ ...sexo, pergunta_id: 'idade' }], celulas],
    ['P3 aceita várias respostas', [{ ...sexo, pergunta_id: 'marcas' }], celulas],
    ['não é deste questionário', [{ ...sexo, pergunta_id: 'outra' }], celulas],
    ['Cada pergunta só pode aparecer uma vez', [sexo, sexo], celulas],
    [
      '“MULHERES” aparece duas vezes',
      [{ ...sexo, grupos: [sexo.grupos[0], { texto: 'MULHERES', opcoes: ['m'] }] }],
      celulas,
    ],
    [
      'uma opção só pode estar em uma linha',
      [{ ...sexo, grupos: [sexo.grupos[0], { texto: 'X', opcoes: ['f'] }] }],
      celulas,
    ],
    [
      'uma opção da tabela não é desta pergunta',
      [{ ...sexo, grupos: [{ texto: 'X', opcoes: ['z'] }] }],
      celulas,
    ],
    [
      'têm números em comum',
      [{ ...idade, grupos: [...idade.grupos, { texto: '40', de: 40, ate: 40 }] }],
      celulas,
    ],
    ['termina antes de começar', [{ ...idade, grupos: [{ texto: 'x', de: 9, ate: 1 }] }], celulas],
    ['Preencha a meta', [sexo], []],
    ['Há uma meta para uma combinação que não existe na tabela', [sexo], [{ chave: '2', meta: 1 }]],
    ['Uma combinação só pode ter uma meta', [sexo], [...celulas, ...celulas]],
    [
      'uma pessoa só pode estar em uma linha',
      [{ ...area, grupos: [area.grupos[0], { ...area.grupos[0], texto: 'B' }] }],
      celulas,
    ],
  ])('is refused: %s', (words, dimensoes, cells) => {
    expect(problem(dimensoes, cells)).toContain(words);
  });

  it('keeps what it named before, though it left the questionnaire', () => {
    const gone = { ...sexo, grupos: [{ texto: 'X', opcoes: ['z'] }] };
    expect(problem([gone], celulas, new Set(['z']))).toBeNull();
    expect(problem([{ ...sexo, pergunta_id: 'foi' }], celulas, new Set(['foi']))).toBeNull();
  });
});
