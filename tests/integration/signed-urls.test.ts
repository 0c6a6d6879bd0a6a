// A signed URL is valid as long as its requester's access: it ends with the session or key with which it was made.
import { randomUUID } from 'node:crypto';
import { createStore } from '@escuta/shared/platform/storage/create-store';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import { bearer, createApiKey, createMembro, createTenant, signToken } from '../support/factories.ts';
import { S3TestServer } from '../support/s3-server.ts';

type Tenant = Awaited<ReturnType<typeof createTenant>>;
let test: TestApp;
/** A second API process on the same database. */
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
  // The recording is in the database, not in the store: a request with a valid signed URL gets 404 'nao_encontrado'.
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

/** Requests the recording's signed URL with `token` on each route that returns one. */
async function signedBy(token: string): Promise<string[]> {
  const { url } = await call(token, 'POST', `/auditoria-item/${tenant.item.id}/url-audio`);
  const { audioUrl } = await call(token, 'GET', `/auditoria-items/${tenant.item.id}/resultados`);
  return [url, audioUrl];
}

/** Requests the URLs from both processes. @returns the different answers */
async function answers(urls: readonly string[]): Promise<Set<string>> {
  const codes = new Set<string>();
  for (const url of urls) {
    for (const { app } of [test, other]) codes.add((await app.inject({ url })).json().code);
  }
  return codes;
}

const PASSED = new Set(['nao_encontrado']);
const REFUSED = new Set(['nao_autenticado']);

