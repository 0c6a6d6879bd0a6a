// The call list gives the same rows and totals as a plain ORDER BY … OFFSET, for any filter and page.

import { randomUUID } from 'node:crypto';
import { databaseOver } from '@escuta/prisma/db';
import { ORDENS } from '@escuta/shared/domain/filters/filtro-campos';
import { listFilter } from '@escuta/shared/domain/filters/filtro-endereco';
import { companyScope } from '@escuta/shared/domain/scope';
import { callsSource } from '@escuta/shared/services/lists/calls';
import { rowsSql } from '@escuta/shared/services/lists/source';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { listProjectItems } from '../../api/src/features/auditoria-items/list/list-repo.ts';
import type { ItemFilter } from '../../api/src/features/auditoria-items/list/list-row.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import {
  bearer,
  createAuditoria,
  createEmpresa,
  createMembro,
  createProjeto,
  signToken,
} from '../support/factories.ts';
import { LONGO } from '../support/longo.ts';

const ROWS = 3200;
let test: TestApp;
let headers: { authorization: string };
let projetoId: string;
let auditoriaId: string;

/** Creates another project of the same company. */
async function another() {
  const { empresaId } = await test.deps.prisma.projeto.findUniqueOrThrow({ where: { id: projetoId } });
  return createProjeto(test.deps, { id: empresaId });
}

/** Adds `rows` calls (80 a day), some at the same millisecond and some around midnight in São Paulo. */
async function fill(auditoria: { id: string; projetoId: string; empresaId: string }, rows: number) {
  await test.deps.db.query(
    `insert into auditoria_itens (id, empresa_id, projeto_id, auditoria_id, tipo_item, status, created_at,
      call_duration,
       numero_destino, nome_entrevistado, ramal)
     select gen_random_uuid(), $1, $2, $3,
       (case when i % 97 = 0 then 'arquivo' when i % 89 = 0 then 'call_data' else 'ligacao' end)::tipo_item,
       (array['pendente', 'processando', 'concluido', 'concluido', 'concluido',
         'erro'])[1 + (i * 7) % 6]::status_processamento,
       timestamptz '2026-03-01 02:59:59.990Z' + (i / 3) * interval '53 minutes 20 seconds' + (i % 3 / 2) * interval
         '5 milliseconds',
       case when i % 5 > 0 then i % 400 end,
       case when i % 4 = 0 then '(11) 9' || lpad((i * 37 % 10000)::text, 4, '0') || '-' || lpad((i % 1000)::text, 4,
         '0')
         else '119' || lpad((i * 7919 % 100000000)::text, 8, '0') end,
       (array['José Ávila', 'Maria da Conceição', 'ANA 100%_certa', 'Zoë Nuñez',
         'Concluída Prado'])[1 + i % 5] || ' ' || i,
       (2000 + i % 50)::text
     from generate_series(1, $4) i`,
    [auditoria.empresaId, auditoria.projetoId, auditoria.id, rows],
  );
}

beforeAll(async () => {
  test = await createTestApp();
  const empresa = await createEmpresa(test.deps);
  headers = bearer(signToken(test.deps, await createMembro(test.deps, empresa)));
  const projeto = await createProjeto(test.deps, empresa);
  projetoId = projeto.id;
  const auditoria = await createAuditoria(test.deps, projeto, { padrao: true });
  auditoriaId = auditoria.id;
  await fill(auditoria, ROWS);
  // Adds calls of another project with the same times.
  await fill(await createAuditoria(test.deps, await createProjeto(test.deps, empresa)), 500);
});
afterAll(() => test.close());

type Page = {
  data: { id: string; status: string; created_at: string }[];
  pagination: { page: number; limit: number; total: number; totalPages: number; totalExato: boolean };
};

