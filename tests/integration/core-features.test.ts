import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getHealth } from '@escuta/shared/contracts/operation/sistema';
import { formatCnpj } from '@escuta/shared/domain/accounts/cnpj';
import { AMOSTRAS } from '@escuta/shared/domain/samples';
import { FilesystemStore } from '@escuta/shared/platform/storage/storage-filesystem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signPath } from '../../api/src/http/signed-url.ts';
import { ensureFirstAdmin, wantedAdmin } from '../../api/src/startup/first-admin.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import {
  bearer,
  createApiKey,
  createAuditoria,
  createEmpresa,
  createItem,
  createMembro,
  createProjeto,
  createTenant,
  newCnpj,
} from '../support/factories.ts';

type Tenant = Awaited<ReturnType<typeof createTenant>>;
let test: TestApp;
let tenant: Tenant;
beforeAll(async () => {
  test = await createTestApp();
  tenant = await createTenant(test.deps, { nome: 'Água & Luz Telecom', creditos: 37 });
});
afterAll(() => test.close());
const get = (url: string, token: string, headers: Record<string, string> = {}) =>
  test.app.inject({ url: `/api/v1${url}`, headers: { ...bearer(token), ...headers } });

describe('GET /empresas', () => {
  it('shows gerente and usuario only their company', async () => {
    await createEmpresa(test.deps, { nome: 'Outra' });
    for (const token of [tenant.tokens.gerente, tenant.tokens.usuario]) {
      const { data, pagination } = (await get('/empresas', token)).json();
      expect(data).toHaveLength(1);
      expect(data[0]).toMatchObject({
        id: tenant.empresa.id,
        nome: 'Água & Luz Telecom',
        saldo_creditos: 37,
      });
      expect(pagination).toEqual({ page: 1, limit: 10, total: 1, totalPages: 1, totalExato: true });
    }
  });

  it('shows all to the administrator: his own first, the others by name, in pages', async () => {
    const names = ['Zeta', 'Alfa', 'Beta'];
    for (const nome of names) await createEmpresa(test.deps, { nome: `Ordem ${nome}` });
    const all = (await get('/empresas?limit=100', tenant.tokens.admin)).json();
    expect(all.data[0].id).toBe(tenant.empresa.id);
    const listed = all.data.map((empresa: { nome: string }) => empresa.nome);
    expect(listed.filter((nome: string) => nome.startsWith('Ordem'))).toEqual([
      'Ordem Alfa',
      'Ordem Beta',
      'Ordem Zeta',
    ]);
    const second = (await get('/empresas?limit=2&page=2', tenant.tokens.admin)).json();
    expect(second.data.map((empresa: { id: string }) => empresa.id)).toEqual(
      all.data.slice(2, 4).map((empresa: { id: string }) => empresa.id),
    );
    expect(second.pagination).toMatchObject({ page: 2, limit: 2, total: all.pagination.total });
    const beyond = (await get('/empresas?page=999', tenant.tokens.admin)).json();
    expect(beyond).toMatchObject({ data: [], pagination: { total: all.pagination.total } });
  });

  it('finds by part of the name without accents, by CNPJ with punctuation, and treats % as text', async () => {
    const find = async (q: string) =>
      (await get(`/empresas?q=${encodeURIComponent(q)}`, tenant.tokens.admin)).json().data as {
        id: string;
      }[];
    expect((await find('agua & LUZ')).map(({ id }) => id)).toEqual([tenant.empresa.id]);
    expect((await find(formatCnpj(tenant.empresa.cnpj))).map(({ id }) => id)).toEqual([tenant.empresa.id]);
    expect(await find('%')).toEqual([]);
    expect(await find('..')).toEqual([]);
  });
});

