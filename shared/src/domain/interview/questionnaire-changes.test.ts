import { expect, it } from 'vitest';
import type { ConteudoVersao, PerguntaCongelada } from './questionnaire.ts';
import { changesSince } from './questionnaire-changes.ts';
import { readStoredCondition, readStoredVersion } from './stored-questionnaire.ts';

const question = (id: string, fields: Partial<PerguntaCongelada> = {}): PerguntaCongelada => ({
  id,
  codigo: id.toUpperCase(),
  texto: `Pergunta ${id}`,
  tipo: 'texto',
  obrigatoria: true,
  lerOpcoes: true,
  instrucao: null,
  mostrarSe: null,
  minimo: null,
  maximo: null,
  unidade: null,
  opcoes: [],
  ...fields,
});
const of = (...perguntas: PerguntaCongelada[]): ConteudoVersao => ({ perguntas });

it('finds nothing between a version and itself', () => {
  const one = of(question('a'), question('b'));
  expect(changesSince(one, of(question('a'), question('b')))).toEqual({
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
    novas: ['d'],
    alteradas: [
      { id: 'a', textoAntes: 'Pergunta a' },
      { id: 'c', textoAntes: 'Pergunta c' },
    ],
    removidas: [{ id: 'b', codigo: 'B', texto: 'Pergunta b' }],
    reordenadas: false,
  });
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

it('reads what is stored as far as it can be read', () => {
  const whole = question('a', {
    tipo: 'escolha',
    opcoes: [{ id: 'o', texto: 'Sim', valor: 1, sinonimos: ['claro'], especial: 'nao_sabe' }],
  });
  expect(readStoredVersion({ perguntas: [whole, 7, { id: 'b' }] })).toEqual(of(whole));
  expect(
    readStoredVersion({ perguntas: [{ id: 'b', texto: 'B', tipo: 'x', opcoes: 'x' }] }).perguntas[0],
  ).toMatchObject({ tipo: 'texto', opcoes: [], mostrarSe: null });
  for (const odd of [null, 'x', 3, [], {}, { perguntas: null }]) expect(readStoredVersion(odd)).toEqual(of());
  expect(readStoredCondition({ perguntaId: 'a', opcoes: ['o'] })).toEqual({ perguntaId: 'a', opcoes: ['o'] });
  expect(readStoredCondition({ perguntaId: 'a' })).toBeNull();
});
