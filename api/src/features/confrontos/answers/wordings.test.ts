import type { PerguntaCongelada } from '@escuta/shared/domain/interview/questionnaire/questionnaire';
import { expect, it } from 'vitest';
import { frozenOption, frozenQuestion } from '../../../../../tests/support/frozen-question.ts';
import { type VersaoContada, wordingsOf } from './wordings.ts';

const question = (id: string, texto: string, opcoes: string[] = []) =>
  frozenQuestion({
    id,
    texto,
    opcoes: opcoes.map((opcao, n) => frozenOption({ id: `${id}${n}`, texto: opcao, valor: n })),
  });
const version = (numero: number, ...perguntas: PerguntaCongelada[]): VersaoContada => ({
  id: `v${numero}`,
  numero,
  questionario: { id: 'q', nome: 'Consumo' },
  perguntas,
});
const shown = (versoes: VersaoContada[]) =>
  wordingsOf(versoes).map(({ pergunta, ocorrencias, anterior }) => [
    pergunta.texto,
    ocorrencias.map(({ numero }) => numero),
    anterior,
  ]);

it('an equal question of two versions counts together, in the order of the newest', () => {
  const a = question('a', 'Qual a sua idade?');
  const b = question('b', 'Compra sempre?', ['Sim', 'Não']);
  expect(shown([version(2, b, a), version(1, a, b)])).toEqual([
    ['Compra sempre?', [2, 1], false],
    ['Qual a sua idade?', [2, 1], false],
  ]);
});

it('changed text or options separate: the earlier wording comes right after the new one', () => {
  const found = shown([
    version(3, question('a', 'Compra quando?', ['Sempre', 'Nunca']), question('b', 'Por quê?')),
    version(2, question('a', 'Compra quando?', ['Sim', 'Não']), question('b', 'Por quê?')),
    version(1, question('a', 'Compra?', ['Sim', 'Não']), question('c', 'E daí?')),
  ]);
  expect(found).toEqual([
    ['Compra quando?', [3], false],
    ['Compra quando?', [2], true],
    ['Compra?', [1], true],
    ['Por quê?', [3, 2], false],
    ['E daí?', [1], false],
  ]);
});

it('code, instruction and order do not separate', () => {
  const a = question('a', 'Qual a sua idade?');
  expect(shown([version(2, { ...a, codigo: 'Q9', instrucao: 'Não insista.' }), version(1, a)])).toEqual([
    ['Qual a sua idade?', [2, 1], false],
  ]);
});

it('other limits separate a scale, and not a number', () => {
  const nota = { ...question('a', 'Que nota dá?'), tipo: 'escala' as const, minimo: 0, maximo: 5 };
  const idade = { ...question('b', 'Qual a sua idade?'), tipo: 'numero' as const, minimo: 16 };
  expect(
    shown([version(2, { ...nota, maximo: 10 }, { ...idade, minimo: 18 }), version(1, nota, idade)]),
  ).toEqual([
    ['Que nota dá?', [2], false],
    ['Que nota dá?', [1], true],
    ['Qual a sua idade?', [2, 1], false],
  ]);
});
