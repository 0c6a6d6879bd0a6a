// The dashboard's daily sums equal a count of the latest concluded runs, after single, bulk and concurrent runs
// (docs/decisions/0004-rollups.md, quality).
import { randomUUID } from 'node:crypto';
import { openDatabase } from '@escuta/prisma/db';
import { WORKER_LIMITS } from '@escuta/prisma/pool';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { expectInsightSums } from '../support/insight-sums.ts';

const pool = openDatabase({
  databaseUrl: process.env.DATABASE_URL!,
  poolSize: 12,
  // Long limits, because the test writes concurrently on a possibly busy machine.
  limits: { ...WORKER_LIMITS, connectMs: 120_000 },
});
afterAll(() => pool.end());

type Fixture = { empresa: string; projeto: string; auditoria: string; versao: string };
let f: Fixture;

async function createProject(empresa: string): Promise<Fixture> {
  const [projeto, auditoria, template, versao] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  await pool.query(
    `insert into projetos (id, empresa_id, nome, tipo_projeto) values ($1, $2, 'Vendas', 'call_center')`,
    [projeto, empresa],
  );
  await pool.query(`insert into auditorias (id, empresa_id, projeto_id, nome) values ($1, $2, $3, 'A')`, [
    auditoria,
    empresa,
    projeto,
  ]);
  await pool.query(
    `insert into insight_templates (id, empresa_id, nome, categoria) values ($1, $2, 'T', 'performance')`,
    [template, empresa],
  );
  await pool.query(
    `insert into insight_template_versoes (id, empresa_id, template_id, versao, nome, categoria, prompt_template)
     values ($1, $2, $3, 1, 'T', 'performance', 'Avalie {transcricao}')`,
    [versao, empresa, template],
  );
  return { empresa, projeto, auditoria, versao };
}

beforeEach(async () => {
  const empresa = randomUUID();
  await pool.query('insert into empresas (id, nome, cnpj) values ($1, $2, $3)', [
    empresa,
    'Empresa',
    empresa.replaceAll('-', '').slice(0, 14).toUpperCase(),
  ]);
  f = await createProject(empresa);
});

async function createItem(target: Fixture, createdAt = '2026-03-10T15:00:00Z'): Promise<string> {
  const id = randomUUID();
  await pool.query(
    `insert into auditoria_itens (id, empresa_id, projeto_id, auditoria_id, created_at) values ($1, $2, $3, $4, $5)`,
    [id, target.empresa, target.projeto, target.auditoria, createdAt],
  );
  return id;
}

type Found = { nota?: number | null; sentimento?: string | null; palavras?: string[] };

