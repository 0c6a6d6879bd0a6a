import type { PerguntaDaVersao } from '@escuta/shared/contracts/surveys/entrevistas';
import { describe, expect, it } from 'vitest';
import {
  answerProblem,
  asked,
  asShown,
  elapsedText,
  endsHere,
  isBlank,
  sameAnswer,
  scaleSteps,
  unfinished,
} from './answers.ts';

const question = (id: string, fields: Partial<PerguntaDaVersao> = {}): PerguntaDaVersao => ({
  id,
  codigo: id.toUpperCase(),
  texto_pergunta: `Pergunta ${id}`,
  tipo: 'texto',
  multipla_escolha: false,
  campo_texto: true,
  ler_opcoes: true,
  observada: false,
  instrucao: null,
  mostrar_se: null,
  regras: null,
  minimo: null,
  maximo: null,
  unidade: null,
  ordem: 1,
  respostas_definidas: [],
  ...fields,
});
const questoes = [
  question('p1', { tipo: 'escolha' }),
  question('p2', { mostrar_se: { pergunta_id: 'p1', opcoes: ['sim'] } }),
  question('p3'),
];
const chose = (id: string) => ({ opcoes: [id], texto: '' });

it('asks only what applies as things are answered', () => {
  expect(asked(questoes, {}, 'e').map(({ id }) => id)).toEqual(['p1', 'p3']);
  expect(asked(questoes, { p1: chose('sim') }, 'e').map(({ id }) => id)).toEqual(['p1', 'p2', 'p3']);
  expect(asked(questoes, { p1: chose('nao') }, 'e').map(({ id }) => id)).toEqual(['p1', 'p3']);
});

const option = (id: string, fields: Partial<PerguntaDaVersao['respostas_definidas'][number]> = {}) => ({
  ...{ id, texto_resposta: id, valor: 1, ordem: 1, especial: null, regras: null },
  ...fields,
});

it('asks nothing after an answer that ends the interview', () => {
  const first = question('p1', {
    tipo: 'escolha',
    respostas_definidas: [option('sim'), option('nao', { regras: { encerra: true } })],
  });
  const ids = (of: string) => asked([first, question('p3')], { p1: chose(of) }, 'e').map(({ id }) => id);
  expect([ids('sim'), ids('nao')]).toEqual([['p1', 'p3'], ['p1']]);
  expect([endsHere(first, chose('sim')), endsHere(first, chose('nao'))]).toEqual([false, true]);
});

it('shows options and a battery’s items in the interview’s order, the same at each look', () => {
  const options = Array.from({ length: 8 }, (_, n) => option(`o${n}`));
  const rotating = question('p', {
    tipo: 'escolha',
    regras: { rodizio: 'sorteio' },
    respostas_definidas: [...options, option('ns', { especial: 'nao_sabe' })],
  });
  const orderFor = (id: string) => asShown(rotating, id).respostas_definidas.map((one) => one.id);
  expect(orderFor('e1')).toEqual(orderFor('e1'));
  expect(orderFor('e1')).not.toEqual(orderFor('e2'));
  expect(orderFor('e1').at(-1)).toBe('ns');
  const bateria = { id: 'b', texto: 'Nota para', rodizio: true as const };
  const items = ['i1', 'i2', 'i3', 'i4', 'i5'].map((id) => question(id, { regras: { bateria } }));
  const itemsFor = (id: string) => asked(items, {}, id).map((one) => one.id);
  expect(new Set(['e1', 'e2', 'e3'].map((id) => itemsFor(id).join())).size).toBeGreaterThan(1);
  expect(itemsFor('e1')).toEqual(itemsFor('e1'));
});

it('wants the words of “outro” before it goes on', () => {
  const other = question('p', { respostas_definidas: [option('o', { especial: 'outro' })] });
  expect(unfinished(other, chose('o'))).toBe('Escreva qual é a outra resposta.');
  expect(unfinished(other, { opcoes: ['o'], texto: 'a pé' })).toBeNull();
});

it('knows a blank answer and an unchanged one', () => {
  expect(isBlank({ opcoes: [], texto: '  \n' })).toBe(true);
  expect(isBlank(chose('sim'))).toBe(false);
  expect(sameAnswer({ opcoes: ['a', 'b'], texto: '' }, { opcoes: ['b', 'a'], texto: ' ' })).toBe(true);
  expect(sameAnswer({ opcoes: ['a', 'b'], texto: '' }, { opcoes: ['a', 'c'], texto: '' })).toBe(false);
  expect(sameAnswer({ opcoes: ['a'], texto: '' }, { opcoes: ['a', 'b'], texto: '' })).toBe(false);
});

describe('what cannot be taken', () => {
  const problem = (fields: Partial<PerguntaDaVersao>, texto: string) =>
    answerProblem(question('p', fields), { opcoes: [], texto });
  it('a day that is none', () => {
    expect(problem({ tipo: 'data' }, '31/02/2026')).toBe('Informe um dia válido, como 31/12/2026.');
    expect(problem({ tipo: 'data' }, '28/02/2026')).toBeNull();
  });
  it('a fraction where only whole numbers are taken', () => {
    const whole = { tipo: 'numero', regras: { inteiro: true } } as const;
    expect(problem(whole, '3,5')).toBe('Informe um número inteiro, sem vírgula.');
    expect(problem(whole, '1.200')).toBeNull();
  });
  it('a number that is none, or beyond its bounds', () => {
    expect(problem({ tipo: 'numero' }, 'dez')).toBe('Informe um número.');
    expect(problem({ tipo: 'numero', minimo: 0.5 }, '0,4')).toBe('O mínimo é 0,5.');
    expect(problem({ tipo: 'escala', minimo: 0, maximo: 10 }, '11')).toBe('O máximo é 10.');
    expect(problem({ tipo: 'numero', minimo: 0, maximo: 2000 }, '1.200,50')).toBeNull();
    // A dot before three digits separates thousands, as when the server reads the number.
    expect(problem({ tipo: 'numero', minimo: 100 }, '1.200')).toBeNull();
    expect(problem({ tipo: 'numero', maximo: 100 }, '1.000')).toBe('O máximo é 100.');
    expect(problem({ tipo: 'numero', minimo: 3, maximo: 4 }, '3.5')).toBeNull();
    expect(problem({ tipo: 'numero', minimo: 0 }, '-5')).toBe('O mínimo é 0.');
  });
  it('nothing of words, and nothing that is blank', () => {
    expect(problem({ tipo: 'texto', maximo: 1 }, '5')).toBeNull();
    expect(problem({ tipo: 'numero', minimo: 3 }, '  ')).toBeNull();
  });
});

it('counts scales and minutes', () => {
  expect(scaleSteps({ minimo: 1, maximo: 5 })).toEqual([1, 2, 3, 4, 5]);
  expect(scaleSteps({ minimo: null, maximo: 5 })).toEqual([]);
  expect([0, 5.9, 61, 3600].map(elapsedText)).toEqual(['00:00', '00:05', '01:01', '60:00']);
});
