// Telephony configurations and the test of their connection, against a server that speaks ARI over HTTP.
import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { createGuardedNetwork } from '@escuta/shared/platform/http/guarded-http';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import { type AriMisbehaviour, type AriServer, startAriServer, testNetwork } from '../support/ari-server.ts';
import {
  bearer,
  createApiKey,
  createAsteriskConfig,
  createEmpresa,
  createMembro,
  createTenant,
  signToken,
} from '../support/factories.ts';

const PASSWORD = 'Segredo-da-ARI-9f3';
const names: Record<string, string[][]> = {};
const logged: string[] = [];
let test: TestApp;
let ari: AriServer;
let mine: Awaited<ReturnType<typeof createTenant>>;
let token: string;

beforeAll(async () => {
  const sink = new Writable({
    write(chunk, _encoding, done) {
      logged.push(String(chunk));
      done();
    },
  });
  ari = await startAriServer();
  ari.password = PASSWORD;
  test = await createTestApp(
    {},
    {
      parts: {
        telephonyNetwork: testNetwork(createGuardedNetwork('10.20.0.0/16'), names),
        log: pino({ level: 'trace' }, sink),
      },
    },
  );
});
afterAll(async () => {
  await test.close();
  await ari.close();
});
beforeEach(async () => {
  mine = await createTenant(test.deps);
  token = mine.tokens.gerente;
});
afterEach(() => {
  ari.misbehaviour = 'nenhum';
  ari.requests.length = 0;
});

// A new IP address for each request, because all tests together exceed the limit of requests from an IP address.
let lastAddress = 0;
function call(method: 'GET' | 'POST' | 'PATCH', path: string, body?: object, as = token) {
  lastAddress += 1;
  return test.app.inject({
    method,
    url: `/api/v1${path}`,
    headers: bearer(as),
    remoteAddress: `10.9.${lastAddress >> 8}.${lastAddress & 255}`,
    ...(body ? { payload: body } : {}),
  });
}
const configs = () => `/empresas/${mine.empresa.id}/asterisk-configs`;
const input = (fields: object = {}) => ({
  asterisk_url: ari.url,
  username: 'escuta',
  password: PASSWORD,
  ...fields,
});
const create = async (fields: object = {}) => {
  const answer = await call('POST', configs(), input(fields));
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json().data as { id: string; is_active: boolean; asterisk_url: string };
};
const list = async () => (await call('GET', configs())).json().data as { id: string; is_active: boolean }[];
const testUnsaved = (fields: object = {}) =>
  call('POST', '/asterisk-configs/test', {
    url: ari.url,
    username: 'escuta',
    password: PASSWORD,
    timeout: 1000,
    ...fields,
  });

