import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { defineContract } from '@escuta/shared/contracts/contract';
import { getVersion } from '@escuta/shared/contracts/operation/sistema';
import { INSTALACAO } from '@escuta/shared/domain/scope';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { AppDeps } from '../../api/src/deps.ts';
import { type Feature, publicRoute } from '../../api/src/route.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { bearer, createTenant } from '../support/factories.ts';
import { inHeldMinute } from '../support/held-minute.ts';

const echo = defineContract({
  id: 'echo',
  method: 'POST',
  path: '/echo',
  access: { who: 'public' },
  summary: 'Para testes',
  tag: 'Testes',
  touches: [],
  body: z.object({
    nome: z.string().min(3),
    idade: z.number().int().max(150).optional(),
    tipo: z.enum(['a', 'b']).optional(),
    quando: z.iso.datetime().optional(),
    endereco: z.object({ rua: z.string().max(5) }).optional(),
  }),
  response: z.object({ nome: z.string() }),
});
const broken = defineContract({
  id: 'broken',
  method: 'GET',
  path: '/broken/{id}',
  access: { who: 'public' },
  summary: 'Para testes',
  tag: 'Testes',
  topic: null,
  params: z.object({ id: z.string() }),
  response: z.object({ certo: z.literal(true) }),
});
const testFeature: Feature<AppDeps> = ({ db }) => [
  publicRoute(getVersion, async () => ({ version: '0', build: 'b' })),
  publicRoute(echo, async ({ body }) => ({ ...body, segredo: 'não sai' })),
  publicRoute(broken, async ({ params }) => {
    if (params.id === 'resposta') return { certo: false } as never;
    if (params.id === 'banco') await db.query('select $1::text', ['segredo \u0000']);
    if (params.id === 'prisma')
      await db.within(INSTALACAO).lead.findMany({ where: { nome: { contains: 'segredo \u0000' } } });
    const deadlock = `do $$ begin raise exception 'deadlock detected' using errcode = '40P01'; end $$`;
    if (params.id === 'impasse') await db.query(deadlock);
    if (params.id === 'impasse-prisma')
      await db.within(INSTALACAO).lead.create({ data: { nome: 'impasse', email: 'a@b.co', telefone: '1' } });
    throw new Error('senha=123 em detalhes internos');
  }),
];

const ERROR = { success: false, message: expect.any(String), requestId: expect.any(String) };
let lines: Record<string, unknown>[] = [];
const log = pino(
  { level: 'debug' },
  new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)) as Record<string, unknown>);
      done();
    },
  }),
);

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({}, { features: [testFeature], parts: { log } });
  await test.deps.db.query(`create function impasse() returns trigger language plpgsql as
    $$ begin raise exception 'deadlock detected' using errcode = '40P01'; end $$;
    create trigger impasse before insert on leads for each row when (new.nome = 'impasse') execute function impasse()`);
});
afterAll(() => test.close());

const post = (payload: unknown, headers: Record<string, string> = {}) =>
  test.app.inject({
    method: 'POST',
    url: '/api/v1/echo',
    payload: payload as object,
    headers: { 'content-type': 'application/json', ...headers },
  });