async function list(query: Record<string, string | number>): Promise<Page> {
  const answer = await test.app.inject({
    url: `/api/v1/projetos/${projetoId}/auditoria-items`,
    query: Object.fromEntries(Object.entries(query).map(([k, v]) => [k, String(v)])),
    headers,
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<Page>();
}

/** `npm test` checks IN_A_ROW consecutive pages at both ends, and every BETWEEN-th page between them. */
const IN_A_ROW = 6;
const BETWEEN = 9;
/** Picks the numbers of the pages that the test checks. */
function looked(pages: number): number[] {
  const all = Array.from({ length: pages }, (_, n) => n + 1);
  return LONGO
    ? all
    : all.filter((page) => page <= IN_A_ROW || page > pages - IN_A_ROW || page % BETWEEN === 0);
}

/** Reads the ids of the expected calls, in order, by a plain statement. */
async function expected(where: string): Promise<string[]> {
  const { rows } = await test.deps.db.query<{ id: string }>(
    `select id from auditoria_itens where projeto_id = $1 and ${where} order by created_at desc, id desc`,
    [projetoId],
  );
  return rows.map((row) => row.id);
}

const dia = "(created_at at time zone 'America/Sao_Paulo')::date";

describe("list of a project's items", () => {
  it.each([
    ['no filter', {}, 'true', 10],
    ['no filter, another size', {}, 'true', 37],
    ['a state', { status: 'erro' }, "status = 'erro'", 10],
    [
      'state and days',
      { status: 'concluido', de: '2026-03-05', ate: '2026-03-20' },
      `status = 'concluido' and ${dia} between '2026-03-05' and '2026-03-20'`,
      25,
    ],
    ['from a day on', { de: '2026-03-31' }, `${dia} >= '2026-03-31'`, 10],
    ['up to a day', { ate: '2026-02-28' }, `${dia} <= '2026-02-28'`, 10],
    ['a single day', { de: '2026-03-09', ate: '2026-03-09' }, `${dia} = '2026-03-09'`, 10],
    ['days without anything', { de: '2020-01-01', ate: '2020-12-31' }, 'false', 10],
  ])('%s: each page is that of OFFSET, and the total is exact', async (_name, filter, where, limit) => {
    const ids = await expected(where);
    const pages = Math.ceil(ids.length / limit);
    for (const page of looked(pages)) {
      const answer = await list({ ...filter, limit, page });
      expect(answer.data.map((row) => row.id)).toEqual(ids.slice((page - 1) * limit, page * limit));
      expect(answer.pagination).toEqual({
        page,
        limit,
        total: ids.length,
        totalPages: pages,
        totalExato: true,
      });
    }
    const beyond = await list({ ...filter, limit, page: pages + 1 });
    expect(beyond.data).toEqual([]);
    expect(beyond.pagination.total).toBe(ids.length);
  });

  it('follows changes of state, insertions and deletions between two pages', async () => {
    const all = await expected('true');
    const second = await list({ limit: 10, page: 2 });
    const [gone, changed] = [second.data[0], second.data[1]].map((row) => row!.id);
    await test.deps.db.query('delete from auditoria_itens where id = $1', [gone]);
    await test.deps.db.query(`update auditoria_itens set status = 'processando' where id = $1`, [changed]);
    const rest = all.filter((id) => id !== gone);
    for (const page of [2, 3, 150, Math.ceil(rest.length / 10)]) {
      const answer = await list({ limit: 10, page });
      expect(answer.data.map((row) => row.id)).toEqual(rest.slice((page - 1) * 10, page * 10));
      expect(answer.pagination.total).toBe(rest.length);
    }
    const busy = await expected("status = 'processando'");
    expect(busy).toContain(changed);
    const last = Math.ceil(busy.length / 10);
    const answer = await list({ status: 'processando', page: last });
    expect(answer.data.map((row) => row.id)).toEqual(busy.slice((last - 1) * 10));
  });

  it('many who ask for the same page at the same moment are answered by few readings, each company with its own only', async () => {
    const url = `/api/v1/projetos/${projetoId}/auditoria-items?limit=20`;
    const outsider = bearer(
      signToken(test.deps, await createMembro(test.deps, await createEmpresa(test.deps))),
    );
    await Promise.all([outsider, headers].map((who) => test.app.inject({ url, headers: who })));
    const query = test.deps.db.query.bind(test.deps.db) as (...args: unknown[]) => Promise<unknown>;
    let reads = 0;
    // Each read lasts until all requests have arrived.
    const asked = vi.spyOn(test.deps.db, 'query').mockImplementation((async (...args: unknown[]) => {
      const isPage = (args[0] as { name?: string }).name?.startsWith('itens_primeira_20');
      if (isPage) reads += 1;
      for (let turn = 0; isPage && turn < 200; turn += 1) await new Promise(setImmediate);
      return query(...args);
    }) as never);
    try {
      const [refused, ...answers] = await Promise.all([
        test.app.inject({ url, headers: outsider }),
        ...Array.from({ length: 12 }, () => test.app.inject({ url, headers })),
      ]);
      expect(refused?.statusCode).toBe(404);
      expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
      expect(answers[0]?.json().data).toHaveLength(20);
      // Six reads: one for the other caller, one each for four requests at once, and one shared by all later requests.
      expect(reads).toBe(6);
    } finally {
      asked.mockRestore();
    }
  });

  it("refuses another company's project as if it did not exist", async () => {
    const outra = await createProjeto(test.deps, await createEmpresa(test.deps));
    for (const query of ['', '?page=3', '?q=maria', '?q=119', '?tipo=arquivo']) {
      const answer = await test.app.inject({
        url: `/api/v1/projetos/${outra.id}/auditoria-items${query}`,
        headers,
      });
      expect(answer.statusCode, query).toBe(404);
    }
  });
});

it('the totals by project are the sum of days and months, which are the count', async () => {
  const { rows } = await test.deps.db.query(
    `select status::text, sum(vivo)::int as vivo, sum(dias)::int as dias, sum(meses)::int as meses,
      sum(totais)::int as totais from (
       select status, count(*) as vivo, 0 as dias, 0 as meses, 0 as totais from auditoria_itens where projeto_id = $1
         group by 1
       union all select status, 0, sum(n), 0, 0 from projeto_rollup_dia where projeto_id = $1 group by 1
       union all select status, 0, 0, sum(n), 0 from projeto_rollup_mes where projeto_id = $1 group by 1
       union all select status, 0, 0, 0, n from projeto_totais where projeto_id = $1
     ) t group by 1 order by 1`,
    [projetoId],
  );
  expect(rows).toHaveLength(4);
  for (const row of rows) expect([row.dias, row.meses, row.totais]).toEqual([row.vivo, row.vivo, row.vivo]);
});

describe('search', () => {
  const name = (part: string) => `escuta_normaliza(nome_entrevistado) like '%${part}%'`;
  it.each([
    ['a name without accents or capitals', 'jose avila', name('jose avila')],
    ['a name with accents', 'JOSÉ ávila', name('jose avila')],
    ['part of the name', 'uñez 12', name('unez 12')],
    ['extra spaces', '  maria   da  ', name('maria da')],
    ['wildcards are letters', '100%_c', name('100\\%\\_c')],
    ['a lone wildcard does not match everything', '%%%', 'false'],
    ['only the beginning with two letters', 'zo', "escuta_normaliza(nome_entrevistado) like 'zo%'"],
    [
      'the beginning of the number',
      '11900',
      "(escuta_digitos(numero_destino) like '11900%' or numero_destino like '%11900%')",
    ],
    ['the whole number, with punctuation or not', '(11) 90037-0001', "numero_destino = '(11) 90037-0001'"],
    [
      'part of the number',
      '7919',
      "(numero_destino like '%7919%' or escuta_digitos(numero_destino) like '%7919' or nome_entrevistado like '%7919%')",
    ],
    [
      'an extension',
      '2049',
      "(ramal = '2049' or numero_destino like '%2049%' or escuta_digitos(numero_destino) like '%2049' or nome_entrevistado like '%2049%')",
    ],
    ['a state by its name', 'erro', "status = 'erro'"],
    [
      'a state with accents, and one who has the word in the name',
      'Concluíd',
      `(status = 'concluido' or ${name('concluid')})`,
    ],
    ['the beginning of a state', 'pend', "status = 'pendente'"],
    ['the beginning that nearly all have', '119', "escuta_digitos(numero_destino) like '119%'"],
    ['nothing', 'xyzw', 'false'],
  ])('%s', async (_name, q, where) => {
    const ids = await expected(where);
    const found: string[] = [];
    const capped = Math.min(ids.length, 1000);
    for (let page = 1; found.length < capped || page === 1; page++) {
      const answer = await list({ q, limit: 100, page });
      expect(answer.pagination.total).toBe(capped);
      expect(answer.pagination.totalExato).toBe(ids.length <= 1000);
      found.push(...answer.data.map((row) => row.id));
      if (answer.data.length === 0) break;
    }
    expect(found).toEqual(ids.slice(0, 1000));
  });

  it.each(['119', 'conclu'])('what many had and no longer have is counted anew: %s', async (q) => {
    const projeto = await another();
    await fill(await createAuditoria(test.deps, projeto, { padrao: true }), 2400);
    const ask = async () => {
      const url = `/api/v1/projetos/${projeto.id}/auditoria-items?limit=10&q=${q}`;
      return (await test.app.inject({ url, headers })).json<Page>();
    };
    const many = await ask();
    expect(many.pagination).toMatchObject({ total: 1000, totalExato: false });
    expect(await ask()).toEqual(many);
    await test.deps.db.query('delete from auditoria_itens where projeto_id = $1 and id <> all($2::uuid[])', [
      projeto.id,
      many.data.slice(3).map((row) => row.id),
    ]);
    const few = await ask();
    expect(few.data).toEqual(many.data.slice(3));
    expect(few.pagination).toMatchObject({ total: 7, totalExato: true });
  });

  it('a caller who asks for the list without pause also learns, in a minute, that they are no longer many', async () => {
    const projeto = await another();
    await fill(await createAuditoria(test.deps, projeto, { padrao: true }), 2400);
    const ask = async () => {
      const url = `/api/v1/projetos/${projeto.id}/auditoria-items?limit=10&q=conclu`;
      return (await test.app.inject({ url, headers })).json<Page>().pagination;
    };
    const now = performance.now.bind(performance);
    let ahead = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now() + ahead);
    expect(await ask()).toMatchObject({ total: 1000, totalExato: false });
    await test.deps.db.query(
      `delete from auditoria_itens where projeto_id = $1 and id not in (
         select id from auditoria_itens where projeto_id = $1 and status = 'concluido' order by id limit 30)`,
      [projeto.id],
    );
    for (ahead = 20_000; ahead < 60_000; ahead += 20_000) await ask();
    ahead = 61_000;
    expect(await ask()).toMatchObject({ total: 30, totalExato: true });
  });

  it('names and numbers that are alike only in part stay out', async () => {
    const projeto = await another();
    const auditoria = await createAuditoria(test.deps, projeto);
    await test.deps.prisma.auditoriaItem.createMany({
      data: [
        ['Zélia Werneck', '11950007919'],
        ['Amália Werner', '11950017919'],
        ['Zélia Maria Werneck', '11940007919'],
      ].map(([nomeEntrevistado, numeroDestino]) => ({
        empresaId: projeto.empresaId,
        projetoId: projeto.id,
        auditoriaId: auditoria.id,
        nomeEntrevistado: nomeEntrevistado!,
        numeroDestino: numeroDestino!,
      })),
    });
    const named = async (q: string) => {
      const url = `/api/v1/projetos/${projeto.id}/auditoria-items?q=${encodeURIComponent(q)}`;
      const answer = await test.app.inject({ url, headers });
      return answer
        .json<{ data: { nome_entrevistado: string }[] }>()
        .data.map((row) => row.nome_entrevistado)
        .sort();
    };
    expect(await named('zelia werneck')).toEqual(['Zélia Werneck']);
    expect(await named('lia wer')).toEqual(['Amália Werner', 'Zélia Werneck']);
    expect(await named('maria werneck')).toEqual(['Zélia Maria Werneck']);
    expect(await named('50007')).toEqual(['Zélia Werneck']);
    expect(await named('0007')).toEqual(['Zélia Maria Werneck', 'Zélia Werneck']);
    expect(await named('950007919')).toEqual(['Zélia Werneck']);
    expect(await named('1195000')).toEqual(['Zélia Werneck']);
  });

  it('joins search, state, days and kind', async () => {
    const where = `${name('maria')} and status = 'concluido' and ${dia} >= '2026-03-10' and tipo_item = 'ligacao'`;
    const ids = await expected(where);
    expect(ids.length).toBeGreaterThan(20);
    const answer = await list({
      q: 'maria',
      status: 'concluido',
      de: '2026-03-10',
      tipo: 'ligacao',
      limit: 20,
      page: 2,
    });
    expect(answer.data.map((row) => row.id)).toEqual(ids.slice(20, 40));
    expect(answer.pagination.total).toBe(ids.length);
  });

  it('the total of a rare kind is exact; that of a common one stops at 1,000', async () => {
    const rare = await expected("tipo_item = 'arquivo'");
    expect((await list({ tipo: 'arquivo' })).pagination).toMatchObject({
      total: rare.length,
      totalExato: true,
    });
    const common = await list({ tipo: 'ligacao', limit: 100, page: 10 });
    expect(common.pagination).toMatchObject({ total: 1000, totalPages: 10, totalExato: false });
    expect(common.data).toHaveLength(100);
    expect((await list({ tipo: 'ligacao', limit: 100, page: 11 })).data).toEqual([]);
  });

  it('digits in more than 5,000 calls still give the newest', async () => {
    const projeto = await another();
    await fill(await createAuditoria(test.deps, projeto), 8000);
    const answer = await test.app.inject({
      url: `/api/v1/projetos/${projeto.id}/auditoria-items?q=119&page=3&limit=20`,
      headers,
    });
    const { rows: newest } = await test.deps.db.query<{ id: string }>(
      `select id from auditoria_itens where projeto_id = $1
         and (numero_digitos like '119%' or numero_digitos like '%911' or busca like '%119%')
       order by created_at desc, id desc limit 20 offset 40`,
      [projeto.id],
    );
    const page = answer.json<Page>();
    expect(page.data.map((row) => row.id)).toEqual(newest.map((row) => row.id));
    expect(page.pagination).toMatchObject({ total: 1000, totalExato: false });
  });
});

describe('list and figures of an audit', () => {
  it('the only audit answers as the project does, also by the reserved name', async () => {
    const project = await list({ page: 7 });
    for (const id of [auditoriaId, 'call-center-default']) {
      const answer = await test.app.inject({
        url: `/api/v1/auditoria/${id}/items?page=7&projetoId=${projetoId}`,
        headers,
      });
      expect(answer.json()).toEqual(project);
    }
    const semProjeto = await test.app.inject({ url: '/api/v1/auditoria/call-center-default/items', headers });
    expect(semProjeto.statusCode).toBe(400);
    expect(semProjeto.json().message).toContain('projetoId');
  });

  it('with another audit in the project, lists and counts only the one asked for', async () => {
    const before = await test.app.inject({
      url: `/api/v1/auditoria/${auditoriaId}/items/statistics`,
      headers,
    });
    const { rows } = await test.deps.db.query<{ empresa_id: string }>(
      'select empresa_id from projetos where id = $1',
      [projetoId],
    );
    const second = await createAuditoria(test.deps, { id: projetoId, empresaId: rows[0]!.empresa_id });
    await fill(second, 45);
    const ids = await expected(`auditoria_id = '${second.id}'`);
    const page = await test.app.inject({ url: `/api/v1/auditoria/${second.id}/items?page=5`, headers });
    expect(page.json<Page>().data.map((row) => row.id)).toEqual(ids.slice(40));
    expect(page.json<Page>().pagination).toMatchObject({ total: 45, totalPages: 5, totalExato: true });
    const after = await test.app.inject({
      url: `/api/v1/auditoria/${auditoriaId}/items/statistics`,
      headers,
    });
    expect(after.json()).toEqual(before.json());
    const stats = await test.app.inject({ url: `/api/v1/auditoria/${second.id}/items/statistics`, headers });
    expect(stats.json().data.total).toBe(45);
  });
});

describe('with the analysed calls', () => {
  type Node = { 'Relation Name'?: string; 'Actual Rows': number; 'Actual Loops': number; Plans?: Node[] };
  const readOf = (table: string, node: Node): number =>
    (node['Relation Name'] === table ? node['Actual Rows'] * node['Actual Loops'] : 0) +
    (node.Plans ?? []).reduce((sum, part) => sum + readOf(table, part), 0);

  /** Counts the rows of auditoria_resultados that a page's statement reads. */
  async function resultsRead(filter: Omit<ItemFilter, 'limit'>): Promise<number> {
    const asked: { text: string; values: unknown[] }[] = [];
    const pool = {
      query: (statement: (typeof asked)[number]) => test.deps.db.query(asked[asked.push(statement) - 1]!),
    };
    const watched = databaseOver(pool as unknown as pg.Pool, { databaseUrl: test.deps.env.DATABASE_URL });
    const page = await listProjectItems(watched, { kind: 'instalacao' }, projetoId, {
      ...filter,
      limit: 10,
    });
    expect(JSON.parse(page?.linhas ?? '')).toHaveLength(10);
    const { text, values } = asked[0]!;
    const { rows } = await test.deps.db.query<{ 'QUERY PLAN': [{ Plan: Node }] }>({
      text: `explain (analyze, format json) ${text}`,
      values,
    });
    return readOf('auditoria_resultados', rows[0]!['QUERY PLAN'][0].Plan);
  }

  beforeAll(async () => {
    await test.deps.db.query(
      `with itens as (
         select gen_random_uuid() as execucao_id, id, empresa_id, projeto_id, auditoria_id from auditoria_itens
         where status = 'concluido'
       ), rodadas as (
         insert into execucoes (id, empresa_id, projeto_id, item_id, status, origem, configuracao)
         select execucao_id, empresa_id, projeto_id, id, 'concluida', 'manual', '{}' from itens returning id
       )
       insert into auditoria_resultados (id, empresa_id, projeto_id, auditoria_id, item_id, execucao_id,
         status_processamento, updated_at)
       select gen_random_uuid(), empresa_id, projeto_id, auditoria_id, id, execucao_id, 'concluido', now() from itens`,
    );
    await test.deps.db.query('analyze auditoria_itens, auditoria_resultados, transcricoes');
  });

  it.each<[string, Omit<ItemFilter, 'limit'>]>([
    ['the first page', { page: 1 }],
    ['the first of a state', { page: 1, status: 'concluido' }],
    ['the first of some days', { page: 1, de: '2026-03-02', ate: '2026-03-30' }],
    ['a page in the middle', { page: 90 }],
    ['the first of a name', { page: 1, q: 'maria' }],
    ['the first by call time', { page: 1, ordem: 'ligacao' }],
    ['the first of a state by call time', { page: 1, ordem: 'ligacao', status: 'concluido' }],
    ['a page in the middle by call time', { page: 90, ordem: 'ligacao' }],
  ])('%s reads the results of its rows, not those of all', async (_name, filter) => {
    expect(await resultsRead(filter)).toBeLessThanOrEqual(10);
  });

  it('says of each row whether it was analysed', async () => {
    const { data } = (await list({ page: 1, limit: 50 })) as unknown as {
      data: { status: string; analisada: boolean }[];
    };
    expect(data.map((row) => row.analisada)).toEqual(data.map((row) => row.status === 'concluido'));
    expect(new Set(data.map((row) => row.analisada)).size).toBe(2);
  });
});

describe('by findings, by speaker and by time', () => {
  const agentes = { ana: randomUUID(), fundida: randomUUID(), bia: randomUUID() };
  let projeto: { id: string; empresaId: string };
  let pessoa: { usuarioId: string };
  let outra: { usuarioId: string };
  let importacao: string;

  beforeAll(async () => {
    const { rows } = await test.deps.db.query<{ empresa_id: string }>(
      'select empresa_id from projetos where id = $1',
      [projetoId],
    );
    projeto = await createProjeto(test.deps, { id: rows[0]!.empresa_id });
    pessoa = await createMembro(test.deps, { id: projeto.empresaId });
    outra = await createMembro(test.deps, { id: projeto.empresaId });
    importacao = randomUUID();
    const auditoria = await createAuditoria(test.deps, projeto, { padrao: true });
    await fill(auditoria, 2400);
    await test.deps.db.query(
      `insert into agentes (id, empresa_id, nome, fundido_em_id)
       values ($2, $1, 'Ana', null), ($3, $1, 'Ana Souza', $2), ($4, $1, 'Bia', null)`,
      [projeto.empresaId, agentes.ana, agentes.fundida, agentes.bia],
    );
    // Sorted by their day, the calls come in the reverse of the order in which they were created.
    await test.deps.db.query(
      `update auditoria_itens
        set call_start_time = timestamptz '2026-06-01 02:59:59Z' - (created_at - timestamptz '2026-03-01'),
         agente_id = case abs(hashtext(id::text)) % 7 when 0 then $2::uuid when 1 then $3 when 2 then $4 end,
         agente_origem = case when abs(hashtext(id::text)) % 7 < 3 then 'pessoa' end,
         importacao_id = case when status = 'erro' then $5::uuid end,
         arquivo_path = case when abs(hashtext(id::text)) % 3 > 0 then 'x' end
       where projeto_id = $1`,
      [projeto.id, agentes.ana, agentes.fundida, agentes.bia, importacao],
    );
    // Disables the trigger that indexes a call's words for the search, because these calls have no transcript.
    const indexes = (how: 'enable' | 'disable') =>
      test.deps.db.query(`alter table item_qualidade ${how} trigger item_qualidade_indexa_nova`);
    await indexes('disable');
    await test.deps.db.query(
      `insert into item_qualidade (item_id, empresa_id, projeto_id, execucao_id, dia, entrada, momento, dia_chamada,
        agente_id,
         pontuacao, sentimento, alertas, revisado_por)
       select id, empresa_id, projeto_id, gen_random_uuid(), escuta_dia(created_at), created_at, momento_chamada,
       dia_chamada,
         agente_id, case when h % 11 > 0 then (h % 1001)::numeric / 1000 end,
         (array['positivo', 'neutro', 'negativo'])[1 + h % 3], greatest(0, h % 40 - 36), case h % 13
           when 0 then $2::uuid when 1 then $3 end
       from (select *, abs(hashtext(id::text || 'q')) as h from auditoria_itens where projeto_id = $1
         and status = 'concluido') i`,
      [projeto.id, pessoa.usuarioId, outra.usuarioId],
    );
    await indexes('enable');
    await test.deps.db.query(
      `insert into item_atribuicoes (item_id, empresa_id, usuario_id, atribuido_por)
       select id, empresa_id, $2, $2 from auditoria_itens where projeto_id = $1 and abs(hashtext(id::text)) % 50 = 0`,
      [projeto.id, pessoa.usuarioId],
    );
  });

  const ask = async (query: Record<string, string | number>): Promise<Page> => {
    const answer = await test.app.inject({
      url: `/api/v1/projetos/${projeto.id}/auditoria-items`,
      query: Object.fromEntries(Object.entries(query).map(([k, v]) => [k, String(v)])),
      headers,
    });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<Page>();
  };
  const byHand = async (where: string, order: string): Promise<string[]> => {
    const { rows } = await test.deps.db.query<{ id: string }>(
      `select i.id from auditoria_itens i left join item_qualidade q on q.item_id = i.id
       where i.projeto_id = $1 and ${where} order by ${order}`,
      [projeto.id],
    );
    return rows.map(({ id }) => id);
  };
  const NEWEST = 'i.created_at desc, i.id desc';
  const CALLED = 'i.momento_chamada desc, i.id desc';
  const BY_AGENT = `(select coalesce(f.nome, a.nome) from agentes a left join agentes f on f.id = a.fundido_em_id
    where a.id = i.agente_id) nulls last, ${NEWEST}`;
  const BY_REVIEWER = `(select coalesce(u.nome, u.email) from usuarios u where u.id = q.revisado_por) nulls last,
    q.revisado_por nulls last, ${NEWEST}`;
  const BY_FEELING = `case q.sentimento when 'negativo' then 1 when 'neutro' then 2 when 'positivo' then 3
    else 4 end, ${NEWEST}`;
  const called = "(i.momento_chamada at time zone 'America/Sao_Paulo')::date";
  const entered = "(i.created_at at time zone 'America/Sao_Paulo')::date";
  const days = { de: '2026-05-10', ate: '2026-05-20' };
  const ofDays = `${called} between '2026-05-10' and '2026-05-20'`;

  it.each<[string, () => Record<string, string | number>, () => string, string]>([
    ['a least score', () => ({ nota_de: 90 }), () => 'round(q.pontuacao * 100) >= 90', NEWEST],
    [
      'a range of scores',
      () => ({ nota_de: 40, nota_ate: 49 }),
      () => 'round(q.pontuacao * 100) between 40 and 49',
      NEWEST,
    ],
    ['a sentiment', () => ({ sentimento: 'negativo' }), () => "q.sentimento = 'negativo'", NEWEST],
    ['with alerts', () => ({ alertas: 'com' }), () => 'q.alertas > 0', NEWEST],
    ['without alerts', () => ({ alertas: 'sem' }), () => 'q.alertas = 0', NEWEST],
    [
      'reviewed by someone',
      () => ({ revisado_por: pessoa.usuarioId }),
      () => `q.revisado_por = '${pessoa.usuarioId}'`,
      NEWEST,
    ],
    [
      'reviewed by nobody',
      () => ({ revisado_por: 'nenhum', status: 'concluido' }),
      () => "q.revisado_por is null and i.status = 'concluido'",
      NEWEST,
    ],
    [
      'an agent, with those merged into him',
      () => ({ agente_id: agentes.ana }),
      () => `i.agente_id in ('${agentes.ana}', '${agentes.fundida}')`,
      NEWEST,
    ],
    [
      'a merged agent is the other',
      () => ({ agente_id: agentes.fundida }),
      () => `i.agente_id in ('${agentes.ana}', '${agentes.fundida}')`,
      NEWEST,
    ],
    [
      'agent and score',
      () => ({ agente_id: agentes.bia, nota_ate: 50 }),
      () => `i.agente_id = '${agentes.bia}' and round(q.pontuacao * 100) <= 50`,
      NEWEST,
    ],
    ['no agent', () => ({ agente_id: 'nenhum' }), () => 'i.agente_id is null', NEWEST],
    [
      'a person in charge',
      () => ({ responsavel: pessoa.usuarioId }),
      () => 'abs(hashtext(i.id::text)) % 50 = 0',
      NEWEST,
    ],
    [
      'nobody in charge',
      () => ({ responsavel: 'nenhum', status: 'erro' }),
      () => "abs(hashtext(i.id::text)) % 50 > 0 and i.status = 'erro'",
      NEWEST,
    ],
    ['no recording', () => ({ gravacao: 'sem' }), () => 'i.arquivo_path is null', NEWEST],
    ['an import', () => ({ importacao_id: importacao }), () => "i.status = 'erro'", NEWEST],
    ['days of the call', () => ({ data: 'ligacao', ...days }), () => ofDays, CALLED],
    [
      'days of the call and state',
      () => ({ data: 'ligacao', ...days, status: 'erro' }),
      () => `${ofDays} and i.status = 'erro'`,
      CALLED,
    ],
    [
      'days of the call and agent',
      () => ({ data: 'ligacao', ...days, agente_id: agentes.ana }),
      () => `${ofDays} and i.agente_id in ('${agentes.ana}', '${agentes.fundida}')`,
      CALLED,
    ],
    [
      'days of the call and nobody',
      () => ({ data: 'ligacao', ...days, agente_id: 'nenhum' }),
      () => `${ofDays} and i.agente_id is null`,
      CALLED,
    ],
    [
      'days of the call and recording',
      () => ({ data: 'ligacao', ...days, gravacao: 'com' }),
      () => `${ofDays} and i.arquivo_path is not null`,
      CALLED,
    ],
    [
      'days of the call and sentiment',
      () => ({ data: 'ligacao', ...days, sentimento: 'positivo' }),
      () => `${ofDays} and q.sentimento = 'positivo'`,
      CALLED,
    ],
    [
      'days of the call and alerts',
      () => ({ data: 'ligacao', ...days, alertas: 'com' }),
      () => `${ofDays} and q.alertas > 0`,
      CALLED,
    ],
    [
      'days of the call, without alerts',
      () => ({ data: 'ligacao', ...days, alertas: 'sem' }),
      () => `${ofDays} and q.alertas = 0`,
      CALLED,
    ],
    [
      'days of the call and score',
      () => ({ data: 'ligacao', ...days, nota_de: 50 }),
      () => `${ofDays} and round(q.pontuacao * 100) >= 50`,
      CALLED,
    ],
    [
      'one side of the days of the call',
      () => ({ data: 'ligacao', de: '2026-05-10' }),
      () => `${called} >= '2026-05-10'`,
      CALLED,
    ],
    [
      'text and score',
      () => ({ q: 'maria', nota_de: 50 }),
      () => "i.busca like '%maria%' and round(q.pontuacao * 100) >= 50",
      NEWEST,
    ],
    ['not scored', () => ({ avaliada: 'nao' }), () => 'q.item_id is null', NEWEST],
    ['reviewed', () => ({ revisada: 'sim' }), () => 'q.revisado_por is not null', NEWEST],
    [
      'the order of the call',
      () => ({ ordem: 'ligacao', status: 'erro' }),
      () => "i.status = 'erro'",
      CALLED,
    ],
    [
      'the order of the call, days of entry',
      () => ({ ordem: 'ligacao', de: '2026-03-05', ate: '2026-03-12' }),
      () => `${entered} between '2026-03-05' and '2026-03-12'`,
      CALLED,
    ],
    [
      'the order of the call, a day of entry and a status',
      () => ({ ordem: 'ligacao', de: '2026-03-06', ate: '2026-03-06', status: 'concluido' }),
      () => `${entered} = '2026-03-06' and i.status = 'concluido'`,
      CALLED,
    ],
    ['the order of the call, of all', () => ({ ordem: 'ligacao' }), () => 'true', CALLED],
    [
      'the order of the call, a text',
      () => ({ ordem: 'ligacao', q: 'maria' }),
      () => "i.busca like '%maria%'",
      CALLED,
    ],
    [
      'the order of the call, the beginning of a number',
      () => ({ ordem: 'ligacao', q: '119' }),
      () => "escuta_digitos(i.numero_destino) like '119%'",
      CALLED,
    ],
    [
      'the oldest call of a state',
      () => ({ ordem: 'ligacao_antiga', status: 'erro' }),
      () => "i.status = 'erro'",
      'i.momento_chamada, i.id',
    ],
    [
      'the name, from Z to A',
      () => ({ ordem: 'nome_z', nota_de: 20 }),
      () => 'round(q.pontuacao * 100) >= 20',
      `escuta_normaliza(i.nome_entrevistado) desc nulls last, ${NEWEST}`,
    ],
    [
      'the highest score',
      () => ({ ordem: 'nota_maior', sentimento: 'neutro' }),
      () => "q.sentimento = 'neutro'",
      `q.pontuacao desc nulls last, case when q.pontuacao is not null then i.id end desc, ${NEWEST}`,
    ],
    [
      'the lowest score, the rest at the end',
      () => ({ ordem: 'nota_menor', de: '2026-03-05', ate: '2026-03-12' }),
      () => `${entered} between '2026-03-05' and '2026-03-12'`,
      `q.pontuacao nulls last, case when q.pontuacao is not null then i.id end, ${NEWEST}`,
    ],
    [
      'the most alerts',
      () => ({ ordem: 'alertas', agente_id: agentes.bia }),
      () => `i.agente_id = '${agentes.bia}'`,
      `case when q.alertas > 0 then q.alertas else 0 end desc, ${NEWEST}`,
    ],
    ['agent from A to Z, merged ones together', () => ({ ordem: 'agente' }), () => 'true', BY_AGENT],
    [
      'agent from A to Z of the negative ones',
      () => ({ ordem: 'agente', sentimento: 'negativo', status: 'concluido' }),
      () => "q.sentimento = 'negativo' and i.status = 'concluido'",
      BY_AGENT,
    ],
    ['the reviewer, from A to Z', () => ({ ordem: 'revisada_por' }), () => 'true', BY_REVIEWER],
    [
      "the reviewer of an agent's",
      () => ({ ordem: 'revisada_por', agente_id: agentes.bia, nota_de: 20 }),
      () => `i.agente_id = '${agentes.bia}' and round(q.pontuacao * 100) >= 20`,
      BY_REVIEWER,
    ],
    ['the worst sentiment', () => ({ ordem: 'sentimento' }), () => 'true', BY_FEELING],
    [
      'the worst sentiment of some days of the call',
      () => ({ ordem: 'sentimento', data: 'ligacao', ...days, nota_ate: 60 }),
      () => `${ofDays} and round(q.pontuacao * 100) <= 60`,
      BY_FEELING,
    ],
    [
      'the longest duration',
      () => ({ ordem: 'duracao', status: 'pendente' }),
      () => "i.status = 'pendente'",
      `i.call_duration desc nulls last, case when i.call_duration is not null then i.id end desc, ${NEWEST}`,
    ],
    [
      'the longest duration of the negative ones',
      () => ({ ordem: 'duracao', sentimento: 'negativo' }),
      () => "q.sentimento = 'negativo'",
      `i.call_duration desc nulls last, case when i.call_duration is not null then i.id end desc, ${NEWEST}`,
    ],
  ])(
    '%s: the pages are those of an order by, the total that of a count',
    async (_name, query, where, order) => {
      const ids = await byHand(where(), order);
      expect(ids.length).toBeGreaterThan(10);
      // npm test checks the first page and the last permitted one.
      const last = Math.ceil(Math.min(ids.length, 1000) / 100);
      for (const page of LONGO ? Array.from({ length: last }, (_, n) => n + 1) : new Set([1, last])) {
        const answer = await ask({ ...query(), limit: 100, page });
        expect(answer.data.map(({ id }) => id)).toEqual(ids.slice((page - 1) * 100, page * 100));
      }
      const [capped, exact] = [await ask(query()), await ask({ ...query(), total: 'exato' })];
      expect(exact.pagination).toMatchObject({ total: ids.length, totalExato: true });
      expect([ids.length, 1000]).toContain(capped.pagination.total);
      expect(capped.pagination.totalExato).toBe(capped.pagination.total === ids.length);
    },
  );

  it('an export has each order of the list', async () => {
    const filtro = listFilter({ status: 'erro', q: 'maria' });
    const alvo = {
      alvo: { tipo: 'projeto' as const, id: projeto.id },
      selecao: { filtro, exceto: [] as string[] },
    };
    for (const ordem of ORDENS) {
      const listed = (await ask({ ordem, status: 'erro', q: 'maria', limit: 100 })).data.map(({ id }) => id);
      const { rows } = await test.deps.db.sql<{ id: string }>(
        rowsSql(callsSource(companyScope(projeto.empresaId), { ...alvo, ordem }), ['id']),
      );
      expect(listed.length, ordem).toBeGreaterThan(20);
      expect(
        rows.slice(0, 100).map(({ id }) => id),
        ordem,
      ).toEqual(listed);
    }
  });

  it('says the exact total where the totals by day know it, and 1,000+ where not', async () => {
    const of = async (query: Record<string, string>) => (await ask(query)).pagination;
    expect(await of({ ordem: 'nota_maior' })).toMatchObject({ total: 2400, totalExato: true });
    const month = { data: 'ligacao', de: '2026-05-01', ate: '2026-05-31' };
    expect(await of(month)).toMatchObject({ totalExato: true });
    expect((await of(month)).total).toBeGreaterThan(1000);
    expect(await of({ ...month, gravacao: 'com', q: '11' })).toMatchObject({
      total: 1000,
      totalExato: false,
    });
    const recorded = (await byHand('i.arquivo_path is not null', NEWEST)).length;
    expect(await of({ gravacao: 'com' })).toMatchObject({ total: recorded, totalExato: true });
    expect(await of({ data: 'ligacao', ate: '2026-05-31', gravacao: 'sem' })).toMatchObject({
      total: (await byHand(`i.arquivo_path is null and ${called} <= '2026-05-31'`, NEWEST)).length,
      totalExato: true,
    });
    expect(await of({ agente_id: 'nenhum' })).toMatchObject({ total: 1000, totalExato: false });
    expect((await of({ agente_id: 'nenhum', total: 'exato' })).total).toBeGreaterThan(1000);
  });

  it('shows of each row the findings, the speaker and the holder', async () => {
    type Row = {
      id: string;
      qualidade: {
        nota: number | null;
        alertas: number;
        revisada_por: { id: string; nome: string } | null;
      } | null;
      agente: { id: string; nome: string } | null;
      responsavel: { id: string; nome: string } | null;
    };
    const rows = (await ask({ agente_id: agentes.fundida, limit: 100 })).data as unknown as Row[];
    expect(new Set(rows.map(({ agente }) => JSON.stringify(agente)))).toEqual(
      new Set([JSON.stringify({ id: agentes.ana, nome: 'Ana' })]),
    );
    expect(rows.some(({ qualidade }) => qualidade === null)).toBe(true);
    const [reviewed] = (await ask({ revisado_por: pessoa.usuarioId, nota_de: 1 })).data as unknown as Row[];
    expect(reviewed?.qualidade?.revisada_por?.id).toBe(pessoa.usuarioId);
    const [own] = (await ask({ responsavel: pessoa.usuarioId })).data as unknown as Row[];
    expect(own?.responsavel?.id).toBe(pessoa.usuarioId);
  });

  it('refuses a page too far and unknown names', async () => {
    for (const [query, status] of [
      ['?total=exato&page=1000000&ordem=nota_maior', 200],
      ['?ordem=qualquer', 400],
      ['?nota_de=101', 400],
      ['?agente_id=alguem', 400],
    ] as const) {
      const answer = await test.app.inject({
        url: `/api/v1/projetos/${projeto.id}/auditoria-items${query}`,
        headers,
      });
      expect(answer.statusCode, query).toBe(status);
    }
  });
});
