// A signed URL holds as long as who asked for it may come in: it ends with the session or the key it was made in.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import { bearer, createApiKey, createMembro, createTenant, signToken } from '../support/factories.ts';

type Tenant = Awaited<ReturnType<typeof createTenant>>;
let test: TestApp;
/** A second process of the API on the same database. */
let other: TestApp;
let tenant: Tenant;
beforeAll(async () => {
  [test, other] = [await createTestApp(), await createTestApp()];
});
afterAll(async () => {
  await test.close();
  await other.close();
});
beforeEach(async () => {
  tenant = await createTenant(test.deps);
  // Known to the database, absent from the store: whoever passes the guard is answered 404 'nao_encontrado'.
  await test.deps.prisma.auditoriaItem.update({
    where: { id: tenant.item.id },
    data: {
      arquivoPath: `${tenant.empresa.id}/${randomUUID()}`,
      arquivoNome: 'a.wav',
      arquivoTipo: 'audio/wav',
    },
  });
});

async function call(token: string, method: 'GET' | 'POST' | 'PATCH' | 'PUT', path: string, payload?: object) {
  const answer = await test.app.inject({
    method,
    url: `/api/v1${path}`,
    headers: bearer(token),
    ...(payload ? { payload } : {}),
  });
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  return answer.json().data;
}

/** The recording's address as `token` gets it, by each route that gives one. */
async function signedBy(token: string): Promise<string[]> {
  const { url } = await call(token, 'POST', `/auditoria-item/${tenant.item.id}/url-audio`);
  const { audioUrl } = await call(token, 'GET', `/auditoria-items/${tenant.item.id}/resultados`);
  return [url, audioUrl];
}

/** What each address answers in each process. */
async function answers(urls: readonly string[]): Promise<Set<string>> {
  const codes = new Set<string>();
  for (const url of urls) {
    for (const { app } of [test, other]) codes.add((await app.inject({ url })).json().code);
  }
  return codes;
}

const PASSED = new Set(['nao_encontrado']);
const REFUSED = new Set(['nao_autenticado']);

describe('URL assinada por uma pessoa', () => {
  it('acaba com a conta desativada, e a reativação não a devolve', async () => {
    const urls = await signedBy(tenant.tokens.usuario);
    expect(await answers(urls)).toEqual(PASSED);
    await call(tenant.tokens.gerente, 'PATCH', `/users/${tenant.usuario.id}`, { ativo: false });
    await expect.poll(() => answers(urls)).toEqual(REFUSED);
    await call(tenant.tokens.gerente, 'PATCH', `/users/${tenant.usuario.id}`, { ativo: true });
    expect(await answers(urls)).toEqual(REFUSED);
  });

  it('acaba com a mudança de papel e com a conta excluída', async () => {
    const urls = await signedBy(tenant.tokens.usuario);
    const leaving = await createMembro(test.deps, tenant.empresa);
    const others = await signedBy(signToken(test.deps, leaving));
    expect(await answers([...urls, ...others])).toEqual(PASSED);
    await call(tenant.tokens.admin, 'PATCH', `/users/${tenant.usuario.id}`, { role: 'gerente' });
    await expect.poll(() => answers(urls)).toEqual(REFUSED);
    expect(await answers(others)).toEqual(PASSED);
    const gone = await test.app.inject({
      method: 'DELETE',
      url: `/api/v1/users/${leaving.id}`,
      headers: bearer(tenant.tokens.gerente),
    });
    expect(gone.statusCode).toBe(200);
    await expect.poll(() => answers(others)).toEqual(REFUSED);
  });

  it('a de um administrador acaba também com a empresa da gravação', async () => {
    const home = await createTenant(test.deps);
    const urls = await signedBy(home.tokens.admin);
    expect(await answers(urls)).toEqual(PASSED);
    await call(home.tokens.admin, 'POST', `/empresas/${tenant.empresa.id}/arquivar`);
    await expect.poll(() => answers(urls)).toEqual(REFUSED);
  });

  it('não aceita outra pessoa, outra versão nem outro formato de quem assinou', async () => {
    const [url = ''] = await signedBy(tenant.tokens.usuario);
    const { id, versaoToken } = tenant.usuario;
    const who = `.m${id}-${versaoToken}.`;
    expect(url).toContain(who);
    const forged = [
      url.replace(id, tenant.gerente.id),
      url.replace(who, `.m${id}-${versaoToken + 1}.`),
      url.replace(who, `.c${randomUUID()}.`),
      url.replace(who, '.'),
      url.replace(who, '..'),
    ];
    expect(new Set([url, ...forged]).size).toBe(6);
    expect(await answers(forged)).toEqual(REFUSED);
  });
});

it('a URL assinada para uma chave de API acaba quando a chave é trocada', async () => {
  const urlOf = async (key: string): Promise<string> =>
    (await call(key, 'GET', `/auditoria-items/${tenant.item.id}/resultados`)).audioUrl;
  const old = await urlOf(await createApiKey(test.deps, tenant.empresa));
  expect(await answers([old])).toEqual(PASSED);
  const rotated = await call(tenant.tokens.gerente, 'POST', '/empresa/api-key');
  await expect.poll(() => answers([old])).toEqual(REFUSED);
  const key = Object.values(rotated).find((value) => typeof value === 'string' && value.startsWith('esc_'));
  expect(await answers([await urlOf(String(key))])).toEqual(PASSED);
});
