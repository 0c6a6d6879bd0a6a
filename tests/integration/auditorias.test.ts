// Audits of a project, a single audit, and all companies' audits. GET /auditorias itself: core-features.test.ts.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import { bearer, createApiKey, createAuditoria, createProjeto, createTenant } from '../support/factories.ts';

type Tenant = Awaited<ReturnType<typeof createTenant>>;
let test: TestApp;
let mine: Tenant;
let theirs: Tenant;
beforeAll(async () => {
  test = await createTestApp();
  mine = await createTenant(test.deps, { nome: 'Lumavia' });
  theirs = await createTenant(test.deps, { nome: 'Horizonte' });
});
afterAll(() => test.close());

async function get(url: string, token: string) {
  const response = await test.app.inject({ url: `/api/v1${url}`, headers: bearer(token) });
  return { status: response.statusCode, body: response.json() };
}
const names = (rows: { nome: string }[]) => rows.map(({ nome }) => nome);

describe('GET /auditorias/projetos/{projectId}', () => {
  it('answers auditorias: [] from newest to oldest, in pages, to people and to the key', async () => {
    const projeto = await createProjeto(test.deps, mine.empresa, { nome: 'SAC' });
    const empty = await get(`/auditorias/projetos/${projeto.id}`, mine.tokens.usuario);
    expect(empty.body).toEqual({
      success: true,
      auditorias: [],
      pagination: { page: 1, limit: 50, total: 0, totalPages: 0, totalExato: true },
    });
    for (let n = 1; n <= 3; n++) {
      await createAuditoria(test.deps, projeto, {
        nome: `Lote ${n}`,
        createdAt: new Date(Date.UTC(2026, 2, n)),
      });
    }
    const full = await get(`/auditorias/projetos/${projeto.id}`, mine.tokens.usuario);
    expect(names(full.body.auditorias)).toEqual(['Lote 3', 'Lote 2', 'Lote 1']);
    expect(full.body.auditorias[0]).toMatchObject({
      projeto_id: projeto.id,
      projeto: { nome: 'SAC', empresa: { nome: 'Lumavia' } },
      status: 'pendente',
    });
    const second = await get(`/auditorias/projetos/${projeto.id}?limit=2&page=2`, mine.tokens.usuario);
    expect(names(second.body.auditorias)).toEqual(['Lote 1']);
    const key = await createApiKey(test.deps, mine.empresa);
    expect((await get(`/auditorias/projetos/${projeto.id}`, key)).status).toBe(200);
  });

  it("another company's project is 404, except for the administrator", async () => {
    const url = `/auditorias/projetos/${theirs.projeto.id}`;
    expect(await get(url, mine.tokens.gerente)).toMatchObject({
      status: 404,
      body: { code: 'nao_encontrado', message: 'Projeto não encontrado.' },
    });
    expect((await get(url, mine.tokens.admin)).body.auditorias).toHaveLength(1);
    expect((await get('/auditorias/projetos/1', mine.tokens.gerente)).body.message).toBe(
      'Identificador inválido.',
    );
  });
});

describe('GET /auditorias/{id}', () => {
  it('is an audit of the company', async () => {
    expect((await get(`/auditorias/${mine.auditoria.id}`, mine.tokens.usuario)).body.data).toEqual({
      id: mine.auditoria.id,
      nome: mine.auditoria.nome,
      status: 'pendente',
      itens: { total: 1, pendentes: 1, processando: 0, concluidos: 0, erros: 0 },
      projeto_id: mine.projeto.id,
      projeto: { nome: mine.projeto.nome, empresa: { nome: 'Lumavia' } },
      observacoes: null,
      created_at: mine.auditoria.createdAt.toISOString(),
    });
    expect(await get(`/auditorias/${theirs.auditoria.id}`, mine.tokens.usuario)).toMatchObject({
      status: 404,
      body: { message: 'Auditoria não encontrada.' },
    });
    expect((await get(`/auditorias/${theirs.auditoria.id}`, mine.tokens.admin)).status).toBe(200);
  });
});