describe('URL signed by a person', () => {
  it('ends with a deactivated account, and reactivation does not give it back', async () => {
    const urls = await signedBy(tenant.tokens.usuario);
    expect(await answers(urls)).toEqual(PASSED);
    await call(tenant.tokens.gerente, 'PATCH', `/users/${tenant.usuario.id}`, { ativo: false });
    await expect.poll(() => answers(urls)).toEqual(REFUSED);
    await call(tenant.tokens.gerente, 'PATCH', `/users/${tenant.usuario.id}`, { ativo: true });
    expect(await answers(urls)).toEqual(REFUSED);
  });

  it('ends with a changed role and with a deleted account', async () => {
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

  it("that of an administrator ends with the recording's company too", async () => {
    const home = await createTenant(test.deps);
    const urls = await signedBy(home.tokens.admin);
    expect(await answers(urls)).toEqual(PASSED);
    await call(home.tokens.admin, 'POST', `/empresas/${tenant.empresa.id}/arquivar`);
    await expect.poll(() => answers(urls)).toEqual(REFUSED);
  });

  it('accepts no other person, other version or other format of its signer', async () => {
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

it('the URL signed for an API key ends when the key is exchanged', async () => {
  const urlOf = async (key: string): Promise<string> =>
    (await call(key, 'GET', `/auditoria-items/${tenant.item.id}/resultados`)).audioUrl;
  const old = await urlOf(await createApiKey(test.deps, tenant.empresa));
  expect(await answers([old])).toEqual(PASSED);
  const rotated = await call(tenant.tokens.gerente, 'POST', '/empresa/api-key');
  await expect.poll(() => answers([old])).toEqual(REFUSED);
  const key = Object.values(rotated).find((value) => typeof value === 'string' && value.startsWith('esc_'));
  expect(await answers([await urlOf(String(key))])).toEqual(PASSED);
});

describe('directly from S3 (S3_PUBLIC_ENDPOINT)', () => {
  const s3 = new S3TestServer();
  const SOM = Buffer.from('som da gravação, do primeiro ao último byte');
  let direct: TestApp;
  const logged: string[] = [];
  beforeAll(async () => {
    const endpoint = await s3.start();
    const env = {
      STORAGE_DRIVER: 's3' as const,
      S3_ENDPOINT: endpoint,
      // A second name of the same server, for browsers: signed URLs use this name.
      S3_PUBLIC_ENDPOINT: endpoint.replace('127.0.0.1', 'localhost'),
      S3_BUCKET: s3.bucket,
      S3_ACCESS_KEY_ID: s3.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    };
    direct = await createTestApp(env, {
      parts: {
        store: await createStore({ ...test.deps.env, ...env }),
        log: pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) }) as never,
      },
    });
  });
  afterAll(async () => {
    await direct.close();
    await s3.stop();
  });
  const ask = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    direct.app.inject({ method, url, headers });

  it('leads to a link of 60 s that plays in pieces, that recording only and only after a check of the asker', async () => {
    const key = `${tenant.empresa.id}/${randomUUID()}`;
    s3.objects.set(key, { bytes: SOM, contentType: 'application/octet-stream' });
    await test.deps.prisma.auditoriaItem.update({
      where: { id: tenant.item.id },
      data: { arquivoPath: key, arquivoTamanho: SOM.length, arquivoNome: 'Ligação João.wav' },
    });
    const [url = ''] = await signedBy(tenant.tokens.usuario);
    s3.requests.length = 0;
    const answer = await ask(url);
    expect([answer.statusCode, answer.headers['cache-control'], answer.body]).toEqual([302, 'no-store', '']);
    const link = String(answer.headers.location);
    expect(link).toMatch(new RegExp(`^http://localhost:\\d+/${s3.bucket}/${key}\\?`));
    expect(new URL(link).searchParams.get('X-Amz-Expires')).toBe('60');
    // Signing sends no request to the store.
    expect(s3.requests).toEqual([]);

    const whole = await fetch(link);
    expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'audio/wav']);
    expect(whole.headers.get('content-disposition')).toContain(
      'inline; filename="Ligacao Joao.wav"; filename*=UTF-8\'\'',
    );
    expect(Buffer.from(await whole.arrayBuffer())).toEqual(SOM);
    const part = await fetch(link, { headers: { range: 'bytes=4-9' } });
    expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, SOM.subarray(4, 10)]);
    const saved = await ask(`${url}&baixar=true`);
    expect((await fetch(String(saved.headers.location))).headers.get('content-disposition')).toMatch(
      /^attachment/,
    );

    // The signature is not valid for another object, another time or another method.
    const other = `${randomUUID()}/${randomUUID()}`;
    s3.objects.set(other, { bytes: SOM, contentType: 'audio/wav' });
    expect((await fetch(link.replace(key, other))).status).toBe(403);
    expect((await fetch(link.replace('X-Amz-Expires=60', 'X-Amz-Expires=6000'))).status).toBe(403);
    expect((await fetch(link, { method: 'PUT', body: 'x' })).status).toBe(403);
    s3.now = () => Date.now() + 61_000;
    expect((await fetch(link)).status).toBe(403);
    s3.now = () => Date.now();

    // The API itself answers requests with credentials in headers, because a redirect would pass these to the store.
    const headers = bearer(tenant.tokens.usuario);
    const own = await ask(`/api/v1/auditoria-item/${tenant.item.id}/download`, headers);
    expect([own.statusCode, own.body]).toEqual([200, SOM.toString()]);
    expect((await ask(url, {}, 'HEAD')).statusCode).toBe(200);
    // Neither a URL changed to another company nor another company's manager gets a link.
    const foreign = await createTenant(test.deps);
    const [theirs = ''] = await signedBy(tenant.tokens.usuario);
    expect((await ask(theirs.replace(tenant.empresa.id, foreign.empresa.id))).statusCode).toBe(401);
    expect(
      (await ask(`/api/v1/auditoria-item/${tenant.item.id}/download`, bearer(foreign.tokens.gerente)))
        .statusCode,
    ).toBe(404);

    expect(logged.length).toBeGreaterThan(0);
    expect(logged.join('')).not.toMatch(/X-Amz-Signature|assinatura=/);
  });

  it('without the public address the sound comes by the API', async () => {
    const [url = ''] = await signedBy(tenant.tokens.usuario);
    expect((await test.app.inject({ url })).statusCode).not.toBe(302);
  });
});
