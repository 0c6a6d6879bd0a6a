import { expect, it } from 'vitest';
import { frozenQuestion } from '../../../../../tests/support/frozen-question.ts';
import type { ConteudoVersao, PerguntaCongelada } from './questionnaire.ts';
import { changesSince } from './questionnaire-changes.ts';
import { readStoredCondition, readStoredVersion } from './stored-questionnaire.ts';

const question = (id: string, fields: Partial<PerguntaCongelada> = {}) =>
  frozenQuestion({ id, texto: `Pergunta ${id}`, tipo: 'texto', ...fields });
const same = { novas: [], removidas: [], renomeadas: [], ajustadas: [], reordenadas: false };
const of = (...perguntas: PerguntaCongelada[]): ConteudoVersao => ({
  consentimento: null,
  semGravacao: true,
  perguntas,
});

it('finds nothing between a version and itself', () => {
  const one = of(question('a'), question('b'));
  expect(changesSince(one, of(question('a'), question('b')))).toEqual({
    consentimento: null,
    semGravacao: null,
    novas: [],
    alteradas: [],
    removidas: [],
    reordenadas: false,
  });
});

it('tells new, changed and removed questions, and what the changed ones said', () => {
  const before = of(question('a'), question('b'), question('c'));
  const now = of(question('a', { texto: 'Outra' }), question('c', { obrigatoria: false }), question('d'));
  expect(changesSince(before, now)).toEqual({
    consentimento: null,
    semGravacao: null,
    novas: ['d'],
    alteradas: [
      { id: 'a', textoAntes: 'Pergunta a', campos: [], opcoes: same },
      {
        id: 'c',
        textoAntes: 'Pergunta c',
        campos: [{ campo: 'obrigatoria', antes: 'sim', agora: 'não' }],
        opcoes: same,
      },
    ],
    removidas: [{ id: 'b', codigo: 'B', texto: 'Pergunta b' }],
    reordenadas: false,
  });
});

it('names a removed item of a battery with the words before it', () => {
  const bateria = { id: 'x', texto: 'O quanto confia em' };
  const before = of(question('a'), question('b', { texto: 'a polícia?', bateria }));
  expect(changesSince(before, of(question('a'))).removidas).toEqual([
    { id: 'b', codigo: 'B', texto: 'O quanto confia em a polícia?' },
  ]);
});

it('sees a question become observed, and none in one that says that it is not', () => {
  const before = of(question('a'), question('b'));
  const now = of(question('a', { observada: true }), question('b', { observada: false }));
  expect(changesSince(before, now).alteradas).toEqual([
    {
      id: 'a',
      textoAntes: 'Pergunta a',
      campos: [{ campo: 'observada', antes: 'não', agora: 'sim' }],
      opcoes: same,
    },
  ]);
});

it('sees an option and a condition that changed', () => {
  const opcao = { id: 'o', texto: 'Sim', valor: 1, sinonimos: [], especial: null };
  const before = of(question('a', { opcoes: [opcao] }), question('b'));
  const renamed = of(question('a', { opcoes: [{ ...opcao, texto: 'Claro' }] }), question('b'));
  const conditional = of(
    question('a', { opcoes: [opcao] }),
    question('b', { mostrarSe: { perguntaId: 'a', opcoes: ['o'] } }),
  );
  expect(changesSince(before, renamed).alteradas.map(({ id }) => id)).toEqual(['a']);
  expect(changesSince(before, conditional).alteradas.map(({ id }) => id)).toEqual(['b']);
});

it('calls it another order only where questions that stayed changed places', () => {
  const before = of(question('a'), question('b'), question('c'));
  expect(changesSince(before, of(question('x'), question('a'), question('c'))).reordenadas).toBe(false);
  expect(changesSince(before, of(question('c'), question('a'), question('b'))).reordenadas).toBe(true);
});

it('tells other words of consent, and a version from before anybody was asked', () => {
  const asked = (consentimento: string | null): ConteudoVersao => ({ ...of(question('a')), consentimento });
  expect(changesSince(asked('Aceita?'), asked('Aceita?')).consentimento).toBeNull();
  expect(changesSince(asked(null), asked('Aceita?')).consentimento).toEqual({
    antes: null,
    agora: 'Aceita?',
  });
});

it('reads what is stored as far as it can be read', () => {
  const whole = question('a', {
    tipo: 'escolha',
    opcoes: [{ id: 'o', texto: 'Sim', valor: 1, sinonimos: ['claro'], especial: 'nao_sabe' }],
  });
  expect(readStoredVersion({ perguntas: [whole, 7, { id: 'b' }] })).toEqual(of(whole));
  expect(
    readStoredVersion({ perguntas: [{ id: 'b', texto: 'B', tipo: 'x', opcoes: 'x' }] }).perguntas[0],
  ).toMatchObject({ tipo: 'texto', opcoes: [], mostrarSe: null });
  expect(readStoredVersion({ consentimento: 'Aceita?', perguntas: [] }).consentimento).toBe('Aceita?');
  expect(readStoredVersion({ consentimento: 7, perguntas: [] }).consentimento).toBeNull();
  for (const odd of [null, 'x', 3, [], {}, { perguntas: null }]) expect(readStoredVersion(odd)).toEqual(of());
  expect(readStoredCondition({ perguntaId: 'a', opcoes: ['o'] })).toEqual({ perguntaId: 'a', opcoes: ['o'] });
  expect(readStoredCondition({ perguntaId: 'a' })).toBeNull();
});

it('says what of a question changed as a person reads it, options by name, also where the text changed too', () => {
  const opcao = (id: string, texto: string, valor = 1) => ({
    id,
    texto,
    valor,
    sinonimos: [],
    especial: null,
  });
  const before = of(
    question('a', { tipo: 'escolha', opcoes: [opcao('s', 'Sim'), opcao('n', 'Não'), opcao('t', 'Talvez')] }),
    question('b', { tipo: 'numero', minimo: 1, mostrarSe: { perguntaId: 'a', opcoes: ['s', 't'] } }),
  );
  const now = of(
    question('a', {
      texto: 'Outra',
      tipo: 'escolha',
      opcoes: [opcao('n', 'Não', 9), opcao('s', 'Claro'), opcao('x', 'Nunca')],
    }),
    question('b', { tipo: 'numero', minimo: 1200.5, mostrarSe: { perguntaId: 'a', opcoes: ['s'] } }),
  );
  const [a, b] = changesSince(before, now).alteradas;
  expect(a).toMatchObject({
    textoAntes: 'Pergunta a',
    campos: [],
    opcoes: {
      novas: ['Nunca'],
      removidas: ['Talvez'],
      renomeadas: [{ antes: 'Sim', agora: 'Claro' }],
      ajustadas: ['Não'],
      reordenadas: true,
    },
  });
  expect(b?.campos).toEqual([
    { campo: 'condicao', antes: 'A: Sim ou Talvez', agora: 'A: Claro' },
    { campo: 'minimo', antes: '1', agora: '1.200,5' },
  ]);
});

it('says that the rule of recordings is another; what says nothing of it asks for none', () => {
  const before = readStoredVersion({ perguntas: [] });
  expect(before.semGravacao).toBe(true);
  expect(readStoredVersion({ perguntas: [], semGravacao: 'talvez' }).semGravacao).toBe(true);
  const now = readStoredVersion({ perguntas: [], semGravacao: false });
  expect(changesSince(before, now).semGravacao).toEqual({ antes: 'sim', agora: 'não' });
  expect(changesSince(now, now).semGravacao).toBeNull();
});
