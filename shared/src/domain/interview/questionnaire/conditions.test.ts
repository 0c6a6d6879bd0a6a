import { expect, it } from 'vitest';
import { applicableQuestions, brokenConditions } from './applicability.ts';
import { describeCondition } from './condition-words.ts';
import {
  conditionFromWire,
  conditionToWire,
  type MostrarSe,
  passesTest,
  renameCondition,
  type TesteDeResposta,
} from './conditions.ts';

const perguntas = [
  {
    id: 'p1',
    codigo: 'P1',
    tipo: 'numero' as const,
    mostrarSe: null,
    opcoes: [{ id: 'ns', texto: 'Não sabe' }],
  },
  {
    id: 'p2',
    codigo: 'P2',
    tipo: 'multipla' as const,
    mostrarSe: null,
    opcoes: [
      { id: 'tv', texto: 'TV' },
      { id: 'nenhum', texto: 'Nenhum' },
    ],
  },
  { id: 'p3', codigo: 'P3', tipo: 'texto' as const, mostrarSe: null, opcoes: [] },
];
const both: MostrarSe = {
  liga: 'e',
  testes: [
    { perguntaId: 'p1', de: 16, ate: 24 },
    { perguntaId: 'p2', exceto: ['nenhum'] },
  ],
};
const passes = (one: TesteDeResposta, texto: string | null, ...opcoes: string[]) =>
  passesTest(one, { opcoes, texto });

it('a blank answer passes no test, not even one of options that it must lack', () => {
  expect(passesTest({ exceto: ['a'] }, undefined)).toBe(false);
  expect(passes({ exceto: ['a'] }, ' ')).toBe(false);
  expect(passes({ exceto: ['a'] }, null, 'b')).toBe(true);
  expect(passes({ exceto: ['a'] }, null, 'a', 'b')).toBe(false);
});

it('a range holds its ends, reads Brazilian numbers, and knows no number beside "não sabe"', () => {
  const from16 = { de: 16, ate: 1200 };
  expect(['16', '1.200', '1.200,5', '15,9', 'x'].map((text) => passes(from16, text))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
  expect(passes({ de: null, ate: 5 }, '-3')).toBe(true);
  expect(passes({ de: null, ate: 5 }, '3', 'ns')).toBe(false);
});

it('words are found without case, accents and further blanks', () => {
  expect(passes({ contem: 'são  JOÃO' }, 'Moro em Sao Joao')).toBe(true);
  expect(passes({ contem: 'joão' }, 'Moro em Recife')).toBe(false);
});

it('questions depend on all tests, or on any of them', () => {
  const asked = (liga: 'e' | 'ou', idade: string, ...meios: string[]) =>
    applicableQuestions(
      [...perguntas, { id: 'p4', mostrarSe: { ...both, liga } }],
      new Map([
        ['p1', { opcoes: [], texto: idade }],
        ['p2', { opcoes: meios, texto: null }],
      ]),
    ).has('p4');
  expect([asked('e', '20', 'tv'), asked('e', '20', 'nenhum'), asked('e', '30', 'tv')]).toEqual([
    true,
    false,
    false,
  ]);
  expect([asked('ou', '20', 'nenhum'), asked('ou', '30', 'nenhum')]).toEqual([true, false]);
});

it('tests that do not fit the kind are named', () => {
  const broken = (mostrarSe: MostrarSe) =>
    brokenConditions([...perguntas, { id: 'p4', tipo: 'texto', opcoes: [], mostrarSe }]).map(
      ({ motivo }) => motivo,
    );
  expect(broken(both)).toEqual([]);
  expect(broken({ perguntaId: 'p2', de: 1, ate: 2 })).toEqual(['forma']);
  expect(broken({ perguntaId: 'p1', de: 2, ate: 1 })).toEqual(['forma']);
  expect(broken({ perguntaId: 'p1', de: null, ate: null })).toEqual(['forma']);
  expect(broken({ perguntaId: 'p1', contem: 'x' })).toEqual(['forma']);
  expect(broken({ perguntaId: 'p3', contem: 'x' })).toEqual([]);
  expect(
    broken({
      liga: 'ou',
      testes: [
        { perguntaId: 'p3', contem: 'x' },
        { perguntaId: 'p9', contem: 'x' },
      ],
    }),
  ).toEqual(['pergunta_ausente']);
});

it('a condition goes to the wire and back, and says itself in words', () => {
  expect(conditionFromWire(conditionToWire(both))).toEqual(both);
  expect(conditionFromWire({ pergunta_id: 'p2', opcoes: ['tv', 'tv'] })).toEqual({
    perguntaId: 'p2',
    opcoes: ['tv'],
  });
  expect(renameCondition(both, (id) => `novo-${id}`)).toEqual({
    liga: 'e',
    testes: [
      { perguntaId: 'novo-p1', de: 16, ate: 24 },
      { perguntaId: 'novo-p2', exceto: ['novo-nenhum'] },
    ],
  });
  expect(describeCondition(both, perguntas)).toBe('P1 de 16 a 24; e P2, exceto: Nenhum');
});
