// The audit log of sensitive actions, read by an administrator.
import { randomUUID } from 'node:crypto';
import { ACAO_LABEL, ACOES_REGISTRADAS } from '@escuta/shared/domain/log/audit-actions';
import { type Actor, recordAction, SYSTEM_ACTOR } from '@escuta/shared/services/log/audit-log';
import { createTask } from '@escuta/shared/services/tasks/tasks';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { claimTask, decodeTask } from '../../worker/src/tasks/task-repo.ts';
import { callApi, createTestApp, type Method, type TestApp } from '../support/app.ts';
import {
  createApiKey,
  createAuditoria,
  createItem,
  createProjeto,
  createTenant,
} from '../support/factories.ts';
import { rowsReadBy } from '../support/statements.ts';

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

const call = (method: Method, path: string, token: string, payload?: object) =>
  callApi(test, token, method, path, payload);
const list = async (query = '') => (await call('GET', `/admin/registros?${query}`, mine.tokens.admin)).body;

describe('the log entries', () => {
  it('the deletion of a project and of an item, with its author and place, and in the same transaction', async () => {
    const projeto = await createProjeto(test.deps, mine.empresa, { nome: 'Descartado' });
    const item = await createItem(test.deps, await createAuditoria(test.deps, projeto));
    expect((await call('DELETE', `/projetos/${projeto.id}`, mine.tokens.gerente)).status).toBe(409);
    expect((await list('acao=projeto_excluido')).data).toEqual([]);
    expect((await call('DELETE', `/auditoria-item/${item.id}`, mine.tokens.usuario)).status).toBe(200);
    expect((await call('DELETE', `/projetos/${projeto.id}`, mine.tokens.gerente)).status).toBe(200);
    const [deletedItem] = (await list('acao=item_excluido')).data;
    expect(deletedItem).toMatchObject({
      recurso: 'auditoria_item',
      recurso_id: item.id,
      detalhes: { projeto_id: projeto.id, tipo_item: 'ligacao', criado_em: item.createdAt.toISOString() },
      usuario: { id: mine.usuario.usuarioId, email: mine.usuario.email },
      empresa: { id: mine.empresa.id, nome: 'Lumavia' },
      endereco_ip: '127.0.0.1',
      request_id: expect.any(String),
    });
    expect((await list('acao=projeto_excluido')).data).toMatchObject([
      { recurso_id: projeto.id, detalhes: { nome: 'Descartado' }, usuario: { email: mine.gerente.email } },
    ]);
  });

  it('only what happened: the entry is undone with the transaction', async () => {
    const recursoId = randomUUID();
    const work = test.deps.db.transaction(async (tx) => {
      await recordAction(tx, {
        ...SYSTEM_ACTOR,
        empresaId: null,
        acao: 'empresa_alterada',
        recurso: 'empresa',
        recursoId,
      });
      throw new Error('desfaz');
    });
    await expect(work).rejects.toThrow('desfaz');
    expect(await test.deps.prisma.registroAcesso.count({ where: { recursoId } })).toBe(0);
  });

  it('what the key changes of a call: by which key, before and after; and nothing of what does not change', async () => {
    const { prisma } = test.deps;
    const key = await createApiKey(test.deps, mine.empresa);
    const { id: viaId } = await prisma.chaveApi.findFirstOrThrow({
      where: { empresaId: mine.empresa.id, revogadaEm: null },
    });
    const made = await call('POST', '/auditoria/call-center-default/items/arquivo', key, {
      projeto_id: mine.projeto.id,
      numero_destino: '1133334444',
      metadata: { nome_entrevistado: 'Dona Antes' },
    });
    const { id } = made.body.data;
    const body = { numero_destino: '1133335555', metadata: { nome_entrevistado: 'Dona Depois' } };
    for (let n = 0; n < 2; n += 1) {
      expect((await call('PUT', `/auditoria-item/${id}`, key, body)).status).toBe(200);
    }
    const entries = () =>
      prisma.registroAcesso.findMany({ where: { recursoId: id }, orderBy: { id: 'asc' } });
    expect(await entries()).toMatchObject([
      {
        acao: 'item_alterado',
        via: 'chave',
        viaId,
        usuarioId: null,
        detalhes: {
          antes: {
            numero_destino: '1133334444',
            nome_entrevistado: 'Dona Antes',
            'metadata.nome_entrevistado': 'Dona Antes',
          },
          depois: {
            numero_destino: '1133335555',
            nome_entrevistado: 'Dona Depois',
            'metadata.nome_entrevistado': 'Dona Depois',
          },
        },
      },
    ]);
    // When an item is deleted, the personal names in its log entries are removed too.
    expect((await call('DELETE', `/auditoria-item/${id}`, mine.tokens.gerente)).status).toBe(200);
    expect(JSON.stringify(await entries())).not.toMatch(/Dona|1133335555/);
  });

  it('a task acts for its asker, also by a key', async () => {
    const viaId = randomUUID();
    const actor: Actor = { ...SYSTEM_ACTOR, via: 'chave', viaId, requestId: 'pedido' };
    const { db: pool } = test.deps;
    const { empresa } = mine;
    const id = await pool.transaction((tx) =>
      createTask(tx, { tipo: 'reindexar', empresaId: empresa.id, actor, parametros: {} }),
    );
    const claim = await claimTask(pool, 60_000);
    expect(claim && decodeTask(claim.row)).toMatchObject({ id, actor });
    await pool.query('delete from tarefas where id = $1', [id]);
  });

  it('each action has a name for people', () => {
    for (const acao of ACOES_REGISTRADAS) expect(ACAO_LABEL[acao]).toMatch(/^\p{Lu}/u);
  });
});