describe('GET /empresas/{id} and /creditos/saldo/{empresaId}', () => {
  it('are for the company itself; for any company for the administrator', async () => {
    const other = await createEmpresa(test.deps, { creditos: 5 });
    expect((await get(`/empresas/${tenant.empresa.id}`, tenant.tokens.usuario)).json().data.nome).toBe(
      'Água & Luz Telecom',
    );
    expect((await get(`/creditos/saldo/${tenant.empresa.id}`, tenant.tokens.usuario)).json()).toMatchObject({
      success: true,
      data: { saldo: 37 },
    });
    for (const path of [`/empresas/${other.id}`, `/creditos/saldo/${other.id}`]) {
      const refused = await get(path, tenant.tokens.gerente);
      expect(refused.statusCode).toBe(404);
      expect(refused.json().message).toBe('Empresa não encontrada.');
      expect((await get(path, tenant.tokens.admin)).statusCode).toBe(200);
    }
    expect((await get('/empresas/1', tenant.tokens.admin)).json()).toMatchObject({
      code: 'requisicao_invalida',
      message: 'Identificador inválido.',
    });
  });
});

describe('GET /auditorias', () => {
  it('lists those of the company from newest to oldest, with filters of text, state and day of São Paulo', async () => {
    const own = await createTenant(test.deps);
    const projeto = await createProjeto(test.deps, own.empresa, { nome: 'Retenção' });
    const make = (nome: string, createdAt: string, status: 'pendente' | 'concluido' = 'pendente') =>
      createAuditoria(test.deps, projeto, { nome, status, createdAt: new Date(createdAt) });
    // 02:30 of the 10th in UTC is still the 9th in São Paulo.
    await make('Cobrança de março', '2024-03-10T02:30:00Z', 'concluido');
    await make('Vendas', '2024-03-10T15:00:00Z');
    await make('Suporte', '2024-03-11T15:00:00Z');
    const list = async (query: string, token = own.tokens.usuario) => {
      const body = (await get(`/auditorias?${query}`, token)).json();
      return {
        names: body.data.map(({ nome }: { nome: string }) => nome) as string[],
        pagination: body.pagination,
      };
    };
    expect((await list('ate=2024-12-31')).names).toEqual(['Suporte', 'Vendas', 'Cobrança de março']);
    expect((await list('de=2024-03-10&ate=2024-03-10')).names).toEqual(['Vendas']);
    expect((await list('de=2024-03-09&ate=2024-03-09')).names).toEqual(['Cobrança de março']);
    expect((await list('status=concluido')).names).toEqual(['Cobrança de março']);
    expect((await list('q=COBRANCA')).names).toEqual(['Cobrança de março']);
    expect((await list('q=retencao&limit=2')).names).toEqual(['Suporte', 'Vendas']);
    expect(await list('q=retencao&limit=2&page=2')).toEqual({
      names: ['Cobrança de março'],
      pagination: { page: 2, limit: 2, total: 3, totalPages: 2, totalExato: true },
    });
    const first = (await get('/auditorias?q=vendas', own.tokens.usuario)).json().data[0];
    expect(first.projeto).toEqual({ nome: 'Retenção', empresa: { nome: own.empresa.nome } });
    // Even an administrator's list has only audits of the administrator's own company.
    expect((await list('ate=2024-12-31', tenant.tokens.admin)).names).toEqual([]);
    expect((await get('/auditorias?page=1001&limit=100', own.tokens.usuario)).statusCode).toBe(400);
    expect((await get('/auditorias?de=ontem', own.tokens.usuario)).json().message).toBe(
      '“de”: data inválida.',
    );
  });
});

it.each(['agentes', 'empresas', 'insight-templates', 'pesquisas', 'projetos', 'suporte/tickets', 'users'])(
  'refuses a page of /%s that lies too far behind',
  async (list) => {
    const answer = await get(`/${list}?page=1001&limit=100`, tenant.tokens.admin);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().message).toBe(
      'Esta página fica longe demais do começo da lista: use a busca ou os filtros.',
    );
    expect((await get(`/${list}?page=1000&limit=100`, tenant.tokens.admin)).statusCode).toBe(200);
  },
);

