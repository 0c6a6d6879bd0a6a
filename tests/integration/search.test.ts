// The search of the command palette over the calls of all projects.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import {
  bearer,
  createAuditoria,
  createEmpresa,
  createMembro,
  createProjeto,
  signToken,
} from '../support/factories.ts';

let test: TestApp;
let mine: { authorization: string };
let admin: { authorization: string };

type Empresa = Awaited<ReturnType<typeof createEmpresa>>;

async function call(
  empresa: Empresa,
  values: { numero: string; nome?: string; ramal?: string; metadata?: object; minuto: number },
): Promise<string> {
  const auditoria = await createAuditoria(test.deps, await createProjeto(test.deps, empresa), {
    padrao: true,
  });
  const { rows } = await test.deps.db.query<{ id: string }>(
    `insert into auditoria_itens (id, empresa_id, projeto_id, auditoria_id, numero_destino, nome_entrevistado, ramal,
      metadata,
       created_at)
     values (gen_random_uuid(), $1, $2, $3, $4, $5, $6, $7, timestamptz '2026-05-01 12:00Z' + $8 * interval '1 minute')
     returning id`,
    [
      empresa.id,
      auditoria.projetoId,
      auditoria.id,
      values.numero,
      values.nome ?? null,
      values.ramal ?? null,
      values.metadata ?? {},
      values.minuto,
    ],
  );
  return rows[0]!.id;
}

const search = async (q: string, headers = mine) => {
  const answer = await test.app.inject({ url: '/api/v1/auditoria-items/busca', query: { q }, headers });
  return { status: answer.statusCode, ids: (answer.json().data ?? []).map(({ id }: { id: string }) => id) };
};

let ana: string;
let bia: string;
let foreign: string;

beforeAll(async () => {
  test = await createTestApp();
  const empresa = await createEmpresa(test.deps);
  const other = await createEmpresa(test.deps);
  mine = bearer(signToken(test.deps, await createMembro(test.deps, empresa)));
  admin = bearer(signToken(test.deps, await createMembro(test.deps, empresa, { papel: 'admin' })));
  ana = await call(empresa, {
    numero: '11955550142',
    nome: 'Ana Conceição',
    ramal: '2001',
    metadata: { codigo_chamada: 'PRT-2026-0042' },
    minuto: 1,
  });
  bia = await call(empresa, {
    numero: '21944440142',
    nome: 'Beatriz 100% certa',
    metadata: { unique_id: '1716912345.77' },
    minuto: 2,
  });
  foreign = await call(other, {
    numero: '11955550142',
    nome: 'Ana Conceição',
    metadata: { codigo_chamada: 'PRT-2026-0042' },
    minuto: 3,
  });
});
afterAll(() => test.close());

it('finds calls of all projects by number, name, extension and protocol, newest first', async () => {
  expect(await search('95555-0142')).toEqual({ status: 200, ids: [ana] });
  expect((await search('0142')).ids).toEqual([bia, ana]);
  expect((await search('conceicao')).ids).toEqual([ana]);
  expect((await search('2001')).ids).toEqual([ana]);
  expect((await search('prt-2026')).ids).toEqual([ana]);
  expect((await search('1716912345.77')).ids).toEqual([bia]);
  expect((await search('nao existe')).ids).toEqual([]);
});

it('takes what was typed literally, and asks for two characters', async () => {
  expect((await search('100%')).ids).toEqual([bia]);
  expect((await search('%%')).ids).toEqual([]);
  expect((await search('a')).status).toBe(400);
});

it('shows another company nothing, and an administrator everything', async () => {
  expect((await search('ana')).ids).not.toContain(foreign);
  expect((await search('prt-2026', admin)).ids).toEqual([foreign, ana]);
});