describe('saving', () => {
  it("creates with the specification's values and never gives the password back", async () => {
    const made = await call('POST', configs(), input());
    expect(made.statusCode).toBe(201);
    expect(made.json().data).toEqual({
      id: expect.any(String),
      empresa_id: mine.empresa.id,
      name: 'Configuração Principal',
      asterisk_url: ari.url,
      username: 'escuta',
      timeout: 30_000,
      is_active: true,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    const answers = [made, await call('GET', configs()), await call('GET', `${configs()}/active`)];
    for (const { body } of answers) expect(body).not.toMatch(/password|senha|Segredo/i);
    const row = await test.deps.prisma.asteriskConfig.findFirstOrThrow({
      where: { empresaId: mine.empresa.id },
    });
    expect(JSON.stringify(row)).not.toContain(PASSWORD);
    expect(row.senhaCifra).toMatch(/^t1\./);
  });

  it('activating one deactivates the others, also when several are created at the same time', async () => {
    const made = await Promise.all(Array.from({ length: 5 }, (_, i) => create({ name: `Servidor ${i}` })));
    const after = await list();
    expect(after).toHaveLength(5);
    expect(after.filter(({ is_active }) => is_active)).toHaveLength(1);
    expect(after[0]?.is_active).toBe(true);

    const other = made.find(({ id }) => id !== after[0]?.id);
    const changed = await call('PATCH', `/asterisk-configs/${other?.id}`, { is_active: true });
    expect(changed.json().data).toMatchObject({ id: other?.id, is_active: true });
    expect((await list()).filter(({ is_active }) => is_active).map(({ id }) => id)).toEqual([other?.id]);
    expect((await call('GET', `${configs()}/active`)).json().data.id).toBe(other?.id);
  });

  it('with none active, /active answers 404', async () => {
    expect((await call('GET', `${configs()}/active`)).statusCode).toBe(404);
    const { id } = await create();
    const off = await call('PATCH', `/asterisk-configs/${id}/deactivate`);
    expect(off.json().data.is_active).toBe(false);
    expect((await call('PATCH', `/asterisk-configs/${id}/deactivate`)).statusCode).toBe(200);
    expect((await call('GET', `${configs()}/active`)).json()).toMatchObject({
      success: false,
      code: 'nao_encontrado',
    });
  });

  it('an empty password keeps the stored one; another URL or user demands the password', async () => {
    const { id } = await create();
    const before = await test.deps.prisma.asteriskConfig.findUniqueOrThrow({ where: { id } });
    const same = await call('PATCH', `/asterisk-configs/${id}`, {
      ...input({ password: '', timeout: 5000, name: 'Matriz', asterisk_url: `${ari.url}/ari/` }),
    });
    expect(same.json().data).toMatchObject({ name: 'Matriz', timeout: 5000, asterisk_url: ari.url });
    expect((await call('POST', `/asterisk-configs/${id}/test`)).statusCode).toBe(200);

    for (const elsewhere of [
      { asterisk_url: 'http://servidor-de-outro.example:8088' },
      { asterisk_url: `${ari.url}/outro` },
      { username: 'outro' },
      { asterisk_url: 'http://servidor-de-outro.example:8088', password: '' },
      { asterisk_url: 'http://servidor-de-outro.example:8088', password: null },
    ]) {
      const refused = await call('PATCH', `/asterisk-configs/${id}`, elsewhere);
      expect([refused.statusCode, refused.json().message], JSON.stringify(elsewhere)).toEqual([
        400,
        expect.stringContaining('informe a senha novamente'),
      ]);
    }
    const after = await test.deps.prisma.asteriskConfig.findUniqueOrThrow({ where: { id } });
    expect(after).toMatchObject({
      asteriskUrl: ari.url,
      username: 'escuta',
      senhaCifra: before.senhaCifra,
    });
    const moved = await call('PATCH', `/asterisk-configs/${id}`, {
      asterisk_url: 'http://servidor-novo.example:8088',
      password: 'outra',
    });
    expect(moved.json().data.asterisk_url).toBe('http://servidor-novo.example:8088');
  });

  it.each([
    ['no URL', { asterisk_url: undefined }, 'asterisk_url'],
    ['a URL of another protocol', { asterisk_url: 'ftp://servidor:8088' }, 'asterisk_url'],
    ['a URL without a protocol', { asterisk_url: 'servidor:8088' }, 'asterisk_url'],
    ['a URL with credentials', { asterisk_url: 'http://a:b@servidor:8088' }, 'asterisk_url'],
    ['a URL with parameters', { asterisk_url: 'http://servidor:8088/?x=1' }, 'asterisk_url'],
    ['a URL with a fragment', { asterisk_url: 'http://servidor:8088/#x' }, 'asterisk_url'],
    ['an empty user', { username: ' ' }, 'username'],
    ['a user with a colon', { username: 'a:b' }, 'username'],
    ['an empty password', { password: '' }, 'password'],
    ['a password with a line break', { password: 'a\r\nX: y' }, 'password'],
    ['a short timeout', { timeout: 999 }, 'timeout'],
    ['a long timeout', { timeout: 120_001 }, 'timeout'],
    ['a broken timeout', { timeout: 1500.5 }, 'timeout'],
  ])('refuses %s', async (_name, fields, campo) => {
    const answer = await call('POST', configs(), input(fields));
    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors.map((detail: { campo: string }) => detail.campo)).toContain(campo);
    expect(await list()).toEqual([]);
  });

  it('a company keeps at most 20', async () => {
    for (let i = 0; i < 20; i += 1) {
      await createAsteriskConfig(test.deps, mine.empresa, { isActive: i === 0 });
    }
    const answer = await call('POST', configs(), input());
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'regra_violada']);
    const after = await list();
    // The active configuration stays active.
    expect([after.length, after[0]?.is_active]).toEqual([20, true]);
  });
});

