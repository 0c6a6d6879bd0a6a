import { describe, expect, it } from 'vitest';
import { applicabilityOf, applicableQuestions, brokenConditions } from './applicability.ts';

const trabalha = {
  id: 'p1',
  tipo: 'escolha' as const,
  mostrarSe: null,
  opcoes: [{ id: 'sim' }, { id: 'nao' }],
};
const onde = {
  id: 'p2',
  tipo: 'escolha' as const,
  mostrarSe: { perguntaId: 'p1', opcoes: ['sim'] },
  opcoes: [{ id: 'loja' }],
};
const salario = {
  id: 'p3',
  tipo: 'numero' as const,
  mostrarSe: { perguntaId: 'p2', opcoes: ['loja'] },
  opcoes: [],
};
const idade = { id: 'p4', tipo: 'numero' as const, mostrarSe: null, opcoes: [] };
const all = [trabalha, onde, salario, idade];
const answers = (chosen: readonly [string, string[]][]) =>
  new Map(chosen.map(([id, opcoes]) => [id, { opcoes, texto: null }]));
const asked = (...chosen: [string, string[]][]) => [...applicableQuestions(all, answers(chosen))];

describe('questions that apply', () => {
  it('are all without a condition, and those whose condition was chosen', () => {
    expect(asked()).toEqual(['p1', 'p4']);
    expect(asked(['p1', ['nao']])).toEqual(['p1', 'p4']);
    expect(asked(['p1', ['sim']])).toEqual(['p1', 'p2', 'p4']);
    expect(asked(['p1', ['sim']], ['p2', ['loja']])).toEqual(['p1', 'p2', 'p3', 'p4']);
  });

  it('leave out what depends on a question that does not apply, whatever was left there', () => {
    expect(asked(['p1', ['nao']], ['p2', ['loja']])).toEqual(['p1', 'p4']);
  });

  it('are not known where the answer that decides could not be read, unless another one rules them out', () => {
    const applies = (unread: string[], ...chosen: [string, string[]][]) =>
      Object.fromEntries(applicabilityOf(all, answers(chosen), new Set(unread)));
    expect(applies(['p1'])).toEqual({ p1: 'sim', p2: 'desconhecida', p3: 'nao', p4: 'sim' });
    expect(applies(['p1'], ['p2', ['loja']])).toMatchObject({ p2: 'desconhecida', p3: 'desconhecida' });
    expect(applies(['p2'], ['p1', ['nao']])).toMatchObject({ p2: 'nao', p3: 'nao' });
    expect(applies(['p2'], ['p1', ['sim']])).toMatchObject({ p2: 'sim', p3: 'desconhecida' });
  });
});

it('names conditions that cannot be met', () => {
  expect(brokenConditions(all)).toEqual([]);
  expect(brokenConditions([onde, trabalha])).toEqual([{ id: 'p2', motivo: 'pergunta_depois' }]);
  expect(brokenConditions([onde])).toEqual([{ id: 'p2', motivo: 'pergunta_ausente' }]);
  const itself = { ...idade, mostrarSe: { perguntaId: 'p4', opcoes: ['x'] } };
  expect(brokenConditions([itself])).toEqual([{ id: 'p4', motivo: 'pergunta_depois' }]);
  const gone = { ...onde, mostrarSe: { perguntaId: 'p1', opcoes: ['talvez'] } };
  expect(brokenConditions([trabalha, gone])).toEqual([{ id: 'p2', motivo: 'opcao_ausente' }]);
  const none = { ...onde, mostrarSe: { perguntaId: 'p1', opcoes: [] } };
  expect(brokenConditions([trabalha, none])).toEqual([{ id: 'p2', motivo: 'opcao_ausente' }]);
});