/** Concludes a run as the worker does: writes result and insight first, then the quality with the final state. */
async function conclude(target: Fixture, item: string, found: Found): Promise<string> {
  const run = randomUUID();
  const client = await pool.pool.connect();
  try {
    await client.query('begin');
    await client.query(
      `insert into execucoes (id, empresa_id, projeto_id, item_id, status, origem, configuracao)
       values ($1, $2, $3, $4, 'executando', 'manual', '{}')`,
      [run, target.empresa, target.projeto, item],
    );
    await client.query(
      `insert into auditoria_resultados (id, empresa_id, projeto_id, auditoria_id, item_id, execucao_id, analise_texto)
       values (gen_random_uuid(), $1, $2, $3, $4, $5, $6)`,
      [
        target.empresa,
        target.projeto,
        target.auditoria,
        item,
        run,
        JSON.stringify({
          sentimentoGeral: found.sentimento ?? null,
          ofensas: (found.palavras ?? []).map((termo) => ({ ordem: 0, termo, citacao: termo, contexto: '' })),
        }),
      ],
    );
    await client.query(
      `insert into insights (id, empresa_id, projeto_id, auditoria_id, item_id, execucao_id, template_versao_id,
         status_processamento, categoria, pontuacao)
       values (gen_random_uuid(), $1, $2, $3, $4, $5, $6, 'concluido', 'performance', $7)`,
      [target.empresa, target.projeto, target.auditoria, item, run, target.versao, found.nota ?? null],
    );
    await client.query('commit');
    await client.query('begin');
    await client.query('select escuta_grava_qualidade(array[$1::uuid])', [run]);
    await client.query(
      `update execucoes set status = 'concluida', terminada_em = clock_timestamp() where id = $1`,
      [run],
    );
    await client.query(`update auditoria_itens set status = 'concluido' where id = $1`, [item]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
  return run;
}

async function kept(projeto: string) {
  const [days, words] = await Promise.all([
    pool.query(
      `select dia::text, n::int, n_pontuacao::int, soma_pontuacao::float8, positivos::int, neutros::int, negativos::int
       from projeto_qualidade_dia where projeto_id = $1 order by dia`,
      [projeto],
    ),
    pool.query(
      'select dia::text, termo, n::int, itens::int from projeto_palavra_dia where projeto_id = $1 order by dia, termo',
      [projeto],
    ),
  ]);
  return { days: days.rows, words: words.rows };
}

/** Checks that an independent recount equals the sums that the triggers keep, and returns these sums. */
async function proven(projeto: string) {
  const before = await kept(projeto);
  const latest = `select distinct on (x.item_id) x.id, x.item_id,
      (i.created_at at time zone 'America/Sao_Paulo')::date as dia
    from execucoes x join auditoria_itens i on i.id = x.item_id
    where i.projeto_id = $1 and x.status = 'concluida' order by x.item_id, x.terminada_em desc`;
  const days = await pool.query(
    `select dia::text, count(*)::int as n, count(nota)::int as n_pontuacao, coalesce(sum(nota), 0)::float8
      as soma_pontuacao,
       count(*) filter (where sentimento = 'positivo')::int as positivos,
       count(*) filter (where sentimento = 'neutro')::int as neutros,
       count(*) filter (where sentimento = 'negativo')::int as negativos
     from (select l.dia, round(s.pontuacao::numeric, 4) as nota, r.analise_texto ->> 'sentimentoGeral' as sentimento
       from (${latest}) l left join insights s on s.execucao_id = l.id
       left join auditoria_resultados r on r.execucao_id = l.id) t group by dia order by dia`,
    [projeto],
  );
  const words = await pool.query(
    `select dia::text, lower(o ->> 'termo') as termo, count(*)::int as n, count(distinct l.item_id)::int as itens
     from (${latest}) l join auditoria_resultados r on r.execucao_id = l.id,
       jsonb_array_elements(r.analise_texto -> 'ofensas') o group by 1, 2 order by 1, 2`,
    [projeto],
  );
  expect(before).toEqual({ days: days.rows, words: words.rows });
  await expectInsightSums(pool);
  await pool.query('select escuta_recontar($1)', [projeto]);
  expect(await kept(projeto)).toEqual(before);
  return before;
}

describe('quality of a project', () => {
  it('adds up scores, sentiments and words by the day of the call in Brazil', async () => {
    await conclude(f, await createItem(f), {
      nota: 0.8,
      sentimento: 'positivo',
      palavras: ['Droga', 'droga', 'idiota'],
    });
    await conclude(f, await createItem(f), { nota: 0.35, sentimento: 'negativo', palavras: ['droga'] });
    await conclude(f, await createItem(f), { sentimento: null });
    await conclude(f, await createItem(f, '2026-03-11T02:30:00Z'), { nota: 1, sentimento: 'neutro' });
    await conclude(f, await createItem(f, '2026-03-11T03:30:00Z'), { nota: 0, sentimento: 'neutro' });
    expect(await proven(f.projeto)).toEqual({
      days: [
        {
          dia: '2026-03-10',
          n: 4,
          n_pontuacao: 3,
          soma_pontuacao: 2.15,
          positivos: 1,
          neutros: 1,
          negativos: 1,
        },
        {
          dia: '2026-03-11',
          n: 1,
          n_pontuacao: 1,
          soma_pontuacao: 0,
          positivos: 0,
          neutros: 1,
          negativos: 0,
        },
      ],
      words: [
        { dia: '2026-03-10', termo: 'droga', n: 3, itens: 2 },
        { dia: '2026-03-10', termo: 'idiota', n: 1, itens: 1 },
      ],
    });
  });

  it('counts one spelling of a word, without the marks around it', async () => {
    await conclude(f, await createItem(f), { palavras: ['Idiota!', '“idiota”', '…', 'filho da mãe'] });
    expect((await kept(f.projeto)).words.map(({ termo, n }) => [termo, n])).toEqual([
      ['filho da mãe', 1],
      ['idiota', 2],
    ]);
  });

  it('holds what the latest run found, not the sum of all runs, and keeps it when a later run fails', async () => {
    const item = await createItem(f);
    await conclude(f, item, { nota: 0.2, sentimento: 'negativo', palavras: ['droga', 'burro'] });
    const last = await conclude(f, item, { nota: 0.9, sentimento: 'positivo', palavras: ['burro'] });
    await pool.query(
      `insert into execucoes (id, empresa_id, projeto_id, item_id, status, origem, configuracao, terminada_em)
       values (gen_random_uuid(), $1, $2, $3, 'erro', 'regenerar', '{}', clock_timestamp())`,
      [f.empresa, f.projeto, item],
    );
    expect(await proven(f.projeto)).toEqual({
      days: [
        {
          dia: '2026-03-10',
          n: 1,
          n_pontuacao: 1,
          soma_pontuacao: 0.9,
          positivos: 1,
          neutros: 0,
          negativos: 0,
        },
      ],
      words: [{ dia: '2026-03-10', termo: 'burro', n: 1, itens: 1 }],
    });
    const { rows } = await pool.query('select execucao_id from item_qualidade where item_id = $1', [item]);
    expect(rows).toEqual([{ execucao_id: last }]);
  });

  it('is written by nothing that leaves it as it was', async () => {
    const item = await createItem(f);
    const run = await conclude(f, item, { nota: 0.5, sentimento: 'neutro', palavras: ['droga'] });
    const versions = () =>
      pool
        .query(
          `select q.xmin::text, p.xmin::text as palavra from projeto_qualidade_dia q
           join projeto_palavra_dia p using (projeto_id, dia) where projeto_id = $1`,
          [f.projeto],
        )
        .then(({ rows }) => rows);
    const before = await versions();
    await pool.query('select escuta_grava_qualidade(array[$1::uuid])', [run]);
    await pool.query(`update auditoria_itens set motivo = 'x' where id = $1`, [item]);
    expect(await versions()).toEqual(before);
  });

  it('goes with a deleted item and leaves no row at 0, also in bulk', async () => {
    const items = await Promise.all(
      Array.from({ length: 12 }, (_, i) => createItem(f, `2026-03-0${1 + (i % 3)}T12:00:00Z`)),
    );
    for (const item of items)
      await conclude(f, item, { nota: 0.5, sentimento: 'neutro', palavras: ['droga'] });
    await pool.query('delete from auditoria_itens where id = any ($1)', [items.slice(0, 5)]);
    expect((await proven(f.projeto)).days.reduce((sum, { n }) => sum + n, 0)).toBe(7);
    await pool.query('delete from auditoria_itens where projeto_id = $1', [f.projeto]);
    expect(await proven(f.projeto)).toEqual({ days: [], words: [] });
    const { rows } = await pool.query('select count(*)::int as n from item_qualidade where empresa_id = $1', [
      f.empresa,
    ]);
    expect(rows).toEqual([{ n: 0 }]);
  });

  it('follows an item to another project and day', async () => {
    const other = await createProject(f.empresa);
    const item = await createItem(f);
    await conclude(f, item, { nota: 0.5, palavras: ['droga'] });
    await pool.query(
      `update auditoria_itens set projeto_id = $2, auditoria_id = $3, created_at = '2026-04-01T12:00:00Z'
        where id = $1`,
      [item, other.projeto, other.auditoria],
    );
    expect(await kept(f.projeto)).toEqual({ days: [], words: [] });
    expect(await proven(other.projeto)).toMatchObject({
      days: [{ dia: '2026-04-01', n: 1 }],
      words: [{ dia: '2026-04-01', n: 1 }],
    });
  });

  it('comes back with a transaction that was undone', async () => {
    await conclude(f, await createItem(f), { nota: 0.5, sentimento: 'neutro', palavras: ['droga'] });
    const before = await kept(f.projeto);
    const client = await pool.pool.connect();
    await client.query('begin');
    await client.query('delete from auditoria_itens where projeto_id = $1', [f.projeto]);
    await client.query('rollback');
    client.release();
    expect(await kept(f.projeto)).toEqual(before);
  });

  it('adds up while runs end, run again and items go, all at the same time, without a deadlock', async () => {
    const other = await createProject(f.empresa);
    const targets = [f, other];
    const owners = new Map<string, Fixture>();
    for (let i = 0; i < 60; i += 1) {
      const target = targets[i % 2] as Fixture;
      owners.set(await createItem(target, `2026-03-0${1 + (i % 4)}T12:00:00Z`), target);
    }
    const items = [...owners.keys()];
    const found = (i: number): Found => ({
      nota: (i % 11) / 10,
      sentimento: ['positivo', 'neutro', 'negativo'][i % 3] as string,
      palavras: [['burro', 'droga'], ['idiota'], []][i % 3] as string[],
    });
    await Promise.all([
      // Each item is processed twice, one run after the other as in the product; the last ten items are deleted
      // meanwhile.
      ...items.slice(0, 50).map(async (item, i) => {
        await conclude(owners.get(item)!, item, found(i));
        await conclude(owners.get(item)!, item, found(i * 7 + 3));
      }),
      ...Array.from({ length: 5 }, async (_, i) => {
        const pair = items.slice(50 + i * 2, 52 + i * 2);
        for (const item of pair) await conclude(owners.get(item)!, item, found(i));
        await pool.query('delete from auditoria_itens where id = any ($1)', [pair]);
      }),
    ]);
    const sums = [await proven(f.projeto), await proven(other.projeto)];
    expect(sums.flatMap(({ days }) => days).reduce((sum, { n }) => sum + n, 0)).toBe(50);
  });
});

describe('facts of a call', () => {
  const facts = async (projeto: string) =>
    (
      await pool.query(
        `select item_id, agente_id, dia_chamada::text, entrada, momento, alertas, revisado_por, revisado_em
         from item_qualidade where projeto_id = $1 order by item_id`,
        [projeto],
      )
    ).rows;
  /** Checks that a recount equals the facts that the triggers keep, and returns these facts. */
  async function provenFacts(projeto: string) {
    const before = await facts(projeto);
    await pool.query('select escuta_recontar($1)', [projeto]);
    expect(await facts(projeto)).toEqual(before);
    return before;
  }
  async function createAgent(empresa: string): Promise<string> {
    const id = randomUUID();
    await pool.query(`insert into agentes (id, empresa_id, nome) values ($1, $2, 'Ana')`, [id, empresa]);
    return id;
  }
  /** Writes an insight's row as a verdict leaves it, or, with nulls, as the undoing of a verdict leaves it. */
  const verdict = (run: string, por: string | null, em: string | null) =>
    pool.query(
      'update insights set validado_humano = $2::uuid is not null, validado_por = $2, validado_em = $3 where execucao_id = $1',
      [run, por, em],
    );
  const alerts = (run: string, list: string[]) =>
    pool.query('update insights set alertas_identificados = $2 where execucao_id = $1', [
      run,
      JSON.stringify(list),
    ]);
  const [ana, bia] = [randomUUID(), randomUUID()];

  it('follow a verdict, another one, their undoing and what the insights warn of', async () => {
    const item = await createItem(f);
    const run = await conclude(f, item, { nota: 0.5 });
    await alerts(run, ['multa', 'procon']);
    await verdict(run, ana, '2026-03-11T10:00:00Z');
    expect(await provenFacts(f.projeto)).toMatchObject([
      { alertas: 2, revisado_por: ana, revisado_em: new Date('2026-03-11T10:00:00Z') },
    ]);
    await verdict(run, bia, '2026-03-11T11:00:00Z');
    expect(await provenFacts(f.projeto)).toMatchObject([{ revisado_por: bia }]);
    await verdict(run, null, null);
    await alerts(run, []);
    expect(await provenFacts(f.projeto)).toMatchObject([
      { alertas: 0, revisado_por: null, revisado_em: null },
    ]);
    // A later run starts without a reviewer; a late verdict on the earlier run counts for nobody.
    await verdict(run, ana, '2026-03-11T12:00:00Z');
    const last = await conclude(f, item, { nota: 0.9 });
    await alerts(last, ['multa']);
    await verdict(run, bia, '2026-03-11T13:00:00Z');
    expect(await provenFacts(f.projeto)).toMatchObject([{ alertas: 1, revisado_por: null }]);
    await pool.query('delete from insights where execucao_id = $1', [last]);
    expect(await provenFacts(f.projeto)).toMatchObject([{ alertas: 0 }]);
  });

  it('name who reviewed last of several insights, also when verdicts come at the same time', async () => {
    const item = await createItem(f);
    const run = await conclude(f, item, { nota: 0.5 });
    await pool.query(
      `insert into insight_template_versoes (id, empresa_id, template_id, versao, nome, categoria, prompt_template)
       select gen_random_uuid(), empresa_id, template_id, n, nome, categoria, prompt_template
       from insight_template_versoes, generate_series(2, 8) n where id = $1`,
      [f.versao],
    );
    await pool.query(
      `insert into insights (id, empresa_id, projeto_id, auditoria_id, item_id, execucao_id, template_versao_id,
         status_processamento, categoria, alertas_identificados)
       select gen_random_uuid(), s.empresa_id, s.projeto_id, s.auditoria_id, s.item_id, s.execucao_id, v.id,
       'concluido',
         'performance', '["multa"]'
       from insights s join insight_template_versoes w on w.id = s.template_versao_id
         join insight_template_versoes v on v.template_id = w.template_id and v.versao > 1 where s.execucao_id = $1`,
      [run],
    );
    const { rows } = await pool.query<{ id: string }>('select id from insights where execucao_id = $1', [
      run,
    ]);
    expect(rows).toHaveLength(8);
    await Promise.all(
      rows.map(({ id }, i) =>
        pool.query(
          'update insights set validado_humano = true, validado_por = $2, validado_em = $3 where id = $1',
          [id, i === 3 ? bia : ana, `2026-03-1${i === 3 ? 5 : 1}T1${i}:00:00Z`],
        ),
      ),
    );
    expect(await provenFacts(f.projeto)).toMatchObject([{ alertas: 7, revisado_por: bia }]);
  });

  it('follow the agent and the time of the call, of one and of thousands at once', async () => {
    const agent = await createAgent(f.empresa);
    const items = await Promise.all(Array.from({ length: 5 }, () => createItem(f)));
    for (const item of items) await conclude(f, item, { nota: 0.5 });
    expect(await provenFacts(f.projeto)).toMatchObject(
      items.map(() => ({
        agente_id: null,
        dia_chamada: '2026-03-10',
        momento: new Date('2026-03-10T15:00:00Z'),
      })),
    );
    await pool.query(
      `update auditoria_itens set agente_id = $2, agente_origem = 'pessoa' where projeto_id = $1`,
      [f.projeto, agent],
    );
    await pool.query(`update auditoria_itens set call_start_time = '2026-02-01T01:00:00Z' where id = $1`, [
      items[0],
    ]);
    const kept = await provenFacts(f.projeto);
    expect(kept.map(({ agente_id }) => agente_id)).toEqual(items.map(() => agent));
    expect(kept.find(({ item_id }) => item_id === items[0])).toMatchObject({
      dia_chamada: '2026-01-31',
      momento: new Date('2026-02-01T01:00:00Z'),
      entrada: new Date('2026-03-10T15:00:00Z'),
    });
    await pool.query(
      'update auditoria_itens set agente_id = null, agente_origem = null, call_start_time = null where projeto_id = $1',
      [f.projeto],
    );
    expect(await provenFacts(f.projeto)).toMatchObject(
      items.map(() => ({ agente_id: null, dia_chamada: '2026-03-10' })),
    );
  });

  it('are not lost while runs end, verdicts come and agents change at the same time', async () => {
    const agent = await createAgent(f.empresa);
    const items = await Promise.all(Array.from({ length: 16 }, () => createItem(f)));
    const runs = await Promise.all(items.map((item) => conclude(f, item, { nota: 0.5 })));
    await Promise.all([
      ...items.map((item, i) => conclude(f, item, { nota: i / 16 })),
      ...runs.map((run, i) => verdict(run, ana, `2026-03-11T10:${10 + i}:00Z`)),
      ...items.map((item) =>
        pool.query(`update auditoria_itens set agente_id = $2, agente_origem = 'pessoa' where id = $1`, [
          item,
          agent,
        ]),
      ),
    ]);
    expect(await provenFacts(f.projeto)).toMatchObject(items.map(() => ({ agente_id: agent, alertas: 0 })));
  });
});
