import { describe, expect, it } from 'vitest';
import { contentOf, type Json, shareComponents, twinsOf } from './openapi-components.ts';
import { documentText } from './openapi-text.ts';

const PESSOA: Json = {
  type: 'object',
  properties: { id: { type: 'string' }, nome: { type: 'string' }, papel: { type: 'string' } },
  required: ['id', 'nome', 'papel'],
};
const PAGE = { name: 'page', in: 'query', required: false, schema: { type: 'integer' } };
const orNull = (schema: Json): Json => ({ anyOf: [schema, { type: 'null' }] });

/** A document whose operations, by id, answer with the given schemas. */
function documentOf(answers: Record<string, Json>, extra: Json = {}): Json {
  const paths = Object.entries(answers).map(([id, schema]) => [
    `/${id}`,
    {
      get: {
        operationId: id,
        ...extra,
        responses: { 200: { content: { 'application/json': { schema } }, description: 'Sucesso' } },
      },
    },
  ]);
  return { paths: Object.fromEntries(paths), components: { schemas: {} } };
}
const shared = (document: Json, names: Record<string, Json> = {}) =>
  shareComponents(document, new Map(Object.entries(names).map(([name, schema]) => [contentOf(schema), name])))
    .components as { schemas: Json; parameters: Json };

describe('the schemas of a document', () => {
  it('that have a name stand under it, though they are used once', () => {
    const { schemas } = shared(documentOf({ ver: PESSOA }), { Pessoa: PESSOA });
    expect(schemas).toEqual({ Pessoa: PESSOA });
  });

  it('that repeat are named after the shortest place, whether they may be null there or are in a list', () => {
    const autor = { type: 'object', properties: { autor: orNull(PESSOA) } };
    const lista = { type: 'object', properties: { autores: { type: 'array', items: PESSOA } } };
    const { schemas } = shared(documentOf({ ver: autor, listar: lista }), { Nota: autor });
    const reference = { $ref: '#/components/schemas/NotaAutor' };
    expect(schemas).toEqual({
      Nota: { type: 'object', properties: { autor: orNull(reference) } },
      NotaAutor: PESSOA,
    });
  });

  it('that are used once without a name, or are as short as a reference, stay where they are', () => {
    const short = { type: 'string', enum: ['a', 'b'] };
    expect(shared(documentOf({ ver: PESSOA })).schemas).toEqual({});
    expect(shared(documentOf({ ver: short, rever: { type: 'array', items: short } })).schemas).toEqual({});
  });

  it('have names of their own, also where two places would give the same', () => {
    const other: Json = { ...PESSOA, required: ['id', 'nome'] };
    const whole = (autor: Json) => ({ type: 'object', properties: { autor } });
    const { schemas } = shared(
      documentOf({ verNota: whole(PESSOA), ver: PESSOA, verNotaDe: whole(other), a: { items: other } }),
      { VerResposta: { type: 'object', properties: {} } },
    );
    expect(Object.values(schemas)).toEqual(expect.arrayContaining([PESSOA, other]));
    expect(Object.keys(schemas)).toHaveLength(2);
    expect(schemas).not.toHaveProperty('VerResposta');
  });

  it('that hold themselves are one where they say the same', () => {
    const tree = (name: string) => ({ type: 'array', items: { $ref: `#/components/schemas/${name}` } });
    const leaf = { type: 'object', items: { $ref: '#/components/schemas/B' } };
    expect(Object.fromEntries(twinsOf({ A: tree('A'), B: tree('B'), C: tree('C'), D: leaf }))).toEqual({
      A: 'A',
      B: 'A',
      C: 'A',
      D: 'D',
    });
  });
});

it('parameters of several operations stand once', () => {
  const document = documentOf({ ver: PESSOA, listar: { type: 'string' } }, { parameters: [PAGE] });
  expect(shared(document).parameters).toEqual({ Page: PAGE });
});

it('the text of a document has a line for what holds nothing else, and the same content', () => {
  const long = Array.from({ length: 30 }, (_, at) => `palavra${at}`);
  const document = { a: PESSOA, long, empty: {}, none: null, list: [] };
  const text = documentText(document);
  expect(JSON.parse(text)).toEqual(document);
  expect(text.split('\n')).toContain('      "nome": { "type": "string" },');
  expect(text.split('\n')).toContain('    "palavra1",');
  expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(120);
});
