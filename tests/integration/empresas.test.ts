// Companies as handled by their manager and by the installation's administrator.
import { formatCnpj } from '@escuta/shared/domain/accounts/cnpj';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signPath } from '../../api/src/http/signed-url.ts';
import { callApi, createTestApp, type TestApp } from '../support/app.ts';
import {
  bearer,
  createApiKey,
  createEmpresa,
  createMembro,
  createProjeto,
  createTenant,
  newCnpj,
} from '../support/factories.ts';

type Tenant = Awaited<ReturnType<typeof createTenant>>;
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

let test: TestApp;
/** A second API process. A change made through either process applies to both at once. */
let other: TestApp;
let operator: Tenant;
let mine: Tenant;
beforeAll(async () => {
  [test, other] = await Promise.all([createTestApp(), createTestApp()]);
  operator = await createTenant(test.deps, { nome: 'Operadora' });
  mine = await createTenant(test.deps, { nome: 'Minha Empresa', creditos: 12 });
});
afterAll(() => Promise.all([test.close(), other.close()]));

const call = (token: string, method: Method, path: string, payload?: object, app = test) =>
  callApi(app, token, method, path, payload);
const admin = () => operator.tokens.admin;
const gerente = () => mine.tokens.gerente;
const findEmpresa = (id: string) => test.deps.prisma.empresa.findUnique({ where: { id } });
const lastEntry = (recursoId: string) =>
  test.deps.prisma.registroAcesso.findFirst({ where: { recursoId }, orderBy: { id: 'desc' } });

/** An alphanumeric CNPJ (issued since July 2026): Receita Federal's example. */
const ALPHANUMERIC = '12ABC34501DE35';

describe('POST /empresas', () => {
  it('registers with a CNPJ in either form, with an API key from the start, and logs it', async () => {
    const answer = await call(admin(), 'POST', '/empresas', {
      nome: ' Nova Telecom ',
      cnpj: '12.abc.345/01de-35',
      cep: '01310-100',
      estado: 'SP',
      numero: '',
      volume_auditorias_mensal: 800,
    });
    expect(answer).toMatchObject({
      status: 201,
      body: {
        success: true,
        message: 'Empresa criada com sucesso!',
        data: {
          nome: 'Nova Telecom',
          cnpj: ALPHANUMERIC,
          cep: '01310100',
          estado: 'SP',
          numero: null,
          rua: null,
          volume_auditorias_mensal: 800,
          saldo_creditos: 0,
          // `api_key`: null for every company but the caller's, because administrators do not see customers' keys.
          api_key: null,
          arquivada_em: null,
        },
      },
    });
    const { id } = answer.body.data;
    expect(await test.deps.prisma.chaveApi.count({ where: { empresaId: id, revogadaEm: null } })).toBe(1);
    expect(await lastEntry(id)).toMatchObject({
      acao: 'empresa_criada',
      usuarioId: operator.admin.usuarioId,
      detalhes: { nome: 'Nova Telecom', cnpj: ALPHANUMERIC },
    });
    const taken = await call(admin(), 'POST', '/empresas', { nome: 'Outra', cnpj: ALPHANUMERIC });
    expect(taken).toMatchObject({
      status: 409,
      body: { code: 'conflito', message: 'Já existe uma empresa cadastrada com este CNPJ.' },
    });
  });

  it.each([
    [{ cnpj: '11222333000182' }, 'CNPJ inválido. Confira os dígitos.'],
    [{ cnpj: '11111111111111' }, 'CNPJ inválido. Confira os dígitos.'],
    [{ cnpj: '12ABC34501DE36' }, 'CNPJ inválido. Confira os dígitos.'],
    [{ cnpj: '' }, 'Informe o CNPJ.'],
    [{ nome: '  ' }, 'Informe o nome da empresa.'],
    [{ nome: undefined }, 'Informe o nome da empresa.'],
    [{ cep: '123' }, 'CEP inválido. Deve conter 8 dígitos.'],
    [{ estado: 'XX' }, 'UF inválida. Use a sigla, como SP.'],
    [{ volume_auditorias_mensal: -1 }, 'Informe um número a partir de 0.'],
    [{ volume_auditorias_mensal: 1.5 }, 'Informe um número inteiro.'],
  ])('refuses %j', async (fields, message) => {
    const before = await test.deps.prisma.empresa.count();
    const body = { nome: 'Empresa', cnpj: newCnpj(), ...fields };
    expect(await call(admin(), 'POST', '/empresas', body)).toMatchObject({
      status: 400,
      body: { code: 'requisicao_invalida', message },
    });
    expect(await test.deps.prisma.empresa.count()).toBe(before);
  });
});

