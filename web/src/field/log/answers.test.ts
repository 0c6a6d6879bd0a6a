import type { PerguntaDaVersao } from '@escuta/shared/contracts/surveys/entrevistas';
import { describe, expect, it } from 'vitest';
import { answerProblem, asked, elapsedText, isBlank, resumeAt, sameAnswer, scaleSteps } from './answers.ts';

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
  expect(asked(questoes, {}).map(({ id }) => id)).toEqual(['p1', 'p3']);
  expect(asked(questoes, { p1: chose('sim') }).map(({ id }) => id)).toEqual(['p1', 'p2', 'p3']);
  expect(asked(questoes, { p1: chose('nao') }).map(({ id }) => id)).toEqual(['p1', 'p3']);
});

it('goes on where an answer lacks, and at the end where none does', () => {
  expect(resumeAt(questoes, {})).toBe('p1');
  expect(resumeAt(questoes, { p1: chose('sim') })).toBe('p2');
  expect(resumeAt(questoes, { p1: chose('nao'), p3: { opcoes: [], texto: 'x' } })).toBe('p3');
  expect(resumeAt([], {})).toBeNull();
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
  it('a number that is none, or beyond its bounds', () => {
    expect(problem({ tipo: 'numero' }, 'dez')).toBe('Informe um número.');
    expect(problem({ tipo: 'numero', minimo: 0.5 }, '0,4')).toBe('O mínimo é 0,5.');
    expect(problem({ tipo: 'escala', minimo: 0, maximo: 10 }, '11')).toBe('O máximo é 10.');
    expect(problem({ tipo: 'numero', minimo: 0, maximo: 2000 }, '1.200,50')).toBeNull();
    // As the server reads it: a dot before three digits parts thousands.
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
