import type { PlanoDeMetas } from '@escuta/shared/contracts/surveys/goals/metas';
import type { PerguntaWire } from '@escuta/shared/contracts/surveys/questionarios';
import { expect, it } from 'vitest';
import { firstLines, readPlan, targetsOf, typedPlan } from './plan-form.ts';

const pergunta = (id: string, tipo: string, opcoes: [string, string, string | null][] = []) =>
  ({
    id,
    codigo: id.toUpperCase(),
    texto_pergunta: 'Texto',
    tipo,
    ativo: true,
    respostas_definidas: opcoes.map(([one, texto_resposta, especial]) => ({
      id: one,
      texto_resposta,
      especial,
    })),
  }) as unknown as PerguntaWire;
const perguntas = [
  pergunta('p1', 'escolha', [
    ['f', 'Feminino', null],
    ['m', 'Masculino', null],
    ['n', 'Não respondeu', 'recusa'],
  ]),
  pergunta('p2', 'numero'),
  pergunta('p3', 'multipla', [['a', 'A', null]]),
];
const pessoas = [
  { id: 'ana', tipo: 'usuario' as const, nome: 'Ana' },
  { id: 'beto', tipo: 'agente' as const, nome: 'Beto' },
];
const plano: PlanoDeMetas = {
  versao: 3,
  total: 400,
  passar: true,
  tabelas: [
    {
      id: 't1',
      dimensoes: [
        {
          tipo: 'opcoes',
          pergunta_id: 'p1',
          grupos: [
            { texto: 'Mulheres', opcoes: ['f'] },
            { texto: 'Outras', opcoes: ['m', 'foi'] },
          ],
        },
        {
          tipo: 'faixas',
          pergunta_id: 'p2',
          grupos: [
            { texto: '16 a 24', de: 16, ate: 24 },
            { texto: 'Mais velhos', de: 45, ate: null },
          ],
        },
        {
          tipo: 'entrevistadores',
          nome: 'area',
          grupos: [{ texto: 'Norte', usuarios: ['ana'], agentes: ['beto', 'foi-se'] }],
        },
      ],
      celulas: [
        { chave: '0.1.0', meta: 3 },
        { chave: '1.0.0', meta: 0 },
      ],
    },
  ],
};
const alvos = targetsOf(perguntas, pessoas, plano);
const all = { alvos, perguntas };

it('offers questions that can be crossed, and people', () => {
  expect(alvos.map(({ id, tipo }) => [id, tipo])).toEqual([
    ['p1', 'opcoes'],
    ['p2', 'faixas'],
    ['entrevistador', 'entrevistadores'],
    ['area', 'entrevistadores'],
  ]);
  expect(alvos.map((one) => firstLines(one, perguntas))).toEqual([
    'Feminino\nMasculino',
    '16 a 24\n25 a 34\n35 a 44\n45 ou mais',
    'Ana\nBeto',
    '',
  ]);
});

it('writes a stored plan as texts, and reads the same plan back, options and agents of before too', () => {
  const typed = typedPlan(plano, alvos);
  expect(typed.tabelas[0]?.colunas.map(({ linhas }) => linhas)).toEqual([
    'Mulheres = Feminino\nOutras = Masculino; Outras (excluída 1)',
    '16 a 24\nMais velhos = 45 ou mais',
    'Norte = Ana; Beto; Norte (excluída 1)',
  ]);
  const { versao: _, ...same } = plano;
  expect(readPlan(typed, all).corpo).toEqual(same);
});

it('keeps a goal with its groups when lines move, and says what is wrong at its field', () => {
  const typed = typedPlan(plano, alvos);
  const [table] = typed.tabelas;
  if (!table) throw new Error('no table');
  const moved = {
    ...table,
    colunas: table.colunas.map((one, c) =>
      c === 1 ? { ...one, linhas: 'Mais velhos = 45+\n16 a 24' } : one,
    ),
  };
  expect(readPlan({ ...typed, tabelas: [moved] }, all).corpo?.tabelas[0]?.celulas).toEqual([
    { chave: '0.0.0', meta: 3 },
    { chave: '1.1.0', meta: 0 },
  ]);
  const wrong = (change: object, total = '') =>
    [...(readPlan({ ...typed, total, tabelas: [{ ...table, ...change }] }, all).problemas ?? [])].map(
      ([field, words]) => `${field}: ${words}`,
    );
  expect(wrong({}, '1,5')).toEqual(['total: Use um número inteiro a partir de 1.']);
  expect(wrong({ colunas: [{ alvo: 'p1', linhas: 'Outro' }] })).toEqual([
    'tabelas.0.colunas.0.linhas: “Outro” não está na lista.',
  ]);
  expect(wrong({ colunas: [] })).toEqual(['tabelas.0.metas: Selecione pelo menos uma pergunta.']);
  expect(wrong({ metas: { 'Mulheres\t16 a 24\tNorte': 'x' } })).toEqual([
    'tabelas.0.metas: Mulheres · 16 a 24 · Norte: use um número inteiro, a partir de 0.',
  ]);
  expect(wrong({ metas: {} })).toEqual(['tabelas.0.metas: Preencha a meta de pelo menos uma combinação.']);
});
