import { describe, expect, it } from 'vitest';
import { frozenOption, frozenQuestion } from '../../../../../tests/support/frozen-question.ts';
import type { PerguntaCongelada } from './questionnaire.ts';
import { checkTyped, isSameAnswer } from './typed-answer.ts';

const question = (fields: Partial<PerguntaCongelada>) =>
  frozenQuestion({ id: 'p', tipo: 'texto', obrigatoria: false, ...fields });
const options = (...ids: string[]) =>
  ids.map((id) => frozenOption({ id, especial: id === 'outro' ? 'outro' : null }));
const typed = (texto: string) => ({ opcoes: [], texto });
const chose = (...opcoes: string[]) => ({ opcoes, texto: null });

describe('blank answers', () => {
  it('are refused of a required question, and clear another', () => {
    for (const blank of [chose(), typed('  \n')]) {
      expect(checkTyped(question({ obrigatoria: true }), blank)).toEqual({
        falha: 'vazia',
        mensagem: 'Esta pergunta é obrigatória. Por favor, forneça uma resposta.',
      });
      expect(checkTyped(question({}), blank)).toEqual(chose());
    }
  });
});

describe('choices', () => {
  const one = question({ tipo: 'escolha', opcoes: options('a', 'b', 'outro') });
  const several = { ...one, tipo: 'multipla' as const };

  it('take options of the question, one or several, in its order and once each', () => {
    expect(checkTyped(one, chose('b'))).toEqual(chose('b'));
    expect(checkTyped(one, chose('b', 'b'))).toEqual(chose('b'));
    expect(checkTyped(one, chose('a', 'b'))).toMatchObject({ mensagem: 'Selecione uma só opção.' });
    expect(checkTyped(several, chose('outro', 'a'))).toEqual(chose('a', 'outro'));
    expect(checkTyped(one, chose('z'))).toMatchObject({ falha: 'opcao' });
  });

  it('take a text with what is other, and with nothing else', () => {
    expect(checkTyped(one, { opcoes: ['outro'], texto: ' bicicleta ' })).toEqual({
      opcoes: ['outro'],
      texto: 'bicicleta',
    });
    expect(checkTyped(one, { opcoes: ['a'], texto: 'x' })).toMatchObject({ falha: 'forma' });
    expect(checkTyped(one, typed('a'))).toMatchObject({ mensagem: 'Selecione uma das opções.' });
  });
});

describe('numbers and days', () => {
  const age = question({ tipo: 'numero', minimo: 16, maximo: 1200, opcoes: options('nao_sabe') });

  it('numbers within their limits, written as here', () => {
    for (const text of ['16', '1.200', '17,5', ' 42 ']) {
      expect(checkTyped(age, typed(text))).toEqual(typed(text.trim()));
    }
    expect(checkTyped(age, typed('17.5'))).toEqual(typed('17,5'));
    for (const text of ['quarenta', '4 2', '1.2.3', '1e3', '--1']) {
      expect(checkTyped(age, typed(text)), text).toMatchObject({ mensagem: 'Informe um número.' });
    }
    expect(checkTyped(age, typed('15'))).toMatchObject({ mensagem: 'Informe um número a partir de 16.' });
    expect(checkTyped(age, typed('1201'))).toMatchObject({ mensagem: 'Informe um número até 1.200.' });
    expect(checkTyped(age, chose('nao_sabe'))).toEqual(chose('nao_sabe'));
    expect(checkTyped(question({ tipo: 'escala' }), typed('-3'))).toEqual(typed('-3'));
  });

  it('days that there are', () => {
    const day = question({ tipo: 'data' });
    expect(checkTyped(day, typed('1/2/1990'))).toEqual(typed('01/02/1990'));
    expect(checkTyped(day, typed('1990-02-01'))).toEqual(typed('01/02/1990'));
    expect(checkTyped(day, typed('29/2'))).toEqual(typed('29/02'));
    for (const text of ['30/02/1990', '29/02/2023', '1990-13-01', 'ontem']) {
      expect(checkTyped(day, typed(text)), text).toMatchObject({ falha: 'forma' });
    }
  });
});

it('knows the same answer', () => {
  expect(isSameAnswer(chose('a', 'b'), chose('a', 'b'))).toBe(true);
  expect(isSameAnswer(chose('a'), chose('a', 'b'))).toBe(false);
  expect(isSameAnswer(typed('a'), typed('b'))).toBe(false);
  expect(isSameAnswer(chose(), { opcoes: [], texto: null })).toBe(true);
});

describe('rules beyond the kind', () => {
  it('a whole number has no decimals', () => {
    const people = question({ tipo: 'numero', inteiro: true });
    expect(checkTyped(people, typed('3'))).toEqual(typed('3'));
    expect(checkTyped(people, typed('1.200'))).toEqual(typed('1.200'));
    expect(checkTyped(people, typed('3,0'))).toEqual(typed('3,0'));
    expect(checkTyped(people, typed('3,5'))).toMatchObject({
      mensagem: 'Informe um número inteiro, sem casas decimais.',
    });
  });

  it('an exclusive option, “não sabe” and a refusal stand alone', () => {
    const media = question({
      tipo: 'multipla',
      opcoes: [
        frozenOption({ id: 'tv' }),
        frozenOption({ id: 'nenhum', texto: 'Nenhum', exclusiva: true }),
        frozenOption({ id: 'ns', texto: 'Não sabe', especial: 'nao_sabe' }),
      ],
    });
    expect(checkTyped(media, chose('nenhum'))).toEqual(chose('nenhum'));
    expect(checkTyped(media, chose('tv', 'nenhum'))).toMatchObject({
      mensagem: expect.stringContaining('“Nenhum” não combina'),
    });
    expect(checkTyped(media, chose('tv', 'ns'))).toMatchObject({ falha: 'forma' });
  });

  it('a place is a point of the device, its refusal, or a device without one', () => {
    const place = question({ tipo: 'lugar' });
    for (const text of ['-8.054280, -34.881300 (±12 m)', 'Não autorizou', 'Local indisponível']) {
      expect(checkTyped(place, typed(text))).toEqual(typed(text));
    }
    for (const text of ['-', 'em casa', '95.0, 0.0 (±1 m)']) {
      expect(checkTyped(place, typed(text)), text).toMatchObject({ falha: 'forma' });
    }
  });
});
