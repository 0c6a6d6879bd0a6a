import { expect, it } from 'vitest';
import { z } from 'zod';
import { jsonObjectsIn, readJsonAnswer } from './json-in-text.ts';

const schema = z.strictObject({
  nome: z.enum(['sim', 'nao']),
  itens: z.array(z.strictObject({ n: z.int(), s: z.number().min(-1).max(1) })),
});
const GOOD = { nome: 'nao', itens: [{ n: 1, s: 0.5 }] };
const read = (value: unknown) =>
  readJsonAnswer(schema, typeof value === 'string' ? value : JSON.stringify(value));

it('finds the outermost objects, between words, in fences and behind thinking', () => {
  expect(jsonObjectsIn('```json\n{"a":{"b":1}}\n```')).toEqual([{ a: { b: 1 } }]);
  expect(jsonObjectsIn('Claro! {"a":1} Espero {que} ajude. {"b":2}')).toEqual([{ a: 1 }, { b: 2 }]);
  expect(jsonObjectsIn('<think>{"a":1}</think>{"b":"}"}')).toEqual([{ b: '}' }]);
  expect(jsonObjectsIn('"{\\"a\\":1}"')).toEqual([{ a: 1 }]);
});

it('takes nothing of thinking that never ended, nor of JSON that was cut', () => {
  expect(jsonObjectsIn(`<think>talvez ${JSON.stringify(GOOD)}`)).toEqual([]);
  expect(jsonObjectsIn('{"a":')).toEqual([]);
  expect(read(JSON.stringify(GOOD).slice(0, -1)).ok).toBe(false);
});

it.each([
  ['a property too many, at any depth', { ...GOOD, x: 1, itens: [{ n: 1, s: 0.5, nota: 'y' }] }],
  ['numbers in quotes, with a comma too', { ...GOOD, itens: [{ n: '1', s: '0,5' }] }],
  ['an option in other letters', { ...GOOD, nome: ' Não ' }],
  ['a frame of one property', { resposta: GOOD }],
  ['a list of one', [GOOD]],
])('reads %s', (_, value) => {
  expect(read(value)).toEqual({ ok: true, value: GOOD });
});

it('reads an empty list that was written as null', () => {
  expect(read({ ...GOOD, itens: null })).toEqual({ ok: true, value: { ...GOOD, itens: [] } });
});

it.each([
  ['a missing property', { nome: 'sim' }],
  ['a number out of its range, in quotes or not', { ...GOOD, itens: [{ n: 1, s: '85' }] }],
  ['a whole number that is none', { ...GOOD, itens: [{ n: '1,5', s: 0 }] }],
  ['an option that there is not', { ...GOOD, nome: 'talvez' }],
])('does not guess at %s', (_, value) => {
  expect(read(value).ok).toBe(false);
});

it('asks again where two answers say different things, and not where they say the same', () => {
  expect(read(`${JSON.stringify(GOOD)} ou ${JSON.stringify({ ...GOOD, nome: 'sim' })}`)).toMatchObject({
    ok: false,
    problem: expect.stringContaining('mais de um JSON'),
  });
  expect(read(`${JSON.stringify(GOOD)}\n${JSON.stringify(GOOD)}`).ok).toBe(true);
});

it('does not read all of an answer again for each end of thinking in it', () => {
  expect(jsonObjectsIn('{[/THINK]'.repeat(20_000))).toEqual([]);
  expect(jsonObjectsIn(`${'{</think>'.repeat(20_000)}{"a":1}`)).toEqual([{ a: 1 }]);
}, 20_000);