describe('errors', () => {
  it.each<[string, Parameters<typeof post>, number, string, string]>([
    ['broken JSON', ['{"nome":'], 400, 'requisicao_invalida', 'O corpo da requisição não é um JSON válido.'],
    ['no body', [''], 400, 'requisicao_invalida', 'Envie os dados em JSON.'],
    [
      'another type',
      ['a=b', { 'content-type': 'application/x-www-form-urlencoded' }],
      415,
      'tipo_nao_suportado',
      'Tipo de conteúdo não suportado: envie JSON.',
    ],
    [
      'text',
      ['oi', { 'content-type': 'text/plain' }],
      415,
      'tipo_nao_suportado',
      'Tipo de conteúdo não suportado: envie JSON.',
    ],
    [
      'a file where JSON belongs',
      ['x', { 'content-type': 'multipart/form-data; boundary=a' }],
      415,
      'tipo_nao_suportado',
      'Esta operação não recebe arquivos: envie JSON.',
    ],
    [
      'a large body',
      [{ nome: 'x'.repeat(1_100_000) }],
      413,
      'corpo_grande',
      'O corpo da requisição é grande demais.',
    ],
    ['a missing field', [{}], 400, 'requisicao_invalida', 'O campo “nome” é obrigatório.'],
    ['a short text', [{ nome: 'ab' }], 400, 'requisicao_invalida', '“nome”: use no mínimo 3 caracteres.'],
    ['a wrong type', [{ nome: 5 }], 400, 'requisicao_invalida', '“nome” não é um texto.'],
    [
      'a large number',
      [{ nome: 'abc', idade: 200 }],
      400,
      'requisicao_invalida',
      '“idade”: o valor máximo é 150.',
    ],
    [
      'a wrong option',
      [{ nome: 'abc', tipo: 'c' }],
      400,
      'requisicao_invalida',
      '“tipo”: valor inválido. Use: a, b.',
    ],
    [
      'a wrong date',
      [{ nome: 'abc', quando: 'ontem' }],
      400,
      'requisicao_invalida',
      '“quando”: formato inválido.',
    ],
    [
      'a prototype',
      ['{"nome":"abc","__proto__":{"x":1}}'],
      400,
      'requisicao_invalida',
      'O corpo da requisição não é um JSON válido.',
    ],
  ])('%s', async (_name, [payload, headers], status, code, message) => {
    const answer = await post(payload, headers);
    expect(answer.json()).toMatchObject({ ...ERROR, code, message, error: message });
    expect(answer.statusCode).toBe(status);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('names each field that does not fit', async () => {
    const answer = await post({ idade: 'x', endereco: { rua: 'comprida' } });
    expect(answer.json()).toMatchObject({
      message: 'O campo “nome” é obrigatório.',
      details:
        'O campo “nome” é obrigatório. “idade” não é um número. “endereco.rua”: use no máximo 5 caracteres.',
    });
    expect(answer.json().errors).toEqual([
      { campo: 'nome', mensagem: 'Campo obrigatório.' },
      { campo: 'idade', mensagem: '“idade” não é um número.' },
      { campo: 'endereco.rua', mensagem: 'Use no máximo 5 caracteres.' },
    ]);
  });

  it.each(['interno', 'resposta'])('shows nothing of a failure that nobody expected (%s)', async (id) => {
    lines = [];
    const answer = await test.app.inject({ url: `/api/v1/broken/${id}` });
    expect(answer.statusCode).toBe(500);
    expect(answer.json()).toMatchObject({
      ...ERROR,
      code: 'erro_interno',
      message: 'Erro interno. Tente novamente.',
      details: 'Erro interno. Tente novamente.',
      errors: [],
    });
    expect(answer.body).not.toContain('senha=123');
    expect(lines.find((line) => line.msg === 'Erro inesperado')).toMatchObject({
      level: 50,
      requestId: answer.json().requestId,
    });
  });

  it('an address too long is 414 in the same format', async () => {
    const answer = await test.app.inject({ url: `/api/v1/broken/${'x'.repeat(300)}` });
    expect(answer.statusCode).toBe(414);
    expect(answer.json()).toMatchObject({
      ...ERROR,
      code: 'endereco_longo',
      message: 'O endereço é longo demais.',
    });
  });

  it('a value that only the database refused is 400, without alarm and without the value in the log', async () => {
    lines = [];
    const answer = await test.app.inject({ url: '/api/v1/broken/banco' });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ ...ERROR, code: 'requisicao_invalida', errors: [] });
    expect(answer.body + JSON.stringify(lines)).not.toContain('segredo');
    expect(lines.filter(({ level }) => Number(level) >= 50)).toEqual([]);
    expect(lines.map(({ msg }) => msg)).toContain('Valor recusado só pelo banco de dados');
  });

  it('the same by Prisma', async () => {
    const answer = await test.app.inject({ url: '/api/v1/broken/prisma' });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ ...ERROR, code: 'requisicao_invalida' });
  });

  it.each(['impasse', 'impasse-prisma'])(
    'two that waited for each other: what was undone can be asked for again (%s)',
    async (id) => {
      const answer = await test.app.inject({ url: `/api/v1/broken/${id}` });
      expect(answer.statusCode).toBe(409);
      expect(answer.json()).toMatchObject({
        ...ERROR,
        code: 'conflito',
        message: 'Os dados mudaram enquanto a operação era feita. Atualize a página e tente de novo.',
      });
    },
  );

  it('unknown addresses of /api are 404 in the same format', async () => {
    for (const url of ['/api/v1/nada', '/api', '/api/v2/version', '/qualquer']) {
      const answer = await test.app.inject({ url, headers: { accept: 'text/html' } });
      expect(answer.statusCode, url).toBe(404);
      expect(answer.json()).toMatchObject({ ...ERROR, code: 'nao_encontrado' });
    }
    const wrongMethod = await test.app.inject({ method: 'DELETE', url: '/api/v1/version' });
    expect(wrongMethod.statusCode).toBe(404);
  });
});

