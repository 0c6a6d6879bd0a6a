// The telephony's own id of a call: given as a field or among the client's own, one call of a project has it.
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type Method, type TestApp } from '../support/app.ts';
import { bearer, createItem, createProjeto, createTenant } from '../support/factories.ts';

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

it('uma segunda ligação com o mesmo unique_id é recusada, e diz qual é a primeira', async () => {
  const first = (await add({ metadata: { unique_id: ' 1716912345.77 ' } })).json().data;
  expect([first.unique_id, first.metadata.unique_id]).toEqual(['1716912345.77', ' 1716912345.77 ']);
  const second = await add({ unique_id: '1716912345.77' });
  expect([second.statusCode, second.json().code, second.json().errors]).toEqual([
    409,
    'conflito',
    [
      {
        campo: 'unique_id',
        mensagem: 'Este projeto já tem a ligação de unique_id “1716912345.77”.',
        item_id: first.id,
      },
    ],
  ]);
  // Another project is another telephony.
  const other = await createProjeto(test.deps, mine.empresa);
  expect((await add({ unique_id: '1716912345.77' }, undefined, other.id)).statusCode).toBe(201);
});

it('de muitas iguais ao mesmo tempo uma é criada; a mesma chave responde a primeira', async () => {
  const many = await Promise.all(Array.from({ length: 8 }, () => add({ metadata: { unique_id: 'junto' } })));
  expect(many.map(({ statusCode }) => statusCode).sort()).toEqual([201, ...Array(7).fill(409)]);
  const again = await Promise.all(Array.from({ length: 8 }, () => add({ unique_id: 'u-chave' }, 'chave-1')));
  expect(again.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(201));
  expect(new Set(again.map((answer) => answer.json().data.id)).size).toBe(1);
  expect((await add({ unique_id: 'u-chave' }, 'chave-2')).statusCode).toBe(409);
});

it('muda com a ligação, pelo campo ou pelos metadados, e nunca para o de outra', async () => {
  const { id } = (await add({ unique_id: 'a' })).json().data;
  await add({ unique_id: 'b' });
  const change = async (body: object) => (await call('PUT', `/auditoria-item/${id}`, body)).json();
  expect((await change({ unique_id: 'b' })).code).toBe('conflito');
  expect((await change({ metadata: { unique_id: 'c' } })).data.unique_id).toBe('c');
  expect((await change({ metadata: { outro: 1 } })).data.unique_id).toBe('c');
  expect((await change({ unique_id: '' })).data.unique_id).toBeNull();
  expect((await add({ unique_id: 'a' })).statusCode).toBe(201);
});

it('as que já existiam recebem o seu dos metadados: a primeira de cada projeto, também na segunda vez', async () => {
  const { auditoria } = await createTenant(test.deps);
  const made: string[] = [];
  for (const unique_id of ['x', 'x', ' y ', 7, { z: 1 }, '', 'z'.repeat(201), 'mantido']) {
    const { id } = await createItem(test.deps, auditoria);
    await test.deps.prisma.auditoriaItem.update({ where: { id }, data: { metadata: { unique_id } } });
    made.push(id);
  }
  await test.deps.prisma.auditoriaItem.update({
    where: { id: made[7] as string },
    data: { uniqueId: 'outro' },
  });
  const folder = new URL('../../prisma/migrations/20261130100101_unique_id_das_ligacoes/', import.meta.url);
  const migration = await readFile(new URL('migration.sql', folder), 'utf8');
  for (const _ of ['first', 'again']) {
    await test.deps.pool.query(migration);
    const { rows } = await test.deps.pool.query<{ unique_id: string | null }>(
      'select unique_id from auditoria_itens where id = any($1) order by array_position($1, id)',
      [made],
    );
    expect(rows.map(({ unique_id }) => unique_id)).toEqual(['x', null, 'y', '7', null, null, null, 'outro']);
  }
});