describe('API key', () => {
  it('stops working when it is revoked, and notes the last use at most once a minute', async () => {
    const empresa = await createEmpresa(test.deps);
    const key = await createApiKey(test.deps, empresa);
    const ask = () =>
      test.app.inject({ url: `/api/v1/creditos/saldo/${empresa.id}`, headers: { 'x-api-key': key } });
    const lastUse = async () =>
      (await test.deps.prisma.chaveApi.findFirst({ where: { empresaId: empresa.id } }))?.ultimoUso;
    expect((await ask()).statusCode).toBe(200);
    await expect.poll(lastUse).not.toBeNull();
    const first = await lastUse();
    expect((await ask()).statusCode).toBe(200);
    expect(await lastUse()).toEqual(first);
    await test.deps.prisma.chaveApi.updateMany({
      where: { empresaId: empresa.id },
      data: { revogadaEm: new Date() },
    });
    test.deps.sessions.announce(empresa.id);
    expect((await ask()).statusCode).toBe(401);
  });

  it('and the sessions end when the company is deactivated', async () => {
    const own = await createTenant(test.deps);
    const key = await createApiKey(test.deps, own.empresa);
    const statuses = async () =>
      Promise.all(
        [bearer(own.tokens.usuario), bearer(own.tokens.admin), bearer(key)].map(
          async (headers) =>
            (await test.app.inject({ url: `/api/v1/creditos/saldo/${own.empresa.id}`, headers })).statusCode,
        ),
      );
    expect(await statuses()).toEqual([200, 200, 200]);
    await test.deps.prisma.empresa.update({ where: { id: own.empresa.id }, data: { ativa: false } });
    test.deps.sessions.announce(own.empresa.id);
    expect(await statuses()).toEqual([401, 401, 401]);
  });
});

describe('signed URL', () => {
  const secret = () => test.deps.env.URL_SIGNING_SECRET;
  it('is good only for its path, its company, and for 15 minutes', async () => {
    const other = await createTenant(test.deps);
    const path = `/auditoria-item/${tenant.item.id}/download`;
    const signer = {
      kind: 'membro',
      membroId: tenant.usuario.id,
      versao: tenant.usuario.versaoToken,
    } as const;
    const target = { path, empresaId: tenant.empresa.id, signer };
    const status = async (url: string) => (await test.app.inject({ url: `/api/v1${url}` })).statusCode;
    const { query, expiraEm } = signPath(secret(), target);
    expect(Math.round((expiraEm.getTime() - Date.now()) / 1000)).toBeGreaterThan(895);
    // The item has no recording, so the answer is an error; what matters is that the signature is accepted (no 401).
    expect(await status(`${path}?${query}`)).not.toBe(401);
    expect(await status(`${path}?${query}&baixar=true`)).not.toBe(401);
    const elsewhere = await createItem(test.deps, tenant.auditoria);
    expect(await status(`/auditoria-item/${elsewhere.id}/download?${query}`)).toBe(401);
    expect(await status(`/auditoria-item/${tenant.item.id}/picos?${query}`)).toBe(401);
    expect(await status(`/auditoria-item/${tenant.item.id}?${query}`)).toBe(401);
    expect(
      await status(
        `${path}?${query.replace(/expira=\d+/, `expira=${Math.floor(Date.now() / 1000) + 900_000}`)}`,
      ),
    ).toBe(401);
    expect(await status(`${path}?${query.replace(tenant.empresa.id, other.empresa.id)}`)).toBe(401);
    expect(await status(`${path}?${signPath('outro-segredo-de-mais-de-32-caracteres', target).query}`)).toBe(
      401,
    );
    expect(await status(`${path}?${signPath(secret(), target, Date.now() - 901_000).query}`)).toBe(401);
    // The signature is valid, but for a company that does not own the item.
    const foreign = signPath(secret(), { path, empresaId: other.empresa.id, signer });
    expect(await status(`${path}?${foreign.query}`)).toBe(404);
  });
});