describe('GET /empresas', () => {
  it('shows the API key of the own company only, to those who may change it, and without cache', async () => {
    const key = await createApiKey(test.deps, mine.empresa);
    const list = await call(gerente(), 'GET', '/empresas');
    expect(list.body.data[0]).toMatchObject({ id: mine.empresa.id, api_key: key, saldo_creditos: 12 });
    expect(list.headers['cache-control']).toBe('no-store');
    const one = `/empresas/${mine.empresa.id}`;
    expect((await call(gerente(), 'GET', one)).body.data.api_key).toBe(key);
    expect((await call(mine.tokens.usuario, 'GET', one)).body.data.api_key).toBeNull();
    expect((await call(mine.tokens.usuario, 'GET', '/empresas')).body.data[0].api_key).toBeNull();
    expect((await call(admin(), 'GET', one)).body.data.api_key).toBeNull();
    const all = (await call(admin(), 'GET', '/empresas?limit=100')).body.data;
    expect(all.length).toBeGreaterThan(2);
    expect(all.map(({ api_key }: { api_key: string | null }) => api_key)).not.toContain(key);
  });

  it('keeps the archived ones apart from the others', async () => {
    const archived = await createEmpresa(test.deps, { nome: 'Guardada' });
    await test.deps.prisma.empresa.update({
      where: { id: archived.id },
      data: { arquivadaEm: new Date('2026-03-01T12:00:00Z') },
    });
    const ids = async (query: string) =>
      (await call(admin(), 'GET', `/empresas?limit=100&${query}`)).body.data.map(
        ({ id }: { id: string }) => id,
      );
    expect(await ids('')).not.toContain(archived.id);
    expect(await ids('arquivadas=true')).toEqual([archived.id]);
    expect((await call(admin(), 'GET', `/empresas/${archived.id}`)).body.data.arquivada_em).toBe(
      '2026-03-01T12:00:00.000Z',
    );
  });
});