it('the answer loses the fields that the contract does not name', async () => {
  expect((await post({ nome: 'Ana' })).json()).toEqual({ nome: 'Ana' });
});

describe('request id and log', () => {
  it("returns the client's when it is an id, and another when it is not", async () => {
    const answer = async (given: string) =>
      (await test.app.inject({ url: '/api/v1/version', headers: { 'x-request-id': given } })).headers[
        'x-request-id'
      ];
    expect(await answer('pedido-12345')).toBe('pedido-12345');
    for (const bad of ['curto', 'com espaço aqui', '<script>alert(1)</script>', 'x'.repeat(65)]) {
      expect(await answer(bad), bad).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  it('writes one line a request, without address, query or data', async () => {
    lines = [];
    await test.app.inject({
      method: 'POST',
      url: '/api/v1/echo?assinatura=segredo',
      payload: { nome: 'Maria da Silva' },
    });
    await expect.poll(() => lines.length).toBe(1);
    expect(lines[0]).toMatchObject({
      metodo: 'POST',
      rota: '/api/v1/echo',
      status: 200,
      ms: expect.any(Number),
      requestId: expect.any(String),
    });
    expect(JSON.stringify(lines)).not.toMatch(/segredo|Maria/);
  });
});

describe('security headers', () => {
  it("send with the API's answers a CSP that lets nothing load", async () => {
    const { headers } = await test.app.inject({ url: '/api/v1/version' });
    expect(headers['content-security-policy']).toBe(
      "default-src 'none';media-src 'self';frame-ancestors 'none'",
    );
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
    });
    expect(headers['strict-transport-security']).toBeUndefined();
    expect(headers['x-powered-by']).toBeUndefined();
  });

  it('send with pages a CSP without inline scripts or other origins', async () => {
    const { headers } = await test.app.inject({ url: '/qualquer', headers: { accept: 'text/html' } });
    const csp = String(headers['content-security-policy']);
    expect(csp).toContain("default-src 'self'");
    expect(csp).toContain("script-src 'self';");
    expect(csp).toContain("connect-src 'self'");
    expect(csp).toContain("media-src 'self' blob:");
    expect(csp).toContain("frame-ancestors 'none'");
    expect(csp).not.toMatch(/script-src[^;]*unsafe|upgrade-insecure|https?:/);
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
  });

  it('open the API to the listed origins only, without credentials', async () => {
    const extension = 'chrome-extension://abcdefghijklmnopabcdefghijklmnop';
    const other = await createTestApp(
      {
        PUBLIC_URL: 'https://escuta.exemplo.com.br/app',
        CORS_ORIGINS: `${extension}, https://outro.com.br/`,
      },
      { features: [testFeature] },
    );
    try {
      const ask = async (origin: string) => {
        const answer = await other.app.inject({
          method: 'OPTIONS',
          url: '/api/v1/echo',
          headers: {
            origin,
            'access-control-request-method': 'POST',
            'access-control-request-headers': 'authorization',
          },
        });
        return answer.headers;
      };
      for (const origin of [extension, 'https://outro.com.br', 'https://escuta.exemplo.com.br']) {
        expect(await ask(origin)).toMatchObject({ 'access-control-allow-origin': origin });
        expect((await ask(origin))['access-control-allow-credentials']).toBeUndefined();
      }
      for (const origin of [
        'https://estranho.com',
        'null',
        'https://outro.com.br.estranho.com',
        'chrome-extension://zzz',
      ]) {
        expect((await ask(origin))['access-control-allow-origin'], origin).toBeUndefined();
      }
      const { headers } = await other.app.inject({ url: '/api/v1/version' });
      expect(headers['strict-transport-security']).toContain('max-age=31536000');
    } finally {
      await other.close();
    }
  });
});

describe('request limit', () => {
  it('counts by address, by account and by route with a limit of its own, also across processes', async () => {
    const options = { RATE_LIMIT_MAX: 10 };
    const [one, two] = [await createTestApp(options), await createTestApp(options)];
    const count = async () => {
      const tenant = await createTenant(one.deps);
      const status = async (app: TestApp, headers = {}, remoteAddress = '10.9.0.1') =>
        (await app.app.inject({ url: '/api/v1/empresas', headers, remoteAddress })).statusCode;
      const many = async (n: number, run: () => Promise<number>) => {
        const found: number[] = [];
        for (let i = 0; i < n; i++) found.push(await run());
        return found;
      };
      expect(await many(10, () => status(one))).toEqual(Array(10).fill(401));
      expect(await status(one)).toBe(429);
      // A signed-in caller at the same address counts separately; so does another address.
      expect(await status(one, bearer(tenant.tokens.usuario))).toBe(200);
      expect(await status(one, {}, '10.9.0.2')).toBe(401);
      // Requests with an invalid key or token are counted for the address.
      expect(await status(one, bearer('esc_inventada'))).toBe(429);
      expect(await many(10, () => status(one, bearer(tenant.tokens.gerente)))).toEqual(Array(10).fill(200));
      const refused = await one.app.inject({
        url: '/api/v1/empresas',
        headers: bearer(tenant.tokens.gerente),
      });
      expect(refused.statusCode).toBe(429);
      expect(refused.json()).toMatchObject({ ...ERROR, code: 'muitas_tentativas' });
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      // The other process (`two`) learns this process's counts with its own next request.
      const { redis, env } = one.deps;
      const told = async () => {
        const keys = await redis.keys(`${env.REDIS_PREFIX}:limite:*:m:${tenant.gerente.id}:*`);
        return keys.length === 1 ? Number(await redis.get(keys[0] ?? '')) : keys;
      };
      await expect.poll(told).toBe(11);
      expect(await status(two, bearer(tenant.tokens.gerente))).toBe(200);
      await expect.poll(() => status(two, bearer(tenant.tokens.gerente))).toBe(429);
    };
    try {
      await inHeldMinute(count);
    } finally {
      await Promise.all([one.close(), two.close()]);
    }
  });
});

describe('web application', () => {
  const folder = mkdtempSync(join(tmpdir(), 'escuta-web-'));
  let site: TestApp;
  beforeAll(async () => {
    mkdirSync(join(folder, 'assets'));
    writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Escuta</title><h1>Site</h1>');
    writeFileSync(join(folder, 'app.html'), '<!doctype html><title>Escuta</title>');
    const signIn = '<!doctype html><title>Escuta</title><form></form>';
    writeFileSync(join(folder, 'auth.html'), signIn);
    writeFileSync(join(folder, 'auth.html.gz'), gzipSync(signIn));
    writeFileSync(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
    writeFileSync(join(folder, 'assets', 'app-abc123.js'), 'console.log("escuta")');
    writeFileSync(join(folder, 'assets', 'app-abc123.js.gz'), gzipSync('console.log("escuta")'));
    mkdirSync(join(folder, 'entrevista', 'assets'), { recursive: true });
    writeFileSync(join(folder, 'entrevista', 'index.html'), '<!doctype html><title>Entrevista</title>');
    writeFileSync(join(folder, 'entrevista', 'sw.js'), 'self.x = 1;');
    writeFileSync(join(folder, 'entrevista', 'assets', 'campo-abc123.js'), 'console.log("campo")');
    writeFileSync(join(folder, '..', 'escuta-segredo.txt'), 'segredo');
    site = await createTestApp({ WEB_DIST: folder });
  });
  afterAll(async () => {
    await site.close();
    rmSync(folder, { recursive: true, force: true });
    rmSync(join(folder, '..', 'escuta-segredo.txt'), { force: true });
  });
  const get = (url: string, headers: Record<string, string> = { accept: 'text/html,*/*' }) =>
    site.app.inject({ url, headers });

  it("serves the page at every screen's address, without caching it", async () => {
    for (const url of [
      '/',
      '/auth?destino=/x',
      '/auth/x',
      '/dashboard/projects/1/ligacoes?page=2',
      '/apito',
    ]) {
      const answer = await get(url);
      expect(answer.statusCode, url).toBe(200);
      expect(answer.body).toContain('<title>Escuta</title>');
      expect(answer.headers['cache-control']).toBe('no-cache');
      expect(answer.headers['content-type']).toContain('text/html');
      expect(answer.headers['content-security-policy']).toContain("script-src 'self'");
      // Only / contains the site's page, and only /auth the sign-in form: neither flashes before another screen.
      expect(answer.body.includes('<h1>Site</h1>'), url).toBe(url === '/');
      expect(answer.body.includes('<form>'), url).toBe(url === '/auth?destino=/x');
    }
    const packed = await get('/auth', { accept: 'text/html', 'accept-encoding': 'gzip' });
    expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', 'cache-control': 'no-cache' });
  });

  it('serves the files named by their content for ever, already compressed', async () => {
    const answer = await get('/assets/app-abc123.js', { 'accept-encoding': 'gzip' });
    expect(answer.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'gzip',
      vary: expect.stringContaining('accept-encoding'),
    });
    expect(answer.headers['content-type']).toContain('javascript');
    const plain = await get('/assets/app-abc123.js', {});
    expect(plain.body).toBe('console.log("escuta")');
    expect((await get('/favicon.svg')).headers['cache-control']).toBe('no-cache');
  });

  it('serves the field interviews as a page of its own, with its service worker always new', async () => {
    for (const url of ['/entrevista/', '/entrevista/019a0000-0000-7000-8000-000000000001?entrevista=x']) {
      const page = await get(url);
      expect(page.body, url).toContain('<title>Entrevista</title>');
      expect(page.headers['cache-control']).toBe('no-cache');
      // The interview page may record; pages that could embed foreign content may not.
      expect(page.headers['permissions-policy']).toBe('microphone=(self)');
    }
    // The service worker caches the page, and requests it like any file.
    expect((await get('/entrevista/', { accept: '*/*' })).body).toContain('<title>Entrevista</title>');
    const bare = await get('/entrevista');
    expect([bare.statusCode, bare.headers.location]).toEqual([302, '/entrevista/']);
    const worker = await get('/entrevista/sw.js', {});
    expect(worker.headers['cache-control']).toBe('no-cache');
    expect(worker.headers['content-type']).toContain('javascript');
    const script = await get('/entrevista/assets/campo-abc123.js', {});
    expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect((await get('/entrevista/assets/velho.js')).statusCode).toBe(404);
  });

  it('does not serve the page in place of the API, of a missing file or to another method', async () => {
    for (const url of ['/api/v1/nada', '/api', '/assets/velho.js']) {
      expect((await get(url)).statusCode, url).toBe(404);
    }
    expect((await get('/tela', { accept: 'application/json' })).statusCode).toBe(404);
    expect((await site.app.inject({ method: 'POST', url: '/auth' })).statusCode).toBe(404);
  });

  it('does not leave its folder', async () => {
    const server = await site.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = site.app.server.address() as AddressInfo;
    expect(server).toContain(String(port));
    for (const path of [
      '/../escuta-segredo.txt',
      '/%2e%2e/escuta-segredo.txt',
      '/assets/..%2f..%2fescuta-segredo.txt',
      '/..%5cescuta-segredo.txt',
      '//escuta-segredo.txt',
      '/.env',
    ]) {
      const body = await new Promise<string>((resolve, reject) => {
        httpRequest({ port, host: '127.0.0.1', path, method: 'GET' }, (response) => {
          let text = '';
          response.on('data', (part) => {
            text += String(part);
          });
          response.on('end', () => resolve(text));
        })
          .on('error', reject)
          .end();
      });
      expect(body, path).not.toContain('segredo');
    }
  });

  it('describes the API in /api/docs, without inline script', async () => {
    const page = await get('/api/docs/');
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-security-policy']).toContain("script-src 'self'");
    expect(page.body).not.toMatch(/<script(?![^>]*\bsrc=)[^>]*>\s*\S/);
    expect(page.headers['cache-control']).toBe('no-store');
    const json = await get('/api/docs/json');
    expect(json.headers['cache-control']).toBe('no-store');
    expect(json.json()).toMatchObject({ openapi: '3.1.0', servers: [{ url: '/api/v1' }] });
  });
});
