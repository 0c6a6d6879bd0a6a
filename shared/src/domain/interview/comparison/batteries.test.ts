import { expect, it } from 'vitest';
import { frozenOption, frozenQuestion } from '../../../../../tests/support/frozen-question.ts';
import { confront } from '../confront/confront.ts';
import { madeExtraction } from '../confront/made-extraction.ts';
import { placeQuestions, type SentencaConfrontada } from './places.ts';

const bateria = { id: 'b', texto: 'Agora vou citar alguns serviços da cidade. Como avalia cada um?' };
const item = (id: string, texto: string) =>
  frozenQuestion({
    ...{ id, texto, bateria, tipo: 'escolha' },
    opcoes: ['Bom', 'Regular', 'Ruim'].map((word) => frozenOption({ id: `${id}${word}`, texto: word })),
  });
const perguntas = [
  frozenQuestion({ id: 'idade', texto: 'Qual é a sua idade em anos completos?', tipo: 'numero' }),
  item('luz', 'A iluminação das ruas à noite'),
  item('lixo', 'A coleta de lixo na sua rua'),
];
const SAID = [
  'Qual é a sua idade em anos completos?',
  'Quarenta.',
  'Agora vou citar alguns serviços da cidade. Como avalia cada um, bom, regular ou ruim?',
  'A iluminação das ruas à noite?',
  'Ruim.',
  'A coleta de lixo na sua rua?',
  'Bom.',
];

it('the stem and the options of a battery are read once, and each item by its own words', () => {
  const { alignment, opcoesFaltando } = placeQuestions(perguntas, SAID);
  expect(alignment.readings.map((one) => one?.coverage)).toEqual([1, 1, 1]);
  expect(opcoesFaltando).toEqual([[], [], []]);
  const without = SAID.with(2, 'Agora vou citar alguns serviços da cidade. Como avalia cada um?');
  expect(placeQuestions(perguntas, without).opcoesFaltando).toEqual([[], [0, 1, 2], []]);
});

it('options that rotate are read in any order', () => {
  const meio = (rodizio?: 'sorteio') =>
    frozenQuestion({
      ...{ id: 'meio', texto: 'Como vai ao trabalho na maioria dos dias?', tipo: 'escolha', rodizio },
      opcoes: ['Ônibus', 'Metrô', 'Carro'].map((word) => frozenOption({ id: word, texto: word })),
    });
  const said = ['Como vai ao trabalho na maioria dos dias?', 'Carro, ônibus ou metrô?', 'De trem.'];
  expect(placeQuestions([meio('sorteio')], said).opcoesFaltando).toEqual([[]]);
  expect(placeQuestions([meio()], said).opcoesFaltando).not.toEqual([[]]);
});

it('a place is never judged, and an item whose battery rotates is never said to be missing without a person', () => {
  const sentencas = SAID.map(
    (texto, index): SentencaConfrontada => ({
      ...{ ordem: index + 1, texto, canal: 'left', startMs: index * 4000, endMs: index * 4000 + 3500 },
      falante: 'desconhecido',
    }),
  );
  const rotating = (id: string, texto: string) => ({
    ...item(id, texto),
    bateria: { ...bateria, rodizio: true as const },
  });
  const lugar = frozenQuestion({ id: 'onde', texto: 'Lugar da entrevista', tipo: 'lugar' });
  const all = [
    ...perguntas.slice(0, 1),
    rotating('luz', 'A iluminação das ruas à noite'),
    rotating('agua', 'O abastecimento de água'),
    lugar,
  ];
  const none = { leitura: { codigo: 'nao_feita' as const, muda_sentido: false } };
  const cells = confront({
    conteudo: { consentimento: null, semGravacao: true, perguntas: all },
    sentencas,
    gravacao: { durationMs: 28_000, fala: sentencas, lacunas: [] },
    digitadas: new Map([
      ['agua', { opcoes: ['aguaBom'], texto: '' }],
      ['onde', { opcoes: [], texto: '-8.054280, -34.881300 (±12 m)' }],
    ]),
    extracoes: new Map([
      ['agua', madeExtraction('agua', none)],
      ['onde', madeExtraction('onde', none)],
    ]),
    comparacoes: new Map(),
  });
  expect(cells.slice(2).map(({ veredito }) => veredito)).toEqual(['a_revisar', 'nao_se_aplica']);
});