describe('rights', () => {
  it('another company does not exist: 404 for everything', async () => {
    const { id } = await create();
    const stranger = signToken(
      test.deps,
      await createMembro(test.deps, await createEmpresa(test.deps), { papel: 'gerente' }),
    );
    for (const [method, path, body] of [
      ['GET', configs(), undefined],
      ['GET', `${configs()}/active`, undefined],
      ['POST', configs(), input()],
      ['PATCH', `/asterisk-configs/${id}`, { name: 'x' }],
      ['PATCH', `/asterisk-configs/${id}/deactivate`, undefined],
      ['POST', `/asterisk-configs/${id}/test`, undefined],
      ['POST', `/asterisk-configs/${randomUUID()}/test`, undefined],
    ] as const) {
      expect((await call(method, path, body, stranger)).statusCode, `${method} ${path}`).toBe(404);
    }
    expect(ari.requests).toEqual([]);
    expect(await list()).toHaveLength(1);
  });

  it("usuario reads and does not change; the company's key reads the active one only; the administrator does all", async () => {
    const { id } = await create();
    expect((await call('GET', configs(), undefined, mine.tokens.usuario)).statusCode).toBe(200);
    const key = await createApiKey(test.deps, mine.empresa);
    const active = await call('GET', `${configs()}/active`, undefined, key);
    expect([active.statusCode, active.json().data.id]).toEqual([200, id]);
    expect(active.body).not.toMatch(/password|senha/i);
    for (const [method, path, body] of [
      ['POST', configs(), input()],
      ['PATCH', `/asterisk-configs/${id}`, { name: 'x' }],
      ['PATCH', `/asterisk-configs/${id}/deactivate`, undefined],
      ['POST', `/asterisk-configs/${id}/test`, undefined],
      ['POST', '/asterisk-configs/test', { url: ari.url, username: 'a', password: 'b' }],
    ] as const) {
      expect((await call(method, path, body, mine.tokens.usuario)).statusCode, path).toBe(403);
      expect((await call(method, path, body, key)).statusCode, path).toBe(403);
    }
    const operator = signToken(
      test.deps,
      await createMembro(test.deps, await createEmpresa(test.deps), { papel: 'admin' }),
    );
    expect(
      (await call('PATCH', `/asterisk-configs/${id}`, { name: 'Do operador' }, operator)).statusCode,
    ).toBe(200);
    expect(ari.requests).toEqual([]);
  });

  it('creating, changing, deactivating and testing are in the log, without the password', async () => {
    const { id } = await create({ name: 'Matriz' });
    await call('PATCH', `/asterisk-configs/${id}`, { timeout: 4000 });
    await call('POST', `/asterisk-configs/${id}/test`);
    await testUnsaved({ password: `${PASSWORD}-errada` });
    await call('PATCH', `/asterisk-configs/${id}/deactivate`);
    const rows = await test.deps.prisma.registroAcesso.findMany({
      where: { empresaId: mine.empresa.id, recurso: 'asterisk_config' },
      orderBy: { id: 'asc' },
    });
    expect(rows.map(({ acao, recursoId, usuarioId }) => [acao, recursoId, usuarioId])).toEqual([
      ['asterisk_criado', id, mine.gerente.usuarioId],
      ['asterisk_alterado', id, mine.gerente.usuarioId],
      ['asterisk_testado', id, mine.gerente.usuarioId],
      ['asterisk_testado', null, mine.gerente.usuarioId],
      ['asterisk_desativado', id, mine.gerente.usuarioId],
    ]);
    expect(rows.map(({ detalhes }) => detalhes)).toMatchObject([
      { nome: 'Matriz', ativa: true, servidor: ari.url },
      {
        antes: { timeout_ms: expect.any(Number) },
        depois: { timeout_ms: expect.any(Number) },
        senhaTrocada: false,
      },
      { sucesso: true },
      { sucesso: false, motivo: 'Status: 401 - Unauthorized' },
      {},
    ]);
    expect(JSON.stringify(rows)).not.toContain('Segredo');
  });
});

