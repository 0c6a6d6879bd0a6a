// Promises of docs/decisions/0004-rollups.md about sums by the day of the call and by agent, and about costs by day:
// they equal a count of the rows themselves after any import, edit, move, undo or deletion.
import { randomUUID } from 'node:crypto';
import { openDatabase } from '@escuta/prisma/db';
import { WORKER_LIMITS } from '@escuta/prisma/pool';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { longo } from '../support/longo.ts';

const pool = openDatabase({
  databaseUrl: process.env.DATABASE_URL!,
  poolSize: 12,
  // Long limits, because the test writes concurrently on a possibly busy machine.
  limits: { ...WORKER_LIMITS, connectMs: 120_000 },
});
afterAll(() => pool.end());

const NINGUEM = '00000000-0000-0000-0000-000000000000';
type Fixture = { empresa: string; projeto: string; auditoria: string };
let f: Fixture;

async function createProject(empresa: string): Promise<Fixture> {
  const [projeto, auditoria] = [randomUUID(), randomUUID()];
  await pool.query(
    `insert into projetos (id, empresa_id, nome, tipo_projeto) values ($1, $2, 'Vendas', 'call_center')`,
    [projeto, empresa],
  );
  await pool.query(`insert into auditorias (id, empresa_id, projeto_id, nome) values ($1, $2, $3, 'A')`, [
    auditoria,
    empresa,
    projeto,
  ]);
  return { empresa, projeto, auditoria };
}

beforeEach(async () => {
  const empresa = randomUUID();
  await pool.query(`insert into empresas (id, nome, cnpj) values ($1, 'Empresa', $2)`, [
    empresa,
    empresa.replaceAll('-', '').slice(0, 14).toUpperCase(),
  ]);
  f = await createProject(empresa);
});