describe('GET /admin/auditorias', () => {
  it('lists those of all companies, with filters that add up', async () => {
    const a = await createProjeto(test.deps, mine.empresa, { nome: 'Retenção' });
    const b = await createProjeto(test.deps, theirs.empresa, { nome: 'Campo' });
    // 02:30 of the 10th in UTC is still the 9th in São Paulo.
    const make = (projeto: typeof a, nome: string, at: string, status: 'pendente' | 'erro' = 'pendente') =>
      createAuditoria(test.deps, projeto, { nome, status, createdAt: new Date(at) });
    await make(a, 'Março A', '2024-03-10T02:30:00Z');
    await make(b, 'Março B', '2024-03-10T15:00:00Z', 'erro');
    const list = async (query: string) =>
      names((await get(`/admin/auditorias?ate=2024-12-31&${query}`, mine.tokens.admin)).body.data);
    expect(await list('')).toEqual(['Março B', 'Março A']);
    expect(await list('de=2024-03-10')).toEqual(['Março B']);
    expect(await list('status=erro')).toEqual(['Março B']);
    expect(await list(`empresaId=${mine.empresa.id}`)).toEqual(['Março A']);
    expect(await list(`empresaId=${mine.empresa.id}&status=erro`)).toEqual([]);
    expect(await list('q=marco+a')).toEqual(['Março A']);
    expect(await list('q=retencao')).toEqual(['Março A']);
    expect(await list('q=horizonte')).toEqual(['Março B']);
    expect(await list('q=%25')).toEqual([]);
    const page = await get('/admin/auditorias?ate=2024-12-31&limit=1&page=2', mine.tokens.admin);
    expect(page.body).toMatchObject({
      data: [{ nome: 'Março A', projeto: { nome: 'Retenção', empresa: { nome: 'Lumavia' } } }],
      pagination: { page: 2, limit: 1, total: 2, totalPages: 2, totalExato: true },
    });
    expect((await get('/admin/auditorias?page=1001&limit=10', mine.tokens.admin)).status).toBe(400);
    expect((await get('/admin/auditorias', mine.tokens.gerente)).status).toBe(403);
  });

  it('reads the index by date, not the table, with many audits', async () => {
    await test.deps.db.query(
      `insert into auditorias (id, empresa_id, projeto_id, nome, created_at)
       select gen_random_uuid(), $1, $2, 'Lote ' || n, timestamptz '2023-01-01' + n * interval '1 minute'
       from generate_series(1, 20000) n`,
      [mine.empresa.id, mine.projeto.id],
    );
    await test.deps.db.query('analyze auditorias');
    const { rows } = await test.deps.db.query<{ 'QUERY PLAN': string }>(
      'explain select a.id from auditorias a where true order by a.created_at desc, a.id desc limit 10',
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('auditorias_created_at_id_idx');
    const answer = await get('/admin/auditorias', mine.tokens.admin);
    expect(answer.body.pagination).toMatchObject({ total: 10_000, totalExato: false });
  });
});

describe('GET /projetos?todas=true', () => {
  it("gives the administrator's screen name, company, type and creation of all companies' projects", async () => {
    const all = await get('/projetos?todas=true&limit=100', mine.tokens.admin);
    const row = all.body.data.find(({ id }: { id: string }) => id === theirs.projeto.id);
    expect(row).toMatchObject({
      nome: theirs.projeto.nome,
      empresa: { nome: 'Horizonte' },
      tipo_projeto: 'call_center',
      created_at: theirs.projeto.createdAt.toISOString(),
    });
    const own = await get('/projetos?todas=true&limit=100', mine.tokens.gerente);
    expect(own.body.data.map(({ id }: { id: string }) => id)).not.toContain(theirs.projeto.id);
  });
});