describe('testing the connection', () => {
  it('with the right password, saved or not, says that it worked and the version', async () => {
    const right = { success: true, message: 'Conexão testada com sucesso!', versao: '20.9.1' };
    const unsaved = await testUnsaved();
    expect([unsaved.statusCode, unsaved.json()]).toEqual([200, right]);
    const { id } = await create();
    const saved = await call('POST', `/asterisk-configs/${id}/test`);
    expect([saved.statusCode, saved.json()]).toEqual([200, right]);
    expect(ari.requests.map(({ path }) => path)).toEqual(['/ari/asterisk/info', '/ari/asterisk/info']);
  });

  it("by a proxy's path, and with the /ari that is copied along", async () => {
    await testUnsaved({ url: `${ari.url}/pabx/` });
    await testUnsaved({ url: `${ari.url}/ari` });
    expect(ari.requests.map(({ path }) => path)).toEqual(['/pabx/ari/asterisk/info', '/ari/asterisk/info']);
  });

  it.each<[string, AriMisbehaviour, object, string]>([
    ['the wrong password', 'nenhum', { password: 'errada' }, 'Status: 401 - Unauthorized'],
    ['another path', 'nenhum', { url: 'CAMINHO' }, 'Status: 404 - Not Found'],
    ['a server that does not answer', 'lento', {}, 'Timeout na conexão'],
    ['a redirect', 'redireciona', {}, 'A Escuta não segue redirecionamentos.'],
    ['a huge answer', 'enorme', {}, 'A resposta do servidor é grande demais'],
    ['huge headers', 'cabecalho-enorme', {}, 'Falha na conexão'],
    ['another kind of server', 'outra-coisa', {}, 'não como a interface ARI do Asterisk'],
    ['a closed port', 'nenhum', { url: 'http://127.0.0.1:9' }, 'Falha na conexão: o servidor recusou'],
    ['a name that does not exist', 'nenhum', { url: 'http://inexistente.test:8088' }, 'Falha na conexão'],
    ['HTTPS where there is none', 'nenhum', { url: 'HTTPS' }, 'Falha na conexão: o servidor não fala HTTPS'],
  ])('with %s says why', async (_name, misbehaviour, fields: { url?: string }, message) => {
    names['inexistente.test'] = [[]];
    ari.misbehaviour = misbehaviour;
    const special: Record<string, string> = {
      CAMINHO: `${ari.url}/outro`,
      HTTPS: ari.url.replace('http:', 'https:'),
    };
    const url = special[fields.url ?? ''] ?? fields.url ?? ari.url;
    const answer = await testUnsaved({ ...fields, url });
    const body = answer.json();
    expect([answer.statusCode, body.code, body.success]).toEqual([424, 'telefonia_falhou', false]);
    // Clients written by the specification may read either `message` or `error`.
    expect(body.message).toContain(message);
    expect(body.error).toBe(body.message);
    expect(answer.body).not.toContain(PASSWORD);
    // A redirect is not followed.
    expect(ari.requests.length).toBeLessThanOrEqual(1);
  });

  describe('refuses addresses', () => {
    it.each([
      ['loopback', '127.0.0.2'],
      ['decimal', '2130706434'],
      ['hexadecimal', '0x7f000002'],
      ['octal', '0177.0.0.2'],
      ['short', '127.2'],
      ['double width', '１２７.0.0.2'],
      ['with a dot at the end', '127.0.0.2.'],
      ['loopback in IPv6', '[::1]'],
      ['mapped in IPv6', '[::ffff:127.0.0.2]'],
      ['NAT64', '[64:ff9b::7f00:2]'],
      ['6to4', '[2002:7f00:2::1]'],
      ['no address', '0.0.0.0'],
      ['link local', '169.254.1.1'],
      ['metadata', '169.254.169.254'],
      ['metadata in decimal', '2852039166'],
      ['metadata in IPv6', '[fd00:ec2::254]'],
      ['a private network off the list', '10.21.0.1'],
      ['a private network in hexadecimal', '0x0a150001'],
      ['a name that leads to the internal network', 'interno.test'],
      ['a name with a good address and an internal one', 'misto.test'],
      ['a name that leads to the metadata by IPv6', 'metadados.test'],
    ])('%s: %s', async (_name, host) => {
      names['interno.test'] = [['10.21.0.1']];
      names['misto.test'] = [['127.0.0.1', '192.168.0.1']];
      names['metadados.test'] = [['::ffff:a9fe:a9fe']];
      const answer = await testUnsaved({ url: `http://${host}:${ari.port}` });
      expect([answer.statusCode, answer.json().code, answer.json().message]).toEqual([
        422,
        'endereco_recusado',
        expect.stringContaining('Endereço recusado'),
      ]);
      expect(ari.requests).toEqual([]);
    });

    it('a name that does not exist gets the answer of an internal one: internal names cannot be discovered', async () => {
      names['interno.test'] = [['10.21.0.1']];
      const [unknown, internal] = await Promise.all(
        ['nao-existe.test', 'interno.test'].map(async (host) => {
          const answer = await testUnsaved({ url: `http://${host}:${ari.port}` });
          const { requestId: _, ...body } = answer.json();
          return { status: answer.statusCode, body };
        }),
      );
      expect(unknown).toEqual(internal);
      expect(unknown?.status).toBe(422);
      expect(ari.requests).toEqual([]);
    });

    it("a name that changes its answer is checked at each connection, and the check is the connection's", async () => {
      // The name resolves to an allowed address first, then to an internal one, which a second look-up for the same
      // connection would use.
      names['muda.test'] = [['127.0.0.1'], ['127.0.0.2']];
      const url = `http://muda.test:${ari.port}`;
      const first = await testUnsaved({ url });
      expect(first.statusCode, first.body).toBe(200);
      expect(names['muda.test']).toEqual([['127.0.0.2']]);
      expect((await testUnsaved({ url })).json().code).toBe('endereco_recusado');
      expect(ari.requests).toHaveLength(1);
    });

    it('a saved one is checked as an unsaved one', async () => {
      const { id } = await create({ asterisk_url: `http://127.0.0.2:${ari.port}` });
      const answer = await call('POST', `/asterisk-configs/${id}/test`);
      expect([answer.statusCode, answer.json().code]).toEqual([422, 'endereco_recusado']);
      expect(ari.requests).toEqual([]);
    });
  });

  it('a password no longer readable asks to be given again, also that of another row', async () => {
    const { id } = await create();
    const other = await createAsteriskConfig(test.deps, mine.empresa, { isActive: false });
    for (const senhaCifra of ['chave-que-sumiu.AAAA.AAAA.AAAA', other.senhaCifra]) {
      await test.deps.prisma.asteriskConfig.update({ where: { id }, data: { senhaCifra } });
      const answer = await call('POST', `/asterisk-configs/${id}/test`);
      expect([answer.statusCode, answer.json().message]).toEqual([
        422,
        expect.stringContaining('Informe-a novamente'),
      ]);
    }
    expect(ari.requests).toEqual([]);
    await call('PATCH', `/asterisk-configs/${id}`, { password: PASSWORD });
    expect((await call('POST', `/asterisk-configs/${id}/test`)).statusCode).toBe(200);
  });

  it('does not test without the required fields', async () => {
    for (const field of ['url', 'username', 'password']) {
      const answer = await testUnsaved({ [field]: '' });
      expect(answer.statusCode, field).toBe(400);
    }
    expect((await testUnsaved({ timeout: 500 })).statusCode).toBe(400);
  });
});

it('the password appears in no log of the server', async () => {
  ari.password = 'outra, para que a certa também falhe';
  await testUnsaved();
  const { id } = await create();
  await call('POST', `/asterisk-configs/${id}/test`);
  const text = logged.join('');
  expect(text.length).toBeGreaterThan(1000);
  expect(text).toContain('/asterisk-configs');
  expect(text).not.toContain(PASSWORD);
  expect(text).not.toContain(Buffer.from(`escuta:${PASSWORD}`).toString('base64'));
});