describe('PUT /empresas/{id} and PUT /empresa', () => {
  it('the manager changes his own: a missing field stays, an empty one clears, and the log says what', async () => {
    const url = `/empresas/${mine.empresa.id}`;
    const first = await call(gerente(), 'PUT', url, { rua: 'Rua A', numero: '10', cep: '01310100' });
    expect(first).toMatchObject({ status: 200, body: { message: 'Empresa atualizada com sucesso!' } });
    const second = await call(gerente(), 'PUT', url, { nome: 'Nome Novo', numero: '', rua: 'Rua A' });
    expect(second.body.data).toMatchObject({
      nome: 'Nome Novo',
      rua: 'Rua A',
      numero: null,
      cep: '01310100',
    });
    expect(await lastEntry(mine.empresa.id)).toMatchObject({
      acao: 'empresa_alterada',
      detalhes: {
        nome: 'Minha Empresa',
        campos: { nome: { de: 'Minha Empresa', para: 'Nome Novo' }, numero: { de: '10', para: null } },
      },
    });
    const entries = () => test.deps.prisma.registroAcesso.count({ where: { recursoId: mine.empresa.id } });
    const before = await entries();
    expect((await call(gerente(), 'PUT', url, { nome: 'Nome Novo' })).status).toBe(200);
    expect(await entries()).toBe(before);
  });

  it('does not let a person overwrite unseen what another changed in the same field', async () => {
    const tenant = await createTenant(test.deps, { nome: 'Antes' });
    const { id, cnpj } = tenant.empresa;
    const ways: [string, string][] = [
      [tenant.tokens.gerente, '/empresa'],
      [admin(), `/empresas/${id}`],
    ];
    for (const [token, url] of ways) {
      await call(admin(), 'PUT', `/empresas/${id}`, { nome: 'Antes', rua: null, cep: '01310100' });
      const ana = await call(token, 'PUT', url, { nome: 'De Ana', antes: { nome: 'Antes' } });
      expect(ana.status, JSON.stringify(ana.body)).toBe(200);
      // Bia opened the form before Ana saved. The field that Ana did not change is refused too, because a save succeeds
      // as a whole or not at all.
      const bia = { nome: 'De Bia', rua: 'Rua de Bia', antes: { nome: 'Antes', rua: '' } };
      const refused = await call(token, 'PUT', url, bia);
      expect([refused.status, refused.body]).toEqual([
        409,
        expect.objectContaining({
          code: 'conflito',
          message: expect.stringContaining('alterada por outra pessoa'),
          errors: [expect.objectContaining({ campo: 'nome', atual: 'De Ana' })],
        }),
      ]);
      expect(await findEmpresa(id)).toMatchObject({ nome: 'De Ana', rua: null });
      // Another save changes a field Bia left alone. Her repeated save with the present `nome` in `antes` succeeds.
      const other = { cidade: 'Recife', antes: { cidade: null, cep: '01310-100', cnpj: formatCnpj(cnpj) } };
      if (url === '/empresa') expect((await call(token, 'PUT', url, other)).status).toBe(200);
      const seen = await call(token, 'PUT', url, { ...bia, antes: { nome: 'De Ana', rua: null } });
      expect(seen.body.data).toMatchObject({ nome: 'De Bia', rua: 'Rua de Bia', cidade: 'Recife' });
      // Two saves from the same state at once: one is refused.
      const both = await Promise.all(
        ['X', 'Y'].map((nome) => call(token, 'PUT', url, { nome, antes: { nome: 'De Bia' } })),
      );
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    }
  });

  it('does not count id, api_key, balance or created_at of the body', async () => {
    const before = await findEmpresa(mine.empresa.id);
    const sent = { id: operator.empresa.id, api_key: 'esc_x', saldo_creditos: 999, created_at: '2020-01-01' };
    const answer = await call(gerente(), 'PUT', `/empresas/${mine.empresa.id}`, sent);
    expect(answer.status).toBe(200);
    expect(await findEmpresa(mine.empresa.id)).toEqual(before);
    const own = await call(gerente(), 'PUT', '/empresa', { segmento: 'Telecom', saldo_creditos: 999 });
    expect(own.body.data).toMatchObject({ id: mine.empresa.id, segmento: 'Telecom', saldo_creditos: 12 });
  });

  it("another's company is 404 for the manager; usuario changes none; the administrator, all", async () => {
    const before = await findEmpresa(operator.empresa.id);
    expect(
      await call(gerente(), 'PUT', `/empresas/${operator.empresa.id}`, { nome: 'Tomada' }),
    ).toMatchObject({
      status: 404,
      body: { code: 'nao_encontrado', message: 'Empresa não encontrada ou acesso negado.' },
    });
    for (const url of [`/empresas/${mine.empresa.id}`, '/empresa']) {
      expect(await call(mine.tokens.usuario, 'PUT', url, { nome: 'Tomada' })).toMatchObject({
        status: 403,
        body: { code: 'sem_permissao', message: 'Você não tem permissão para atualizar empresas.' },
      });
    }
    expect(await findEmpresa(operator.empresa.id)).toEqual(before);
    const byAdmin = await call(admin(), 'PUT', `/empresas/${mine.empresa.id}`, { bairro: 'Centro' });
    expect(byAdmin.body.data.bairro).toBe('Centro');
  });

  it("the new CNPJ is valid and nobody's", async () => {
    const url = `/empresas/${mine.empresa.id}`;
    const cnpj = newCnpj();
    expect((await call(gerente(), 'PUT', url, { cnpj: formatCnpj(cnpj) })).body.data.cnpj).toBe(cnpj);
    expect(await call(gerente(), 'PUT', url, { cnpj: operator.empresa.cnpj, nome: 'X' })).toMatchObject({
      status: 409,
      body: { code: 'conflito', message: 'Já existe uma empresa cadastrada com este CNPJ.' },
    });
    expect((await call(gerente(), 'PUT', url, { cnpj: '11222333000182' })).body.message).toBe(
      'CNPJ inválido. Confira os dígitos.',
    );
    expect(await findEmpresa(mine.empresa.id)).toMatchObject({ cnpj, nome: 'Nome Novo' });
  });
});

