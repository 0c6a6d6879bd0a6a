import { expect, it } from 'vitest';
import { diffOf } from './action-diff.ts';

it('tells only what holds another value now', () => {
  const at = new Date('2026-01-02T03:04:05Z');
  expect(
    diffOf(
      { nome: 'A', ativo: true, em: at, lista: [1, 2], regra: { a: 1, b: 2 } },
      { nome: 'B', ativo: true, em: new Date(at), lista: [2, 1], regra: { b: 2, a: 1 } },
    ),
  ).toEqual({ antes: { nome: 'A', lista: [1, 2] }, depois: { nome: 'B', lista: [2, 1] } });
});

it('takes what is not said for no change, and what was not there for null', () => {
  expect(diffOf({ nome: 'A' }, { nome: undefined, descricao: null })).toBeNull();
  expect(diffOf({}, { descricao: 'x' })).toEqual({
    antes: { descricao: null },
    depois: { descricao: 'x' },
  });
});

it('keeps the beginning of what is long', () => {
  const change = diffOf({ texto: 'a'.repeat(5_000) }, { texto: ['b'.repeat(5_000)] });
  expect(change?.antes.texto).toBe(`${'a'.repeat(1_999)}…`);
  expect(String(change?.depois.texto)).toHaveLength(2_000);
});
