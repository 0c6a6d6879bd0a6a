import { expect, it } from 'vitest';
import { askedUntilEnd, type PerguntaQueEncerra, screenedOutBy } from './screening.ts';

const question = (id: string, fields: Partial<PerguntaQueEncerra> = {}): PerguntaQueEncerra => ({
  id,
  ...{ tipo: 'numero', mostrarSe: null, opcoes: [], ...fields },
});
const idade = question('idade', { encerra: { faixa: { de: null, ate: 15 }, mensagem: null } });
const mora = question('mora', {
  tipo: 'escolha',
  mostrarSe: { perguntaId: 'idade', de: 18, ate: null },
  opcoes: [{ id: 'sim' }, { id: 'nao', encerra: true }],
});
const all = [idade, mora, question('renda')];
const given = (idadeDada: string, ...opcoes: string[]) =>
  new Map([
    ['idade', { opcoes: [], texto: idadeDada }],
    ['mora', { opcoes, texto: null }],
  ]);

it('an interview ends at the first applicable question whose number or option says so', () => {
  expect(screenedOutBy(all, given('15'))?.id).toBe('idade');
  expect(screenedOutBy(all, given('30', 'nao'))?.id).toBe('mora');
  expect(screenedOutBy(all, given('30', 'sim'))).toBeNull();
  // An answer to a question that no longer applies ends nothing.
  expect(screenedOutBy(all, given('16', 'nao'))).toBeNull();
});

it('nothing is asked after it', () => {
  const asked = (...args: Parameters<typeof given>) => askedUntilEnd(all, given(...args)).map(({ id }) => id);
  expect(asked('12')).toEqual(['idade']);
  expect(asked('30', 'nao')).toEqual(['idade', 'mora']);
  expect(asked('30', 'sim')).toEqual(['idade', 'mora', 'renda']);
});
