import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { answerText, keepsValues } from './answer-text.ts';

const write = (schema: z.ZodType, answer: unknown) =>
  answerText({ schema, method: 'GET', url: '/x' })(answer);

describe('answerText', () => {
  const schema = z.object({
    n: z.number().int().min(1),
    nome: z.string().max(5).nullable(),
    partes: z.array(z.object({ id: z.uuid() }).refine(({ id }) => id !== '')),
  });
  const id = '01a205f0-ab9c-7ba4-a4ca-720a92548795';

  it('loses what the contract does not name, at every level', () => {
    const answer = { n: 1, nome: null, partes: [{ id, segredo: 1 }], segredo: 2 };
    expect(write(schema, answer)).toBe(JSON.stringify({ n: 1, nome: null, partes: [{ id }] }));
  });

  it('refuses what the contract does not allow', () => {
    for (const answer of [{ n: 0 }, { nome: 'longer' }, { partes: [{ id: 'x' }] }]) {
      expect(() => write(schema, { n: 1, nome: null, partes: [], ...answer })).toThrow(
        "Response doesn't match the schema",
      );
    }
  });

  it('writes the way back what is read as something else', () => {
    const day = z.codec(z.string(), z.date(), {
      decode: (text) => new Date(text),
      encode: (date) => date.toISOString().slice(0, 10),
    });
    expect(write(z.object({ day }), { day: new Date('2026-01-02') })).toBe('{"day":"2026-01-02"}');
    // zod applies defaults only when it parses; for encoding, the field must be set.
    expect(() => write(z.object({ n: z.number().default(1) }), {})).toThrow();
  });
});

it('keepsValues finds what makes another value, however deep it lies', () => {
  type Node = { filhos: Node[] };
  const node: z.ZodType<Node> = z.object({ filhos: z.array(z.lazy(() => node)) });
  expect(keepsValues(node)).toBe(true);
  expect(keepsValues(z.union([z.string(), z.tuple([z.literal(1), z.record(z.string(), z.unknown())])]))).toBe(
    true,
  );
  const deep = (inner: z.ZodType) => z.object({ a: z.union([z.null(), z.array(z.lazy(() => inner))]) });
  for (const inner of [
    z.string().default(''),
    z.string().transform(Number),
    z.coerce.number(),
    z.string().catch(''),
    z.preprocess(String, z.string()),
    z.string().pipe(z.string()),
  ]) {
    expect(keepsValues(deep(inner))).toBe(false);
  }
});