describe('health', () => {
  const TAKEN = ['Bearer certa', 'Bearer sem-chave'];
  const provider = createServer((request, response) => {
    response.writeHead(TAKEN.includes(request.headers.authorization ?? '') ? 200 : 401).end('{}');
  });
  let url: string;
  beforeAll(async () => {
    await new Promise<void>((done) => provider.listen(0, '127.0.0.1', done));
    url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/v1`;
  });
  afterAll(() => provider.close());
  const healthOf = async (app: TestApp) => {
    const answer = await app.app.inject({ url: '/api/v1/health' });
    expect(answer.statusCode).toBe(200);
    return getHealth.response.parse(answer.json());
  };

  it('says that all is well, and in which mode the AI is', async () => {
    const app = await createTestApp({
      OPENAI_API_KEY: 'certa',
      OPENAI_BASE_URL: url,
      IA_MODO_DEMONSTRACAO: true,
    });
    try {
      expect(await healthOf(app)).toEqual({
        status: 'ok',
        version: '1.2.0',
        dependencias: {
          postgres: 'ok',
          redis: 'ok',
          storage: 'ok',
          ia: { estado: 'ok', modo: 'demonstracao' },
        },
      });
      const ready = await app.app.inject({ url: '/api/v1/ready' });
      expect(ready.json()).toEqual({ pronto: true, esperaMaisAntigaS: null });
      for (const { slug } of AMOSTRAS) {
        const sample = await app.app.inject({ url: `/api/v1/amostras/${slug}` });
        expect([sample.statusCode, sample.headers['content-type']]).toEqual([200, 'audio/mpeg']);
        expect(sample.rawPayload.length).toBeGreaterThan(100_000);
      }
      const other = await app.app.inject({ url: '/api/v1/amostras/teste-curta' });
      expect(other.statusCode).toBeGreaterThanOrEqual(400);
    } finally {
      await app.close();
    }
  });

  it('says what is missing, and still answers 200', async () => {
    const store = new FilesystemStore('/dev/null/objetos');
    const app = await createTestApp({ OPENAI_API_KEY: 'errada', OPENAI_BASE_URL: url }, { parts: { store } });
    try {
      expect(await healthOf(app)).toMatchObject({
        status: 'degradado',
        dependencias: { storage: 'falha', ia: { estado: 'falha', modo: 'provedor' } },
      });
      // Samples are offered only without an AI provider.
      const sample = await app.app.inject({ url: `/api/v1/amostras/${AMOSTRAS[0].slug}` });
      expect(sample.statusCode).toBe(404);
    } finally {
      await app.close();
    }
    // Without a key only the public server counts as not configured: a self-hosted server needs no key.
    const without = { 'https://api.openai.com/v1': 'nao_configurado', [url]: 'ok' };
    for (const [OPENAI_BASE_URL, estado] of Object.entries(without)) {
      const bare = await createTestApp({ OPENAI_API_KEY: undefined, OPENAI_BASE_URL });
      try {
        expect((await healthOf(bare)).dependencias.ia.estado).toBe(estado);
      } finally {
        await bare.close();
      }
    }
  });

  it("is no longer ready with pending migrations and when it begins to end, never by the queue's age", async () => {
    const { db: pool, prisma } = test.deps;
    const reasonsOf = async (env: object = {}, options: { isStopping?: () => boolean } = {}) => {
      const app = await createTestApp(env, options);
      try {
        const answer = await app.app.inject({ url: '/api/v1/ready' });
        return { status: answer.statusCode, message: answer.json().message as string };
      } finally {
        await app.close();
      }
    };
    const { rows } = await pool.query<{ id: string }>(
      'select id from _prisma_migrations order by migration_name desc limit 1',
    );
    await pool.query('update _prisma_migrations set finished_at = null where id = $1', [rows[0]?.id]);
    expect(await reasonsOf()).toEqual({ status: 503, message: 'Migrações pendentes: 1.' });
    await pool.query('update _prisma_migrations set finished_at = now() where id = $1', [rows[0]?.id]);
    expect((await reasonsOf()).status).toBe(200);

    // A run that waits long makes only the workers unready, not the API.
    const execucao = await prisma.execucao.create({
      data: {
        empresaId: tenant.empresa.id,
        projetoId: tenant.projeto.id,
        itemId: tenant.item.id,
        origem: 'manual',
        configuracao: {},
        createdAt: new Date(Date.now() - 90 * 86_400_000),
      },
    });
    expect((await reasonsOf({ QUEUE_MAX_WAIT_S: 10, READY_STALL_S: 10 })).status).toBe(200);
    await prisma.execucao.delete({ where: { id: execucao.id } });

    let isStopping = false;
    const app = await createTestApp({}, { isStopping: () => isStopping });
    try {
      isStopping = true;
      expect((await app.app.inject({ url: '/api/v1/ready' })).statusCode).toBe(503);
      expect((await app.app.inject({ url: '/api/v1/health' })).json()).toMatchObject({
        code: 'indisponivel',
      });
    } finally {
      await app.close();
    }
  });
});

describe('first administrator', () => {
  const env = (fields: object) => ({ ...test.deps.env, ...fields });
  it('is created once, with a company, and is never changed', async () => {
    const cnpj = newCnpj();
    const fields = {
      INIT_ADMIN_EMAIL: 'Dona@Exemplo.com.br',
      INIT_ADMIN_PASSWORD: 'primeira-senha',
      INIT_ADMIN_CNPJ: formatCnpj(cnpj),
      INIT_ADMIN_EMPRESA: 'Casa',
    };
    const signIn = async (password: string) =>
      (
        await test.app.inject({
          method: 'POST',
          url: '/api/v1/auth/login',
          payload: { cnpj, email: 'dona@exemplo.com.br', password },
        })
      ).statusCode;
    await Promise.all([1, 2, 3].map(() => ensureFirstAdmin(test.deps, wantedAdmin(env(fields)))));
    expect(await signIn('primeira-senha')).toBe(200);
    await ensureFirstAdmin(
      test.deps,
      wantedAdmin(env({ ...fields, INIT_ADMIN_PASSWORD: 'outra-senha', INIT_ADMIN_EMPRESA: 'Outra' })),
    );
    expect(await signIn('primeira-senha')).toBe(200);
    expect(await signIn('outra-senha')).toBe(401);
    const empresa = await test.deps.prisma.empresa.findUniqueOrThrow({
      where: { cnpj },
      include: { membros: true },
    });
    expect(empresa.nome).toBe('Casa');
    expect(empresa.membros.map(({ papel }) => papel)).toEqual(['admin']);
  });

  it('does not promote an account that already exists', async () => {
    const empresa = await createEmpresa(test.deps);
    const membro = await createMembro(test.deps, empresa, { papel: 'usuario' });
    await ensureFirstAdmin(
      test.deps,
      wantedAdmin(
        env({
          INIT_ADMIN_EMAIL: membro.email,
          INIT_ADMIN_PASSWORD: 'primeira-senha',
          INIT_ADMIN_CNPJ: empresa.cnpj,
        }),
      ),
    );
    const after = await test.deps.prisma.membro.findUniqueOrThrow({ where: { id: membro.id } });
    expect(after.papel).toBe('usuario');
  });

  it('refuses incomplete or wrong variables, and says which', () => {
    expect(wantedAdmin(env({}))).toBeNull();
    expect(() => wantedAdmin(env({ INIT_ADMIN_EMAIL: 'a@b.com' }))).toThrow(
      'informe INIT_ADMIN_EMAIL, INIT_ADMIN_PASSWORD e INIT_ADMIN_CNPJ juntos',
    );
    const all = { INIT_ADMIN_EMAIL: 'a@b.com', INIT_ADMIN_PASSWORD: '123456', INIT_ADMIN_CNPJ: newCnpj() };
    expect(() => wantedAdmin(env({ ...all, INIT_ADMIN_CNPJ: '11111111111111' }))).toThrow('INIT_ADMIN_CNPJ');
    expect(() => wantedAdmin(env({ ...all, PASSWORD_MIN_LENGTH: 8 }))).toThrow('no mínimo 8');
    expect(() => wantedAdmin(env(all))).toThrow('INIT_ADMIN_PASSWORD recusada: Esta senha é muito comum');
  });
});
