// The telephony's call id: as a field or in the client's metadata, unique within a project.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type Method, type TestApp } from '../support/app.ts';
import { bearer, createProjeto, createTenant } from '../support/factories.ts';

let test: TestApp;
let mine: Awaited<ReturnType<typeof createTenant>>;
beforeAll(async () => {
  test = await createTestApp();
  mine = await createTenant(test.deps);
});
afterAll(() => test.close());

const call = (method: Method, path: string, payload?: object, headers: Record<string, string> = {}) =>
  test.app.inject({
    method,
    url: `/api/v1${path}`,
    headers: { ...bearer(mine.tokens.gerente), ...headers },
    ...(payload ? { payload } : {}),
  });
const add = (fields: object, chave?: string, projetoId = mine.projeto.id) =>
  call(
    'POST',
    '/auditoria/call-center-default/items/arquivo',
    { projeto_id: projetoId, ...fields },
    chave === undefined ? {} : { 'idempotency-key': chave },
  );

it('a second call with the same unique_id is refused, and says which is the first', async () => {
  const first = (await add({ metadata: { unique_id: ' 1716912345.77 ' } })).json().data;
  expect([first.unique_id, first.metadata.unique_id]).toEqual(['1716912345.77', ' 1716912345.77 ']);
  const second = await add({ unique_id: '1716912345.77' });
  expect([second.statusCode, second.json().code, second.json().errors]).toEqual([
    409,
    'conflito',
    [
      {
        campo: 'unique_id',
        mensagem: 'Este projeto já tem uma ligação com o identificador na telefonia “1716912345.77”.',
        item_id: first.id,
      },
    ],
  ]);
  // The same id in another project is allowed, because other projects have other telephony.
  const other = await createProjeto(test.deps, mine.empresa);
  expect((await add({ unique_id: '1716912345.77' }, undefined, other.id)).statusCode).toBe(201);
});

it('of many alike at the same time one is created; the same key answers the first', async () => {
  const many = await Promise.all(Array.from({ length: 8 }, () => add({ metadata: { unique_id: 'junto' } })));
  expect(many.map(({ statusCode }) => statusCode).sort()).toEqual([201, ...Array(7).fill(409)]);
  const again = await Promise.all(Array.from({ length: 8 }, () => add({ unique_id: 'u-chave' }, 'chave-1')));
  expect(again.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(201));
  expect(new Set(again.map((answer) => answer.json().data.id)).size).toBe(1);
  expect((await add({ unique_id: 'u-chave' }, 'chave-2')).statusCode).toBe(409);
});

it("changes with the call, by the field or by the metadata, and never to another's", async () => {
  const { id } = (await add({ unique_id: 'a' })).json().data;
  await add({ unique_id: 'b' });
  const change = async (body: object) => (await call('PUT', `/auditoria-item/${id}`, body)).json();
  expect((await change({ unique_id: 'b' })).code).toBe('conflito');
  expect((await change({ metadata: { unique_id: 'c' } })).data.unique_id).toBe('c');
  expect((await change({ metadata: { outro: 1 } })).data.unique_id).toBe('c');
  expect((await change({ unique_id: '' })).data.unique_id).toBeNull();
  expect((await add({ unique_id: 'a' })).statusCode).toBe(201);
});