describe('DELETE /empresas/{id}', () => {
  it('deletes one without data, along with its key, and keeps who it was', async () => {
    const made = await call(admin(), 'POST', '/empresas', { nome: 'Vazia', cnpj: newCnpj() });
    const { id, cnpj } = made.body.data;
    const { db: pool } = test.deps;
    // Inserts the file of an exported list that is still kept for download.
    await pool.query(
      `insert into objetos_pendentes (id, empresa_id, chave, apagar_em, tamanho)
       values (gen_random_uuid(), $1, $2, now() + interval '7 days', 100)`,
      [id, `${id}/exportacoes/lista`],
    );
    expect(await call(admin(), 'DELETE', `/empresas/${id}`)).toMatchObject({
      status: 200,
      body: { message: 'Empresa excluída com sucesso!' },
    });
    expect(await findEmpresa(id)).toBeNull();
    // The list's file is now due for deletion, and no sum of bytes refers to the deleted company.
    const kept = 'delete from objetos_pendentes where empresa_id = $1 and apagar_em <= now()';
    await pool.query('select escuta_recontar_bytes()');
    expect((await pool.query(kept, [id])).rowCount).toBe(1);
    expect(await test.deps.prisma.chaveApi.count({ where: { empresaId: id } })).toBe(0);
    expect(await lastEntry(id)).toMatchObject({
      acao: 'empresa_excluida',
      detalhes: { nome: 'Vazia', cnpj },
    });
    expect((await call(admin(), 'DELETE', `/empresas/${id}`)).status).toBe(404);
  });

  it('says what the company has when it may not, and that it can be archived', async () => {
    const empresa = await createEmpresa(test.deps, { nome: 'Cheia', creditos: 5 });
    for (let n = 0; n < 3; n++) await createProjeto(test.deps, empresa);
    await createMembro(test.deps, empresa, { papel: 'gerente' });
    const answer = await call(admin(), 'DELETE', `/empresas/${empresa.id}`);
    expect(answer).toMatchObject({
      status: 409,
      body: {
        code: 'empresa_com_dados',
        message:
          'A empresa Cheia não pode ser excluída porque tem 3 projetos, 1 usuário e 1 lançamento de créditos. Você pode arquivá-la: ninguém mais entra, e os dados são mantidos.',
        dados: { projetos: 3, usuarios: 1, lancamentos: 1, tickets: 0 },
      },
    });
    expect(await findEmpresa(empresa.id)).not.toBeNull();
  });

  it('waits for someone who puts data into the company at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const empresa = await createEmpresa(test.deps);
      const [deleted, created] = await Promise.all([
        call(admin(), 'DELETE', `/empresas/${empresa.id}`),
        call(admin(), 'POST', '/projetos', { nome: 'Projeto', empresa_id: empresa.id }),
      ]);
      expect([
        [200, 404],
        [200, 409],
        [409, 201],
      ]).toContainEqual([deleted.status, created.status]);
    }
  });

  it("never one's own; and only the administrator deletes", async () => {
    expect(await call(admin(), 'DELETE', `/empresas/${operator.empresa.id}`)).toMatchObject({
      status: 422,
      body: { code: 'regra_violada', message: 'Você não pode excluir a sua própria empresa.' },
    });
    expect((await call(gerente(), 'DELETE', `/empresas/${mine.empresa.id}`)).status).toBe(403);
  });
});

