import type { PerguntaDaVersao } from '@escuta/shared/contracts/surveys/entrevistas';
import { expect, it } from 'vitest';
import { clearedBy, keyChoice, mayGrow, withOption } from './answer-keys.ts';
import { NO_ANSWER } from './answers.ts';

const question = (tipo: PerguntaDaVersao['tipo'], ids: string[] = []) =>
  ({
    tipo,
    minimo: 0,
    maximo: 5,
    respostas_definidas: ids.map((id) => ({ id })),
  }) as PerguntaDaVersao;

it('chooses by place, one or several', () => {
  expect(keyChoice('2', question('escolha', ['a', 'b']), NO_ANSWER)).toEqual({ opcoes: ['b'], texto: '' });
  const several = question('multipla', ['a', 'b']);
  expect(keyChoice('2', several, { opcoes: ['a'], texto: '' })).toEqual({ opcoes: ['a', 'b'], texto: '' });
  expect(keyChoice('1', several, { opcoes: ['a', 'b'], texto: '' })).toEqual({ opcoes: ['b'], texto: '' });
});

it('chooses on a scale by value, 0 too', () => {
  expect(keyChoice('0', question('escala'), NO_ANSWER)).toEqual({ opcoes: [], texto: '0' });
  expect(keyChoice('6', question('escala'), NO_ANSWER)).toBeNull();
});

it('chooses by two digits where there are so many, and knows when a second one may follow', () => {
  const ten = { ...question('escala'), maximo: 10 };
  expect(keyChoice('10', ten, NO_ANSWER)).toEqual({ opcoes: [], texto: '10' });
  expect(['0', '1', '2', '10'].map((digits) => mayGrow(digits, ten))).toEqual([false, true, false, false]);
  const twelve = question(
    'escolha',
    Array.from({ length: 12 }, (_, n) => `o${n + 1}`),
  );
  expect(keyChoice('12', twelve, NO_ANSWER)).toEqual({ opcoes: ['o12'], texto: '' });
  expect(['1', '2'].map((digits) => mayGrow(digits, twelve))).toEqual([true, false]);
});

it('chooses nothing else', () => {
  for (const key of ['a', 'Enter', ' ', '12', '01', ''])
    expect(keyChoice(key, question('escolha', ['a']), NO_ANSWER)).toBeNull();
  expect(keyChoice('9', question('escolha', ['a']), NO_ANSWER)).toBeNull();
  expect(keyChoice('3', question('texto'), NO_ANSWER)).toBeNull();
});

it('keeps the words beside “outro” for as long as it is chosen', () => {
  const other = question('multipla', ['a', 'b']);
  const options = [
    other.respostas_definidas[0]!,
    { ...other.respostas_definidas[1]!, especial: 'outro' as const },
  ];
  const asked = { ...other, respostas_definidas: options };
  const given = { opcoes: ['b'], texto: 'bicicleta' };
  expect(keyChoice('1', asked, given)).toEqual({ opcoes: ['b', 'a'], texto: 'bicicleta' });
  expect(keyChoice('2', asked, given)).toEqual({ opcoes: [], texto: '' });
});

it('an option that stands alone takes the place of the others, gives way to any, and says so', () => {
  const option = (id: string, more: object = {}) => ({
    id,
    texto_resposta: id,
    especial: null,
    regras: null,
    ...more,
  });
  const asked = {
    ...question('multipla'),
    respostas_definidas: [
      option('a'),
      option('b'),
      option('nenhum', { regras: { exclusiva: true } }),
      option('ns', { especial: 'nao_sabe' }),
    ],
  } as PerguntaDaVersao;
  const both = { opcoes: ['a', 'b'], texto: '' };
  const alone = withOption(asked, both, 'nenhum');
  expect(alone.opcoes).toEqual(['nenhum']);
  expect(clearedBy(asked, both.opcoes, alone.opcoes)).toEqual({ por: 'nenhum', desmarcadas: ['a', 'b'] });
  expect(withOption(asked, alone, 'ns').opcoes).toEqual(['ns']);
  expect(withOption(asked, alone, 'a').opcoes).toEqual(['a']);
  expect(clearedBy(asked, ['a'], ['a', 'b'])).toBeNull();
});

it('digits are the number where the options stand beside it', () => {
  const beside = { ...question('numero'), respostas_definidas: [{ id: 'ns', especial: 'nao_sabe' }] };
  expect(keyChoice('1', beside as PerguntaDaVersao, NO_ANSWER)).toBeNull();
  const scale = { ...beside, tipo: 'escala' } as PerguntaDaVersao;
  expect(keyChoice('1', scale, NO_ANSWER)).toEqual({ opcoes: [], texto: '1' });
});
