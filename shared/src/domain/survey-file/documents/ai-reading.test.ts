// Tests the messages; scripts/casos/leitura-por-ia.ts tests accepted readings.
import { expect, it } from 'vitest';
import { checkReading, type LeituraIa, type PerguntaAoLado } from './ai-reading.ts';
import type { LinhaLida } from './read-questionnaire.ts';

const linha = (texto: string, fields: Partial<LinhaLida> = {}): LinhaLida => ({
  texto,
  uso: 'deixada',
  pergunta: null,
  lugar: null,
  ...fields,
});
const nada: LeituraIa = { perguntas: [], acrescimos: [] };
const nova = { codigo: '', tipo: 'texto' as const, opcoes: [], instrucao: '' };
const held = (
  answer: Partial<LeituraIa>,
  linhas: LinhaLida[],
  perguntas: PerguntaAoLado[] = [],
  pagina = { pagina: 2, linhas: [...linhas.keys()] },
) => checkReading({ ...nada, ...answer }, { linhas, perguntas }, pagina);

it('a new question stands behind the one before its lines, by a code that is free, and says what was left', () => {
  const linhas = [
    linha('P7. Já votou?', { uso: 'usada', pergunta: 0 }),
    linha('7 Pretende votar de novo? (RU)'),
    linha('Anote à parte'),
  ];
  const { propostas } = held(
    { perguntas: [{ ...nova, linhas: [1], codigo: '7', texto: 'Pretende votar de novo?' }] },
    linhas,
    [{ codigo: 'P7', tipo: 'texto', opcoes: [] }],
  );
  expect(propostas).toEqual([
    {
      id: '2.0',
      pagina: 2,
      linhas: [1],
      pergunta: null,
      depois_de: 0,
      nova: { codigo: 'P7a', texto: 'Pretende votar de novo?', tipo: 'texto', ler_opcoes: true },
      opcoes: [],
      instrucao: null,
      avisos: [
        'O documento não dá um código livre a esta pergunta: ela ficou P7a.',
        'Destas linhas ficou de fora: “RU”.',
      ],
    },
  ]);
});

it('options without codes are counted and it is said; letters are counted too; a number has special codes only', () => {
  const ask = (tipo: 'escolha' | 'numero', texto: string, opcoes: [string, string][]) =>
    held(
      {
        perguntas: [
          {
            ...nova,
            tipo,
            linhas: [0, 1],
            texto: 'Qual?',
            opcoes: opcoes.map(([one, codigo]) => ({ texto: one, codigo })),
          },
        ],
      },
      [linha('Qual?'), linha(texto)],
    ).propostas[0];
  const free = ask('escolha', '( ) Azul ( ) Verde', [
    ['Azul', ''],
    ['Verde', ''],
  ]);
  expect(free?.opcoes.map(({ valor }) => valor)).toEqual([1, 2]);
  expect(free?.avisos.join(' ')).toContain('numeradas na ordem');
  expect(
    ask('escolha', 'a) Azul b) Verde', [
      ['Azul', 'a'],
      ['Verde', 'b'],
    ])?.opcoes.map((one) => one.valor),
  ).toEqual([1, 2]);
  expect(
    ask('numero', '99 NS/NR 5 Azul', [
      ['NS/NR', '99'],
      ['Azul', '5'],
    ])?.opcoes,
  ).toEqual([{ texto: 'NS/NR', valor: 99, especial: 'nao_sabe' }]);
});

it('refuses lines of another page, lines that an earlier part took, and a question that is not there', () => {
  const linhas = [linha('Tem carro?'), linha('Tem moto?')];
  const one = { ...nova, linhas: [0], texto: 'Tem carro?' };
  expect(held({ perguntas: [one] }, linhas, [], { pagina: 1, linhas: [1] })).toEqual({
    propostas: [],
    recusadas: 1,
  });
  expect(held({ perguntas: [one, one] }, linhas)).toMatchObject({
    propostas: [{ linhas: [0] }],
    recusadas: 1,
  });
  const add = { linhas: [1], pergunta: 'P9', opcoes: [], instrucao: 'Tem moto?' };
  expect(held({ acrescimos: [add] }, linhas)).toEqual({ propostas: [], recusadas: 1 });
});

it('an addition gives a question its instruction, and never an option or a code twice', () => {
  const linhas = [linha('LER PAUSADAMENTE'), linha('1 Sim'), linha('2 Talvez')];
  const perguntas: PerguntaAoLado[] = [
    {
      codigo: 'P1',
      tipo: 'escolha',
      opcoes: [
        { texto: 'Não', valor: 2, especial: null },
        { texto: 'Sim', valor: 1, especial: null },
      ],
    },
  ];
  const add = { linhas: [0], pergunta: 'P1', opcoes: [], instrucao: 'ler pausadamente' };
  expect(held({ acrescimos: [add] }, linhas, perguntas).propostas[0]).toMatchObject({
    pergunta: 0,
    nova: null,
    instrucao: 'LER PAUSADAMENTE',
  });
  const again = {
    linhas: [1, 2],
    pergunta: 'P1',
    instrucao: '',
    opcoes: [
      { texto: 'Sim', codigo: '1' },
      { texto: 'Talvez', codigo: '2' },
    ],
  };
  expect(held({ acrescimos: [again] }, linhas, perguntas)).toEqual({ propostas: [], recusadas: 2 });
});