describe('archiving and reactivating', () => {
  it('ends sessions and key at once, in every process; reactivated, the key works again and earlier sessions do not', async () => {
    const tenant = await createTenant(test.deps);
    const key = await createApiKey(test.deps, tenant.empresa);
    const everywhere = async () => {
      const answers = [];
      for (const { app } of [test, other]) {
        for (const headers of [bearer(tenant.tokens.usuario), { 'x-api-key': key }]) {
          answers.push((await app.inject({ url: '/api/v1/projetos', headers })).statusCode);
        }
      }
      return answers;
    };
    // Puts the session and the key into the caches of both processes.
    expect(await everywhere()).toEqual([200, 200, 200, 200]);
    const url = `/empresas/${tenant.empresa.id}`;
    const archived = await call(admin(), 'POST', `${url}/arquivar`);
    expect(archived.body).toMatchObject({
      message: 'Empresa arquivada.',
      data: { arquivada_em: expect.any(String) },
    });
    await expect.poll(everywhere).toEqual([401, 401, 401, 401]);
    expect(await lastEntry(tenant.empresa.id)).toMatchObject({ acao: 'empresa_arquivada' });
    // Archiving the company again changes nothing, not even the date.
    const again = await call(admin(), 'POST', `${url}/arquivar`);
    expect(again.body.data.arquivada_em).toBe(archived.body.data.arquivada_em);
    const restored = await call(admin(), 'POST', `${url}/reativar`);
    expect(restored.body).toMatchObject({ message: 'Empresa reativada.', data: { arquivada_em: null } });
    await expect.poll(everywhere).toEqual([401, 200, 401, 200]);
    const entries = await test.deps.prisma.registroAcesso.findMany({
      where: { recursoId: tenant.empresa.id },
      orderBy: { id: 'asc' },
    });
    expect(entries.map(({ acao }) => acao)).toEqual(['empresa_arquivada', 'empresa_reativada']);
  });

  it("ends the recordings' signed addresses too", async () => {
    const tenant = await createTenant(test.deps);
    const path = `/auditoria-item/${tenant.item.id}/download`;
    const signer = {
      kind: 'membro',
      membroId: tenant.usuario.id,
      versao: tenant.usuario.versaoToken,
    } as const;
    const target = { path, empresaId: tenant.empresa.id, signer };
    const url = `/api/v1${path}?${signPath(test.deps.env.URL_SIGNING_SECRET, target).query}`;
    const play = async (app: TestApp) => (await app.app.inject({ url })).json().code;
    // The signed address is valid: the answer is 'nao_encontrado' only because there is no recording.
    expect([await play(test), await play(other)]).toEqual(['nao_encontrado', 'nao_encontrado']);
    await call(admin(), 'POST', `/empresas/${tenant.empresa.id}/arquivar`);
    await expect.poll(() => play(other)).toBe('nao_autenticado');
    expect(await play(test)).toBe('nao_autenticado');
  });

  it('nobody signs in to an archived company', async () => {
    const tenant = await createTenant(test.deps);
    const login = () =>
      test.app.inject({
        method: 'POST',
        url: '/api/v1/auth/login',
        payload: { cnpj: tenant.empresa.cnpj, email: tenant.gerente.email, password: 'Senha-de-teste-1' },
      });
    expect((await login()).statusCode).toBe(200);
    await call(admin(), 'POST', `/empresas/${tenant.empresa.id}/arquivar`);
    expect((await login()).statusCode).toBe(403);
  });

  it("not one's own; and of two administrators who archive each other's company, one stays", async () => {
    expect(await call(admin(), 'POST', `/empresas/${operator.empresa.id}/arquivar`)).toMatchObject({
      status: 422,
      body: { message: 'Você não pode arquivar a sua própria empresa.' },
    });
    const [a, b] = [await createTenant(test.deps), await createTenant(test.deps)];
    const answers = await Promise.all([
      call(a.tokens.admin, 'POST', `/empresas/${b.empresa.id}/arquivar`),
      call(b.tokens.admin, 'POST', `/empresas/${a.empresa.id}/arquivar`, undefined, other),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
  });
});

describe('POST /empresa/api-key', () => {
  it('gives a new key; the former stops working at once, in every process, and neither is in the log', async () => {
    const tenant = await createTenant(test.deps);
    const old = await createApiKey(test.deps, tenant.empresa);
    const ask = async (app: TestApp, key: string) =>
      (await app.app.inject({ url: '/api/v1/projetos', headers: { 'x-api-key': key } })).statusCode;
    expect([await ask(test, old), await ask(other, old)]).toEqual([200, 200]);
    const answer = await call(tenant.tokens.gerente, 'POST', '/empresa/api-key');
    expect(answer.headers['cache-control']).toBe('no-store');
    const fresh = answer.body.data.api_key as string;
    expect(fresh).toMatch(/^esc_[\w-]{43}$/);
    expect(fresh).not.toBe(old);
    await expect.poll(() => ask(other, old)).toBe(401);
    expect(await ask(test, old)).toBe(401);
    expect([await ask(test, fresh), await ask(other, fresh)]).toEqual([200, 200]);
    expect((await call(tenant.tokens.gerente, 'GET', '/empresas')).body.data[0].api_key).toBe(fresh);
    // The session is still valid.
    expect((await call(tenant.tokens.gerente, 'GET', '/users/profile')).status).toBe(200);
    expect(await lastEntry(tenant.empresa.id)).toMatchObject({ acao: 'chave_api_trocada', detalhes: {} });
    const stored = await test.deps.prisma.chaveApi.findMany({ where: { empresaId: tenant.empresa.id } });
    expect(JSON.stringify(stored)).not.toContain(fresh);
  });

  it('of two exchanges at the same time one key works', async () => {
    const tenant = await createTenant(test.deps);
    const answers = await Promise.all(
      [1, 2, 3].map(() => call(tenant.tokens.gerente, 'POST', '/empresa/api-key')),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const inForce = { where: { empresaId: tenant.empresa.id, revogadaEm: null } };
    expect(await test.deps.prisma.chaveApi.count(inForce)).toBe(1);
    const shown = (await call(tenant.tokens.gerente, 'GET', '/empresas')).body.data[0].api_key;
    expect(answers.map(({ body }) => body.data.api_key)).toContain(shown);
  });

  it('is for the company itself, also for the administrator, and not for usuario', async () => {
    const before = await test.deps.prisma.chaveApi.findMany({ where: { empresaId: mine.empresa.id } });
    expect((await call(mine.tokens.usuario, 'POST', '/empresa/api-key')).status).toBe(403);
    expect((await call(admin(), 'POST', '/empresa/api-key')).status).toBe(200);
    expect(await test.deps.prisma.chaveApi.findMany({ where: { empresaId: mine.empresa.id } })).toEqual(
      before,
    );
  });
});
