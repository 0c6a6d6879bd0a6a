// Rights beyond a person's role: a manager gives and withdraws them; they take effect at once, for that person only.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type Method, type TestApp } from '../support/app.ts';
import { bearer, createApiKey, createMembro, createTenant } from '../support/factories.ts';

let test: TestApp;
let mine: Awaited<ReturnType<typeof createTenant>>;
beforeAll(async () => {
  test = await createTestApp();
  mine = await createTenant(test.deps);
});
afterAll(() => test.close());

const call = (token: string, method: Method, path: string, payload?: object) =>
  test.app.inject({ method, url: `/api/v1${path}`, headers: bearer(token), ...(payload ? { payload } : {}) });
/** True unless the export is refused with 403; the answer's content does not matter. */
const mayExport = async (token: string): Promise<boolean> => {
  const { statusCode } = await call(token, 'GET', `/pesquisas/${mine.pesquisa.id}/microdados?formato=csv`);
  return statusCode !== 403;
};
const flags = async (token: string) => {
  const { userPermissions } = (await call(token, 'GET', '/users/profile')).json().data;
  return [userPermissions.audit_item.export, userPermissions.result.export, userPermissions.credit.export];
};
const grant = (token: string, exportar: boolean) =>
  call(token, 'PATCH', `/users/${mine.usuario.id}`, { direitos: { exportar } });

it('a usuario exports by the right, in the same session, and no longer when it is withdrawn', async () => {
  const { usuario, gerente } = mine.tokens;
  expect([await mayExport(usuario), await flags(usuario)]).toEqual([
    false,
    [undefined, undefined, undefined],
  ]);
  expect([await mayExport(gerente), await flags(gerente)]).toEqual([true, [true, true, true]]);

  const given = await grant(gerente, true);
  expect([given.statusCode, given.json().data.direitos]).toEqual([200, ['exportar']]);
  expect([await mayExport(usuario), await flags(usuario)]).toEqual([true, [true, true, true]]);
  // Repeating changes nothing and adds no entry to the log.
  expect((await grant(gerente, true)).json().data.direitos).toEqual(['exportar']);

  expect((await grant(gerente, false)).json().data.direitos).toEqual([]);
  expect(await mayExport(usuario)).toBe(false);
  const entries = await test.deps.prisma.registroAcesso.findMany({
    where: { acao: 'usuario_alterado', recursoId: mine.usuario.id },
    orderBy: { createdAt: 'asc' },
  });
  expect(entries.map(({ detalhes }) => detalhes)).toEqual([
    { antes: { direito_exportar: false }, depois: { direito_exportar: true } },
    { antes: { direito_exportar: true }, depois: { direito_exportar: false } },
  ]);
});

it('only managers give rights, only in their company, and only rights that exist', async () => {
  const other = await createTenant(test.deps);
  expect((await grant(mine.tokens.usuario, true)).statusCode).toBe(403);
  expect((await grant(other.tokens.gerente, true)).statusCode).toBe(404);
  const unknown = await call(mine.tokens.gerente, 'PATCH', `/users/${mine.usuario.id}`, {
    direitos: { voar: true },
  });
  expect(unknown.statusCode).toBe(400);
  expect(await test.deps.prisma.membroDireito.count({ where: { empresaId: mine.empresa.id } })).toBe(0);
});

it('an API key never exports, and the right ends with the account', async () => {
  const leaver = await createMembro(test.deps, mine.empresa);
  await call(mine.tokens.gerente, 'PATCH', `/users/${leaver.id}`, { direitos: { exportar: true } });
  const chave = await createApiKey(test.deps, mine.empresa);
  expect(await mayExport(chave)).toBe(false);
  expect((await call(mine.tokens.gerente, 'DELETE', `/users/${leaver.id}`)).statusCode).toBe(200);
  expect(await test.deps.prisma.membroDireito.count({ where: { membroId: leaver.id } })).toBe(0);
});

const field = (token: string, so_campo: boolean, id = mine.usuario.id) =>
  call(token, 'PATCH', `/users/${id}`, { direitos: { so_campo } });

it('a manager narrows a usuario to the field and back, in the same session, once each in the log', async () => {
  const { usuario, gerente } = mine.tokens;
  const before = (await call(usuario, 'GET', '/users/profile')).json().data;
  expect([before.user.so_campo, before.userPermissions.project.read]).toEqual([false, true]);
  expect((await field(gerente, true)).json().data.direitos).toEqual(['so_campo']);
  expect((await field(gerente, true)).statusCode).toBe(200);

  const refused = await call(usuario, 'GET', `/pesquisas/${mine.pesquisa.id}`);
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'so_campo']);
  expect(refused.json().message).toMatch(/^A sua conta é só de campo/);
  const { user, userPermissions } = (await call(usuario, 'GET', '/users/profile')).json().data;
  expect([user.so_campo, userPermissions.project, userPermissions.result]).toEqual([true, {}, {}]);
  expect((await call(usuario, 'GET', '/campo/questionarios')).statusCode).toBe(200);
  const own = (await call(usuario, 'GET', '/campo/entrevistas')).json();
  expect([own.success, own.data.every((one: object) => !('nome_entrevistado' in one))]).toEqual([true, true]);

  expect((await field(gerente, false)).json().data.direitos).toEqual([]);
  expect((await call(usuario, 'GET', `/pesquisas/${mine.pesquisa.id}`)).statusCode).toBe(200);
  const entries = await test.deps.prisma.registroAcesso.findMany({
    where: { acao: 'usuario_alterado', recursoId: mine.usuario.id },
    orderBy: { createdAt: 'desc' },
    take: 2,
  });
  expect(entries.map(({ detalhes }) => detalhes)).toEqual([
    { antes: { direito_so_campo: true }, depois: { direito_so_campo: false } },
    { antes: { direito_so_campo: false }, depois: { direito_so_campo: true } },
  ]);
});

it('field only belongs to the role usuario: beside another it is refused, and a new role ends it', async () => {
  const { gerente } = mine.tokens;
  const refused = await field(gerente, true, mine.gerente.id);
  expect([refused.statusCode, refused.json().message]).toEqual([
    422,
    'O acesso “Só campo” vale apenas para contas com o papel de usuário.',
  ]);
  const person = await createMembro(test.deps, mine.empresa);
  expect((await field(gerente, true, person.id)).statusCode).toBe(200);
  const promoted = await call(gerente, 'PATCH', `/users/${person.id}`, { role: 'gerente' });
  expect([promoted.json().data.role, promoted.json().data.direitos]).toEqual(['gerente', []]);
  const both = await call(gerente, 'POST', '/users', {
    email: 'x@exemplo.com.br',
    role: 'gerente',
    so_campo: true,
  });
  expect(both.statusCode).toBe(422);
});

it('nobody gives work of the office to a field-only account', async () => {
  const { gerente } = mine.tokens;
  const person = await createMembro(test.deps, mine.empresa);
  const responsaveis = async () =>
    (await call(gerente, 'GET', `/projetos/${mine.projeto.id}/responsaveis`))
      .json()
      .data.map(({ id }: { id: string }) => id);
  expect(await responsaveis()).toContain(person.usuarioId);
  await field(gerente, true, person.id);
  expect(await responsaveis()).not.toContain(person.usuarioId);
  const given = await call(gerente, 'POST', `/projetos/${mine.projeto.id}/atribuicoes`, {
    usuario_id: person.usuarioId,
    selecao: { ids: [mine.item.id] },
  });
  expect([given.statusCode, given.json().message]).toEqual([
    422,
    'Esta pessoa não tem acesso às ligações desta empresa.',
  ]);
});