/** Inserts calls of an import in a single statement: three days, five extensions, entered in April. */
async function importCalls(target: Fixture, count: number): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into auditoria_itens (id, empresa_id, projeto_id, auditoria_id, tipo_item, ramal, call_start_time,
      call_duration,
       arquivo_path, created_at)
     select gen_random_uuid(), $1, $2, $3, 'ligacao', (1000 + i % 5)::text,
       case when i % 7 > 0 then '2026-03-10T12:00:00Z'::timestamptz + (i % 3) * interval '1 day' end,
       case when i % 4 > 0 then i % 300 end, case when i % 2 = 0 then 'a/' || i end, '2026-04-02T02:30:00Z'
     from generate_series(1, $4::int) i returning id`,
    [target.empresa, target.projeto, target.auditoria, count],
  );
  return rows.map(({ id }) => id);
}

async function agentOn(ramal: string, de: string | null = null, ate: string | null = null): Promise<string> {
  const id = randomUUID();
  await pool.query('insert into agentes (id, empresa_id, nome) values ($1, $2, $3)', [
    id,
    f.empresa,
    `Agente ${id}`,
  ]);
  await pool.query(
    `insert into agente_ramais (id, empresa_id, agente_id, ramal, de, ate)
      values (gen_random_uuid(), $1, $2, $3, $4, $5)`,
    [f.empresa, id, ramal, de, ate],
  );
  return id;
}

type Found = {
  nota?: number | null;
  sentimento?: string | null;
  alertas?: number;
  palavras?: string[];
  revisadoPor?: string | null;
};
/** Writes findings about a call in the same way as the product, where a single function writes them. */
const found = (
  item: string,
  { nota = null, sentimento = null, alertas = 0, palavras = [], revisadoPor = null }: Found,
  db: Pick<typeof pool, 'query'> = pool,
) =>
  db.query(
    `insert into item_qualidade (item_id, empresa_id, projeto_id, execucao_id, dia, dia_chamada, agente_id, pontuacao,
       sentimento, alertas, revisado_por, palavras)
     select id, empresa_id, projeto_id, gen_random_uuid(), escuta_dia(created_at), dia_chamada, agente_id, $2, $3, $4,
     $5, $6 from auditoria_itens where id = $1 for no key update
     on conflict (item_id) do update set pontuacao = excluded.pontuacao, sentimento = excluded.sentimento,
       alertas = excluded.alertas, revisado_por = excluded.revisado_por, palavras = excluded.palavras`,
    [item, nota, sentimento, alertas, revisadoPor, palavras],
  );

async function kept(projeto: string) {
  const [calls, quality, costs, days, words] = await Promise.all([
    pool.query(
      `select dia::text, agente_id, status, n::int, duracao_s::int, com_duracao::int, com_gravacao::int from chamada_dia
       where projeto_id = $1 order by 1, 2, 3`,
      [projeto],
    ),
    pool.query(
      `select dia::text, agente_id, n::int, n_pontuacao::int, soma_pontuacao::float8, soma_quadrados::float8,
        positivos::int,
         neutros::int, negativos::int, alertas::int, com_alerta::int, revisadas::int, notas::int[]
           from chamada_qualidade_dia
       where projeto_id = $1 order by 1, 2`,
      [projeto],
    ),
    pool.query(
      `select dia::text, etapa, modelo, n::int, usd::float8, minutos::float8, tokens_entrada::int, tokens_saida::int
       from custo_dia where projeto_id = $1 order by 1, 2, 3`,
      [projeto],
    ),
    pool.query(
      `select dia::text, status, n::int, duracao_s::int, com_duracao::int, com_gravacao::int from projeto_chamada_dia
       where projeto_id = $1 order by 1, 2`,
      [projeto],
    ),
    pool.query(
      `select dia::text, termo, n::int, itens::int from chamada_palavra_dia where projeto_id = $1 order by 1, 2`,
      [projeto],
    ),
  ]);
  // Reads the sums behind a year's reports: by hour, by day for all agents, by month for each agent.
  const whole = await pool.query<Record<string, unknown>>(
    `select (select json_agg(json_build_array(mes, agente_id, n) order by mes, agente_id) from chamada_mes
      where projeto_id = $1) as meses,
       (select json_agg(json_build_array(dia, hora, n) order by dia, hora) from chamada_hora where projeto_id = $1)
         as horas,
       (select json_agg(to_jsonb(s) - 'empresa_id' - 'projeto_id' order by dia) from chamada_qualidade_soma s
         where projeto_id = $1) as notas,
       (select json_agg(json_build_array(mes, agente_id, n, n_pontuacao, soma_pontuacao, soma_quadrados)
         order by mes, agente_id)
         from chamada_qualidade_mes where projeto_id = $1) as notas_do_mes`,
    [projeto],
  );
  return {
    calls: calls.rows,
    quality: quality.rows,
    costs: costs.rows,
    days: days.rows,
    words: words.rows,
    whole: whole.rows[0],
  };
}

/** Counts the sums of `whole` (behind a year's reports) from the rows, by other statements. */
async function countedWhole(projeto: string) {
  const dia = `(coalesce(i.call_start_time, i.created_at) AT TIME ZONE 'America/Sao_Paulo')::date`;
  const mes = `date_trunc('month', coalesce(i.call_start_time, i.created_at) AT TIME ZONE 'America/Sao_Paulo')::date`;
  const agente = `coalesce(i.agente_id, '${NINGUEM}')`;
  const feeling = (sentimento: string) => `count(*) filter (where q.sentimento = '${sentimento}')`;
  const tenths = Array.from(
    { length: 10 },
    (_, k) =>
      `count(*) FILTER (WHERE round(q.pontuacao * 100) BETWEEN ${k * 10} AND ${k === 9 ? 100 : k * 10 + 9})`,
  );
  const calls = 'from auditoria_itens i where i.projeto_id = $1';
  const found = 'from item_qualidade q join auditoria_itens i on i.id = q.item_id where i.projeto_id = $1';
  const { rows } = await pool.query(
    `select (select json_agg(json_build_array(mes, agente, n) order by mes, agente)
      from (select ${mes} as mes, ${agente} as agente,
         count(*) as n ${calls} group by 1, 2) x) as meses,
       (select json_agg(json_build_array(dia, hora, n) order by dia, hora) from (select ${dia} as dia,
         extract(hour from i.call_start_time at time zone 'America/Sao_Paulo')::int as hora, count(*) as n
         ${calls} and i.call_start_time is not null group by 1, 2) x) as horas,
       (select json_agg(l order by dia) from (select ${dia} as dia, jsonb_build_object('dia', ${dia}, 'n', count(*),
         'n_pontuacao', count(q.pontuacao), 'soma_pontuacao', coalesce(sum(q.pontuacao), 0)::numeric(20,4),
         'soma_quadrados', coalesce(sum(q.pontuacao ^ 2), 0)::numeric(20,8), 'positivos', ${feeling('positivo')},
         'neutros', ${feeling('neutro')}, 'negativos', ${feeling('negativo')}, 'alertas', sum(q.alertas),
         'com_alerta', count(*) filter (where q.alertas > 0), 'revisadas', count(q.revisado_por),
         'notas', array[${tenths.join(', ')}]) as l ${found} group by 1) x) as notas,
       (select json_agg(json_build_array(mes, agente, n, com_nota, soma, quadrados) order by mes, agente) from (
         select ${mes} as mes, ${agente} as agente, count(*) as n, count(q.pontuacao) as com_nota,
           coalesce(sum(q.pontuacao), 0)::numeric(20,4) as soma, coalesce(sum(q.pontuacao ^ 2), 0)::numeric(20,8)
             as quadrados
         ${found} group by 1, 2) x) as notas_do_mes`,
    [projeto],
  );
  return rows[0];
}

/** Returns the triggers' sums, after checking that an independent count and a recount agree with them. */
async function proven(projeto: string) {
  const before = await kept(projeto);
  const dia = `(coalesce(i.call_start_time, i.created_at) AT TIME ZONE 'America/Sao_Paulo')::date`;
  const calls = await pool.query(
    `select ${dia}::text as dia, coalesce(i.agente_id, '${NINGUEM}') as agente_id, status, count(*)::int as n,
       coalesce(sum(call_duration), 0)::int as duracao_s, count(call_duration)::int as com_duracao,
       count(arquivo_path)::int as com_gravacao
     from auditoria_itens i where projeto_id = $1 group by 1, 2, 3 order by 1, 2, 3`,
    [projeto],
  );
  const tenths = Array.from(
    { length: 10 },
    (_, k) =>
      `count(*) FILTER (WHERE round(q.pontuacao * 100) BETWEEN ${k * 10} AND ${k === 9 ? 100 : k * 10 + 9})::int`,
  );
  const quality = await pool.query(
    `select ${dia}::text as dia, coalesce(i.agente_id, '${NINGUEM}') as agente_id, count(*)::int as n,
       count(pontuacao)::int as n_pontuacao, coalesce(sum(pontuacao), 0)::float8 as soma_pontuacao,
       coalesce(sum(pontuacao ^ 2), 0)::float8 as soma_quadrados, count(*) filter (where sentimento = 'positivo')::int
         as positivos,
       count(*) filter (where sentimento = 'neutro')::int as neutros,
       count(*) filter (where sentimento = 'negativo')::int as negativos,
       sum(alertas)::int as alertas, count(*) filter (where alertas > 0)::int as com_alerta, count(revisado_por)::int
         as revisadas,
       array[${tenths.join(', ')}] as notas
     from item_qualidade q join auditoria_itens i on i.id = q.item_id where i.projeto_id = $1 group by 1, 2
       order by 1, 2`,
    [projeto],
  );
  const costs = await pool.query(
    `select (created_at at time zone 'America/Sao_Paulo')::date::text as dia, etapa, modelo, count(*)::int as n,
       sum(total_usd)::float8 as usd, coalesce(sum(quantidade) filter (where unidade = 'minuto_audio'), 0)::float8
         as minutos,
       coalesce(sum(quantidade) filter (where unidade = 'token_entrada'), 0)::int as tokens_entrada,
       coalesce(sum(quantidade) filter (where unidade = 'token_saida'), 0)::int as tokens_saida
     from linhas_custo where projeto_id = $1 group by 1, 2, 3 order by 1, 2, 3`,
    [projeto],
  );
  const days = await pool.query(
    `select ${dia}::text as dia, status, count(*)::int as n, coalesce(sum(call_duration), 0)::int as duracao_s,
       count(call_duration)::int as com_duracao, count(arquivo_path)::int as com_gravacao
     from auditoria_itens i where projeto_id = $1 group by 1, 2 order by 1, 2`,
    [projeto],
  );
  const words = await pool.query(
    `select ${dia}::text as dia, termo, count(*)::int as n, count(distinct i.id)::int as itens
     from item_qualidade q join auditoria_itens i on i.id = q.item_id, unnest(q.palavras) termo
     where i.projeto_id = $1 group by 1, 2 order by 1, 2`,
    [projeto],
  );
  const whole = await countedWhole(projeto);
  expect(before).toEqual({
    calls: calls.rows,
    quality: quality.rows,
    costs: costs.rows,
    days: days.rows,
    words: words.rows,
    whole,
  });
  await pool.query('select escuta_recontar_chamadas($1), escuta_recontar_dias_da_ligacao($1)', [projeto]);
  expect(await kept(projeto)).toEqual(before);
  return before;
}
const NOTHING = {
  calls: [],
  quality: [],
  costs: [],
  days: [],
  words: [],
  whole: { meses: null, horas: null, notas: null, notas_do_mes: null },
};
/** Resolves once the connection waits for a lock that another connection holds. */
async function waitsForLock(client: object): Promise<void> {
  const { processID } = client as { processID: number };
  for (;;) {
    const { rows } = await pool.query('select cardinality(pg_blocking_pids($1)) > 0 as sim', [processID]);
    if (rows[0]?.sim) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

const sum = (rows: { n: number }[]) => rows.reduce((total, { n }) => total + n, 0);
const byAgent = (rows: { agente_id: string; n: number }[], agente: string) =>
  sum(rows.filter(({ agente_id }) => agente_id === agente));

it('count an import by the day of each call and its agent, and follow states, times and extensions', async () => {
  const ana = await agentOn('1001');
  const items = await importCalls(f, 400);
  const first = await proven(f.projeto);
  expect(sum(first.calls)).toBe(400);
  // Calls without a time count on their day of entry in São Paulo, the first of April.
  expect([...new Set(first.calls.map(({ dia }) => dia))]).toEqual([
    '2026-03-10',
    '2026-03-11',
    '2026-03-12',
    '2026-04-01',
  ]);
  expect(byAgent(first.calls, ana)).toBe(80);

  for (const [i, item] of items.slice(0, 90).entries()) {
    await found(item, {
      nota: (i % 11) / 10 - (i % 11 === 0 ? 0 : 0.0049),
      sentimento: ['positivo', 'neutro', 'negativo', null][i % 4] as string | null,
      alertas: i % 3,
      palavras: [['droga'], ['droga', 'droga', 'burro'], []][i % 3] as string[],
      revisadoPor: i % 5 === 0 ? randomUUID() : null,
    });
  }
  await pool.query(`update auditoria_itens set status = 'concluido' where id = any ($1)`, [
    items.slice(0, 90),
  ]);
  expect(sum((await proven(f.projeto)).quality)).toBe(90);

  // A correction of a call's time moves the call and its findings to another day.
  await pool.query(
    `update auditoria_itens set call_start_time = '2026-02-01T01:00:00Z' where id = any ($1)`,
    [items.slice(0, 30)],
  );
  const moved = await proven(f.projeto);
  expect(sum(moved.quality.filter(({ dia }) => dia === '2026-01-31'))).toBe(30);
  expect(moved.words.filter(({ dia }) => dia === '2026-01-31')).toEqual([
    { dia: '2026-01-31', termo: 'burro', n: 10, itens: 10 },
    { dia: '2026-01-31', termo: 'droga', n: 30, itens: 20 },
  ]);

  // Corrects only the hour of some calls; then gives an extension another agent, who gets the extension's calls.
  await pool.query(
    `update auditoria_itens set call_start_time = call_start_time + interval '2 hours' where id = any ($1)`,
    [items.slice(40, 50)],
  );
  await proven(f.projeto);
  const bia = await agentOn('1002');
  await pool.query(
    `update auditoria_itens set agente_id = $2, agente_origem = 'ramal' where projeto_id = $1 and ramal = '1002'`,
    [f.projeto, bia],
  );
  const rung = await proven(f.projeto);
  expect(byAgent(rung.calls, bia)).toBe(80);
  expect(byAgent(rung.quality, bia)).toBe(18);
});

it('follow a verdict that is given, changed and taken back, and write nothing that leaves them as they were', async () => {
  const [item] = (await importCalls(f, 1)) as [string];
  await found(item, { nota: 0.5, alertas: 2 });
  await found(item, { nota: 0.85, alertas: 1, revisadoPor: randomUUID() });
  expect((await proven(f.projeto)).quality).toMatchObject([
    {
      n: 1,
      soma_pontuacao: 0.85,
      alertas: 1,
      com_alerta: 1,
      revisadas: 1,
      notas: [0, 0, 0, 0, 0, 0, 0, 0, 1, 0],
    },
  ]);
  await found(item, { nota: 0.5, alertas: 2 });
  expect((await proven(f.projeto)).quality).toMatchObject([
    { revisadas: 0, alertas: 2, soma_pontuacao: 0.5 },
  ]);
  const versions = () =>
    pool
      .query(
        `select q.xmin::text, c.xmin::text as chamada, s.xmin::text as soma, t.xmin::text as notas
         from chamada_qualidade_dia q join chamada_dia c using (projeto_id, dia)
           join projeto_chamada_dia s using (projeto_id, dia)
           join chamada_qualidade_soma t using (projeto_id, dia)
         where projeto_id = $1`,
        [f.projeto],
      )
      .then(({ rows }) => rows);
  const before = await versions();
  await found(item, { nota: 0.5, alertas: 2 });
  await pool.query(`update auditoria_itens set motivo = 'x', nome_entrevistado = 'Y' where id = $1`, [item]);
  expect(await versions()).toEqual(before);
});

longo.test(
  'go with deleted calls and with a move, come back with what was undone, and empty with the tables',
  async () => {
    const other = await createProject(f.empresa);
    const items = await importCalls(f, 120);
    for (const item of items.slice(0, 40)) await found(item, { nota: 0.7, sentimento: 'neutro', alertas: 1 });
    const before = await kept(f.projeto);
    const client = await pool.pool.connect();
    await client.query('begin');
    await client.query('delete from auditoria_itens where projeto_id = $1', [f.projeto]);
    await client.query('rollback');
    client.release();
    expect(await kept(f.projeto)).toEqual(before);
    await pool.query('delete from auditoria_itens where id = any ($1)', [items.slice(30, 60)]);
    await pool.query('update auditoria_itens set projeto_id = $2, auditoria_id = $3 where id = any ($1)', [
      items.slice(0, 20),
      other.projeto,
      other.auditoria,
    ]);
    expect(sum((await proven(f.projeto)).quality)).toBe(10);
    expect(sum((await proven(other.projeto)).calls)).toBe(20);
    await pool.query('delete from auditoria_itens where projeto_id = $1', [f.projeto]);
    expect(await proven(f.projeto)).toEqual(NOTHING);
    await pool.query('truncate auditoria_itens cascade');
    expect(await proven(other.projeto)).toEqual(NOTHING);
  },
);

longo.test('add up what was paid by stage and model, and go with what was not to be paid', async () => {
  const [item, second] = (await importCalls(f, 2)) as [string, string];
  const pay = async (target: string, quando: string) => {
    const run = randomUUID();
    await pool.query(
      `insert into execucoes (id, empresa_id, projeto_id, item_id, status, origem, configuracao)
       values ($1, $2, $3, $4, 'concluida', 'manual', '{}')`,
      [run, f.empresa, f.projeto, target],
    );
    await pool.query(
      `insert into linhas_custo (id, empresa_id, projeto_id, item_id, execucao_id, chamada_id, etapa, provedor, modelo,
        unidade,
         quantidade, preco_usd, total_usd, created_at)
       select gen_random_uuid(), $1, $2, $3, $4, gen_random_uuid(), e.etapa::etapa, 'openai', e.modelo,
       e.unidade::unidade_preco,
         e.q, 0.006, e.q * 0.006, $5::timestamptz
       from (values ('transcricao', 'whisper-1', 'minuto_audio', 3.5),
         ('analise_texto', 'gpt-4', 'token_entrada', 1200),
         ('analise_texto', 'gpt-4', 'token_saida', 300)) as e (etapa, modelo, unidade, q)`,
      [f.empresa, f.projeto, target, run, quando],
    );
  };
  await pay(item, '2026-03-01T02:00:00Z');
  await pay(item, '2026-03-01T12:00:00Z');
  await pay(second, '2026-03-01T13:00:00Z');
  const { costs } = await proven(f.projeto);
  expect(costs.map(({ dia, etapa, n }) => [dia, etapa, n])).toEqual([
    ['2026-02-28', 'transcricao', 1],
    ['2026-02-28', 'analise_texto', 2],
    ['2026-03-01', 'transcricao', 2],
    ['2026-03-01', 'analise_texto', 4],
  ]);
  await pool.query('delete from execucoes where item_id = $1', [item]);
  expect(sum((await proven(f.projeto)).costs)).toBe(3);
});

/** Inserts a run of the call `item`, with a cost line for each of `modelos`. @returns the run's id */
async function paid(item: string, modelos: readonly string[]): Promise<string> {
  const run = randomUUID();
  await pool.query(
    `insert into execucoes (id, empresa_id, projeto_id, item_id, status, origem, configuracao, created_at)
     values ($1, $2, $3, $4, 'concluida', 'manual', '{}', '2026-03-01T12:00:00Z')`,
    [run, f.empresa, f.projeto, item],
  );
  await pool.query(
    `insert into linhas_custo (id, empresa_id, projeto_id, item_id, execucao_id, chamada_id, etapa, provedor, modelo,
      unidade, quantidade,
       preco_usd, total_usd) select gen_random_uuid(), $1, $2, $3, $4, gen_random_uuid(), 'negocio', 'openai', m,
       'token_saida', 1, 1, 1
     from unnest($5::text[]) m`,
    [f.empresa, f.projeto, item, run, modelos],
  );
  return run;
}

longo.test('let two deletions of paid runs take turns: each takes sums in its own order', async () => {
  const items = await importCalls(f, 4);
  const [a, b, c, d] = (await Promise.all(
    items.map((item, i) => paid(item, [i % 2 === 0 ? 'gpt-4' : 'whisper-1'])),
  )) as [string, string, string, string];
  await paid(items[0] as string, ['gpt-4', 'whisper-1']);
  const drop = (client: { query: (text: string, values: unknown[]) => Promise<unknown> }, run: string) =>
    client.query('delete from execucoes where id = $1', [run]);
  const [one, other] = [await pool.pool.connect(), await pool.pool.connect()];
  try {
    await one.query('begin');
    await other.query('begin');
    await drop(one, a);
    // Connection `other` first locks another sum, and then waits for a sum that connection `one` has locked.
    const first = drop(other, b);
    await Promise.race([first, waitsForLock(other)]);
    const then = first.then(() => drop(other, c)).then(() => other.query('commit'));
    await drop(one, d);
    await one.query('commit');
    await then;
  } finally {
    one.release();
    other.release();
  }
  expect(sum((await proven(f.projeto)).costs)).toBe(2);
});

longo.test('keep what a month took of credits, by the month in which a run was asked for', async () => {
  const [item, second] = (await importCalls(f, 2)) as [string, string];
  const [run, other] = [await paid(item, []), await paid(second, [])];
  const book = (execucao: string, tipo: string, quantidade: number) =>
    pool.query(
      `insert into credito_lancamentos (id, empresa_id, tipo, quantidade, saldo_apos, execucao_id)
        values (gen_random_uuid(), $1, $2, $3, 0, $4)`,
      [f.empresa, tipo, quantidade, execucao],
    );
  // The sums by month equal the sums by day.
  const month = async () => {
    const { rows } = await pool.query(
      'select mes::text, creditos, itens from projeto_consumo_mes where projeto_id = $1',
      [f.projeto],
    );
    const days = await pool.query(
      `select date_trunc('month', dia)::date::text as mes, sum(creditos)::int as creditos, sum(itens)::int as itens
       from projeto_consumo_dia where projeto_id = $1 group by 1`,
      [f.projeto],
    );
    expect(days.rows).toEqual(rows);
    return rows;
  };
  await book(run, 'reserva', -1);
  await book(other, 'reserva', -1);
  expect(await month()).toEqual([{ mes: '2026-03-01', creditos: 2, itens: 2 }]);
  await book(other, 'estorno', 1);
  const march = [{ mes: '2026-03-01', creditos: 1, itens: 1 }];
  expect(await month()).toEqual(march);
  await pool.query('select escuta_recontar_consumo($1)', [f.projeto]);
  expect(await month()).toEqual(march);
  await pool.query('delete from projeto_consumo_mes where projeto_id = $1', [f.projeto]);
  await pool.query('delete from projeto_consumo_dia where projeto_id = $1', [f.projeto]);
  await pool.query('select escuta_recontar($1)', [f.projeto]);
  expect(await month()).toEqual(march);
  // A deleted call's costs stay, and a recount keeps them.
  await pool.query('delete from execucoes where id = $1', [run]);
  await pool.query('select escuta_recontar($1)', [f.projeto]);
  expect(await month()).toEqual(march);
});

it('add up while calls come in, end, are mended and go at the same time, without a deadlock', async () => {
  await agentOn('1003');
  const other = await createProject(f.empresa);
  const [mine, theirs] = [await importCalls(f, 60), await importCalls(other, 60)];
  const end = async (item: string, i: number) => {
    const client = await pool.pool.connect();
    try {
      await client.query('begin');
      await found(item, { nota: (i % 10) / 10, alertas: i % 2 }, client);
      await client.query(`update auditoria_itens set status = 'concluido' where id = $1`, [item]);
      await client.query('commit');
    } catch (error) {
      await client.query('rollback');
      throw error;
    } finally {
      client.release();
    }
  };
  await Promise.all([
    ...mine.slice(0, 40).map(end),
    ...theirs.slice(0, 40).map(end),
    importCalls(f, 100),
    ...mine.slice(0, 30).map((item, i) =>
      pool.query(
        `update auditoria_itens set call_start_time = '2026-05-01T12:00:00Z'::timestamptz + $2 * interval '1 day'
            where id = $1`,
        [item, i % 4],
      ),
    ),
    ...[0, 1, 2].map((k) =>
      pool.query('delete from auditoria_itens where id = any ($1)', [mine.slice(45 + k * 5, 50 + k * 5)]),
    ),
  ]);
  expect(sum((await proven(f.projeto)).calls)).toBe(145);
  expect(sum((await proven(other.projeto)).quality)).toBe(40);
});