describe('GET /admin/registros', () => {
  it('lists from newest to oldest, with filters that add up, by day of São Paulo', async () => {
    const { prisma } = test.deps;
    const make = (acao: string, tenant: Tenant | null, at: string) =>
      prisma.registroAcesso.create({
        data: {
          acao,
          recurso: 'empresa',
          empresaId: tenant?.empresa.id ?? null,
          usuarioId: tenant?.gerente.usuarioId ?? null,
          createdAt: new Date(at),
        },
      });
    // 02:30 of the 10th in UTC is still the 9th in São Paulo.
    await make('login', mine, '2024-03-10T02:30:00Z');
    await make('empresa_alterada', mine, '2024-03-10T15:00:00Z');
    await make('login', theirs, '2024-03-11T15:00:00Z');
    await make('login', null, '2024-03-12T15:00:00Z');
    const seen = async (query: string) =>
      (await list(query.includes('ate=') ? query : `ate=2024-12-31&${query}`)).data.map(
        (row: { acao: string; empresa: { nome: string } | null }) =>
          `${row.acao} ${row.empresa?.nome ?? '-'}`,
      );
    expect(await seen('')).toEqual([
      'login -',
      'login Horizonte',
      'empresa_alterada Lumavia',
      'login Lumavia',
    ]);
    expect(await seen('acao=empresa_alterada')).toEqual(['empresa_alterada Lumavia']);
    expect(await seen(`empresaId=${mine.empresa.id}`)).toEqual(['empresa_alterada Lumavia', 'login Lumavia']);
    expect(await seen(`empresaId=${mine.empresa.id}&acao=login`)).toEqual(['login Lumavia']);
    expect(await seen('de=2024-03-10&ate=2024-03-10')).toEqual(['empresa_alterada Lumavia']);
    expect(await seen(`q=${theirs.gerente.email.slice(0, 18).toUpperCase()}`)).toEqual(['login Horizonte']);
    expect(await seen('q=%25')).toEqual([]);
    expect((await list('ate=2024-12-31&limit=3&page=2')).pagination).toEqual({
      page: 2,
      limit: 3,
      total: 4,
      totalPages: 2,
      totalExato: true,
    });
    expect(await seen('limit=3&page=2')).toEqual(['login Lumavia']);
    expect((await call('GET', '/admin/registros?acao=outra', mine.tokens.admin)).status).toBe(400);
    expect((await call('GET', '/admin/registros?de=ontem', mine.tokens.admin)).body.message).toBe(
      '“de”: data inválida.',
    );
  });

  it("shows also what stayed of a deleted company or person, and is the administrator's alone", async () => {
    const gone = { empresa: randomUUID(), usuario: randomUUID() };
    await test.deps.prisma.registroAcesso.create({
      data: {
        acao: 'empresa_excluida',
        recurso: 'empresa',
        empresaId: gone.empresa,
        usuarioId: gone.usuario,
      },
    });
    expect((await list('acao=empresa_excluida')).data).toMatchObject([
      { empresa: { id: gone.empresa, nome: null }, usuario: { id: gone.usuario, email: null } },
    ]);
    for (const token of [mine.tokens.gerente, mine.tokens.usuario]) {
      expect((await call('GET', '/admin/registros', token)).status).toBe(403);
    }
  });

  it('reads with 200 thousand entries only those that it shows and counts, by any filter', async () => {
    await test.deps.db.query(
      `insert into registros_acesso (id, empresa_id, usuario_id, acao, recurso, created_at)
       select gen_random_uuid(), $1, $2, 'login', 'sessao', timestamptz '2025-01-01' + n * interval '1 minute'
       from generate_series(1, 200000) n`,
      [theirs.empresa.id, theirs.usuario.usuarioId],
    );
    await test.deps.db.query('analyze registros_acesso');
    // Scans the whole table, to prove that rowsReadBy counts the rows of such a scan.
    const walk = () => test.deps.db.query("select from registros_acesso where detalhes ? 'x'");
    expect(await rowsReadBy(test.deps.db.pool, walk)).toBeGreaterThan(200_000);
    const queries = [
      '',
      'acao=projeto_excluido',
      'acao=login',
      `empresaId=${mine.empresa.id}`,
      `q=${mine.gerente.email}`,
      `q=${theirs.usuario.email}&acao=login`,
      'de=2025-02-01&ate=2025-02-02',
    ];
    for (const query of queries) {
      const read = await rowsReadBy(test.deps.db.pool, async () => {
        expect((await call('GET', `/admin/registros?${query}`, mine.tokens.admin)).status).toBe(200);
      });
      // The request counts ten thousand entries and reads a few more for the page; a scan would read over 200,000.
      expect(read, query).toBeLessThan(25_000);
    }
    expect((await list('')).pagination).toMatchObject({ total: 10_000, totalExato: false });
  });
});
