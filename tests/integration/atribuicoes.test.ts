// Assignment of calls: by hand or by a filter, undone as a whole, never to a person without access.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import { bearer, createEmpresa, createMembro, createTenant, signToken } from '../support/factories.ts';

let test: TestApp;
let tenant: Awaited<ReturnType<typeof createTenant>>;
let ana: Awaited<ReturnType<typeof createMembro>>;
let bia: Awaited<ReturnType<typeof createMembro>>;
let items: string[];
beforeAll(async () => {
  test = await createTestApp();
  tenant = await createTenant(test.deps);
  [ana, bia] = [await createMembro(test.deps, tenant.empresa), await createMembro(test.deps, tenant.empresa)];
  const { rows } = await test.deps.db.query<{ id: string }>(
    `insert into auditoria_itens (id, empresa_id, projeto_id, auditoria_id, tipo_item, status, created_at)
     select gen_random_uuid(), $1, $2, $3, 'ligacao', (case when n <= 5 then 'erro'
       else 'pendente' end)::status_processamento,
       timestamptz '2026-03-01 12:00Z' + n * interval '1 minute' from generate_series(1, 12) n returning id`,
    [tenant.empresa.id, tenant.projeto.id, tenant.auditoria.id],
  );
  items = rows.map(({ id }) => id);
});
afterAll(() => test.close());

async function post(path: string, body: object, who = ana, projeto = tenant.projeto.id) {
  const answer = await test.app.inject({
    method: 'POST',
    url: `/api/v1/projetos/${projeto}/atribuicoes${path}`,
    headers: bearer(signToken(test.deps, who)),
    payload: body,
  });
  return { status: answer.statusCode, body: answer.json() };
}
/** Assignee of each call, in the order of `items`. */
async function owners(): Promise<(string | null)[]> {
  const { rows } = await test.deps.db.query<{ item_id: string; usuario_id: string | null }>(
    'select item_id, usuario_id from item_atribuicoes where item_id = any($1)',
    [items],
  );
  return items.map((id) => rows.find(({ item_id }) => item_id === id)?.usuario_id ?? null);
}
const give = (selecao: object, usuario_id: string | null, who = ana) =>
  post('', { selecao, usuario_id }, who);

it('gives chosen calls, gives what is left of a filter, and takes each back as a whole', async () => {
  const first = await give({ ids: items.slice(0, 4) }, bia.usuarioId);
  expect(first).toMatchObject({ status: 200, body: { data: { atribuidas: 4, ja_estavam: 0 } } });
  const erro = { campo: 'status', op: 'um_de', valor: ['erro'] };
  const second = await give({ filtro: erro, exceto: [items[0]] }, ana.usuarioId, bia);
  expect(second.body.data).toMatchObject({ atribuidas: 4, ja_estavam: 0 });
  const [a, b] = [ana.usuarioId, bia.usuarioId];
  expect((await owners()).slice(0, 6)).toEqual([b, a, a, a, a, null]);

  // All calls of the first assignment except one were reassigned to the second assignee.
  const undone = await post(`/${first.body.data.lote_id}/desfazer`, {});
  expect(undone.body.data).toEqual({ desfeitas: 1 });
  expect((await owners()).slice(0, 6)).toEqual([null, a, a, a, a, null]);
  // People can undo only their own acts; undoing restores the former assignees, and a second click does nothing.
  expect((await post(`/${second.body.data.lote_id}/desfazer`, {})).status).toBe(404);
  expect((await post(`/${second.body.data.lote_id}/desfazer`, {}, bia)).body.data).toEqual({ desfeitas: 4 });
  expect((await owners()).slice(0, 6)).toEqual([null, b, b, b, null, null]);
  expect((await post(`/${second.body.data.lote_id}/desfazer`, {}, bia)).body).toMatchObject({
    message: 'Nada a desfazer: estas ligações já voltaram ao responsável anterior ou já têm outro.',
  });

  const nobody = await give({ filtro: { todas: [] }, exceto: [] }, null);
  expect(nobody.body.data).toMatchObject({ atribuidas: 3 });
  expect(await owners()).toEqual(items.map(() => null));
  expect((await give({ ids: items }, null)).body.data).toMatchObject({ lote_id: null, atribuidas: 0 });

  const { rows } = await test.deps.db.query(
    `select acao, detalhes ->> 'ligacoes' as n from registros_acesso where recurso_id = $1 order by created_at`,
    [tenant.projeto.id],
  );
  expect(rows).toEqual([
    { acao: 'ligacoes_atribuidas', n: '4' },
    { acao: 'ligacoes_atribuidas', n: '4' },
    { acao: 'atribuicao_desfeita', n: '1' },
    { acao: 'atribuicao_desfeita', n: '4' },
    { acao: 'ligacoes_atribuidas', n: '3' },
  ]);
});

it('gives two people the same calls at the same time to one of them, whole', async () => {
  const answers = await Promise.all([
    give({ ids: items }, ana.usuarioId),
    give({ ids: [...items].reverse() }, bia.usuarioId, bia),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(new Set(await owners()).size).toBe(1);
});

it('refuses who has no access, a foreign project and too many, and changes nothing', async () => {
  const before = await owners();
  const stranger = await createMembro(test.deps, await createEmpresa(test.deps));
  const gone = await createMembro(test.deps, tenant.empresa);
  await test.deps.db.query('update membros set ativo = false where usuario_id = $1', [gone.usuarioId]);
  for (const usuarioId of [stranger.usuarioId, randomUUID()]) {
    expect(await give({ ids: items }, usuarioId)).toMatchObject({
      status: 404,
      body: { message: 'Pessoa não encontrada.' },
    });
  }
  expect(await give({ ids: items }, gone.usuarioId)).toMatchObject({
    status: 422,
    body: { message: 'Esta pessoa não tem acesso às ligações desta empresa.' },
  });
  expect((await post('', { selecao: { ids: items }, usuario_id: null }, stranger)).status).toBe(404);
  await test.deps.db.query(
    `insert into auditoria_itens (id, empresa_id, projeto_id, auditoria_id) select gen_random_uuid(), $1, $2, $3
      from generate_series(1, 10000)`,
    [tenant.empresa.id, tenant.projeto.id, tenant.auditoria.id],
  );
  expect(await give({ filtro: { todas: [] }, exceto: [] }, ana.usuarioId)).toMatchObject({
    status: 422,
    body: {
      message: 'O filtro encontra mais de 10.000 ligações: reduza o período ou adicione um filtro.',
    },
  });
  expect(await owners()).toEqual(before);
  const people = await test.app.inject({
    url: `/api/v1/projetos/${tenant.projeto.id}/responsaveis`,
    headers: bearer(signToken(test.deps, ana)),
  });
  const ids = people.json<{ data: { id: string }[] }>().data.map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining([ana.usuarioId, bia.usuarioId]));
  expect(ids).not.toContain(gone.usuarioId);
  expect(ids).not.toContain(stranger.usuarioId);
});
