import { expect, it } from 'vitest';
import type { MostrarSe } from '../questionnaire/conditions.ts';
import type { RegrasDaOpcao } from '../questionnaire/question-rules.ts';
import { itemsInOrder, orderOf } from './shown-order.ts';

const option = (id: string, rules: RegrasDaOpcao & { especial?: string } = {}) => ({
  id,
  especial: null,
  ...rules,
});
const five = ['a', 'b', 'c', 'd', 'e'].map((id) => option(id));
const words = (list: readonly { id: string }[]) => list.map(({ id }) => id).join('');
const seeds = Array.from({ length: 400 }, (_, n) => `entrevista-${n}`);

it('draws the same order for the same interview, and each option stands first as often', () => {
  expect(words(orderOf(five, 'sorteio', 'x'))).toBe(words(orderOf(five, 'sorteio', 'x')));
  expect(words(orderOf(five, undefined, 'x'))).toBe('abcde');
  const firsts = seeds.map((seed) => orderOf(five, 'sorteio', seed)[0]?.id);
  for (const { id } of five) {
    const share = firsts.filter((first) => first === id).length / seeds.length;
    expect(share).toBeGreaterThan(0.12);
    expect(share).toBeLessThan(0.28);
  }
  expect(new Set(seeds.map((seed) => words(orderOf(five, 'sorteio', seed)))).size).toBeGreaterThan(80);
});

it('rotates from another option on, and turns the order round', () => {
  expect([...new Set(seeds.map((seed) => words(orderOf(five, 'rotacao', seed))))].sort()).toEqual([
    'abcde',
    'bcdea',
    'cdeab',
    'deabc',
    'eabcd',
  ]);
  expect([...new Set(seeds.map((seed) => words(orderOf(five, 'inversao', seed))))].sort()).toEqual([
    'abcde',
    'edcba',
  ]);
});

it('leaves fixed options, “outro” and answers that are not offered where they stand, and blocks together', () => {
  const list = [
    option('T', { fixa: true }),
    option('a', { bloco: 1 }),
    option('x'),
    option('b', { bloco: 1 }),
    option('y'),
    option('O', { especial: 'outro' }),
    option('N', { especial: 'nao_sabe' }),
  ];
  for (const seed of seeds.slice(0, 60)) {
    const shown = words(orderOf(list, 'sorteio', seed));
    expect(shown).toMatch(/^T.{4}ON$/);
    expect(shown).toContain('ab');
  }
});

it('draws the items of a battery that rotates, unless one depends on another', () => {
  const bateria = { id: 'b', texto: 'Nota', rodizio: true as const };
  const item = (id: string, mostrarSe: MostrarSe | null = null) => ({ id, mostrarSe, bateria });
  const list = [{ id: '1', mostrarSe: null }, item('2'), item('3'), item('4'), { id: '5', mostrarSe: null }];
  const orders = new Set(seeds.map((seed) => words(itemsInOrder(list, seed))));
  expect(orders.size).toBe(6);
  for (const order of orders) expect(order).toMatch(/^1[234]{3}5$/);
  const tied = [list[0]!, item('2'), item('3', { perguntaId: '2', opcoes: ['o'] })];
  expect(new Set(seeds.map((seed) => words(itemsInOrder(tied, seed))))).toEqual(new Set(['123']));
});
