// What docs/decisions/0004-rollups.md promises of the sums by the day of the call and by agent, and of costs by day: they are those
// that a count of the rows themselves gives, whatever was imported, edited, moved, undone or deleted.
import { randomUUID } from 'node:crypto';
import { openDatabase } from '@escuta/prisma/db';
import { WORKER_LIMITS } from '@escuta/prisma/pool';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { longo } from '../support/longo.ts';

const pool = openDatabase({
  databaseUrl: process.env.DATABASE_URL!,
  poolSize: 12,
  // All at once, on however busy a machine.
  limits: { ...WORKER_LIMITS, connectMs: 120_000 },
});
afterAll(() => pool.end());

const NINGUEM = '00000000-0000-0000-0000-000000000000';
type Fixture = { empresa: string; projeto: string; auditoria: string };
let f: Fixture;

async function createProject(empresa: string): Promise<Fixture> {
  const [projeto, auditoria] = [randomUUID(), randomUUID()];
  await pool.query(
    `INSERT INTO projetos (id, empresa_id, nome, tipo_projeto) VALUES ($1, $2, 'Vendas', 'call_center')`,
    [projeto, empresa],
  );
  await pool.query(`INSERT INTO auditorias (id, empresa_id, projeto_id, nome) VALUES ($1, $2, $3, 'A')`, [
    auditoria,
    empresa,
    projeto,
  ]);
  return { empresa, projeto, auditoria };
}

beforeEach(async () => {
  const empresa = randomUUID();
  await pool.query(`INSERT INTO empresas (id, nome, cnpj) VALUES ($1, 'Empresa', $2)`, [
    empresa,
    empresa.replaceAll('-', '').slice(0, 14).toUpperCase(),
  ]);
  f = await createProject(empresa);
});

/** Calls of an import: over three days and five extensions, in one statement; entered in April. */
async function importCalls(target: Fixture, count: number): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `INSERT INTO auditoria_itens (id, empresa_id, projeto_id, auditoria_id, tipo_item, ramal, call_start_time, call_duration,
       arquivo_path, created_at)
     SELECT gen_random_uuid(), $1, $2, $3, 'ligacao', (1000 + i % 5)::text,
       CASE WHEN i % 7 > 0 THEN '2026-03-10T12:00:00Z'::timestamptz + (i % 3) * interval '1 day' END,
       CASE WHEN i % 4 > 0 THEN i % 300 END, CASE WHEN i % 2 = 0 THEN 'a/' || i END, '2026-04-02T02:30:00Z'
     FROM generate_series(1, $4::int) i RETURNING id`,
    [target.empresa, target.projeto, target.auditoria, count],
  );
  return rows.map(({ id }) => id);
}

async function agentOn(ramal: string, de: string | null = null, ate: string | null = null): Promise<string> {
  const id = randomUUID();
  await pool.query('INSERT INTO agentes (id, empresa_id, nome) VALUES ($1, $2, $3)', [
    id,
    f.empresa,
    `Agente ${id}`,
  ]);
  await pool.query(
    `INSERT INTO agente_ramais (id, empresa_id, agente_id, ramal, de, ate) VALUES (gen_random_uuid(), $1, $2, $3, $4, $5)`,
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
/** What was found about a call, as the only writer leaves it. */
const found = (
  item: string,
  { nota = null, sentimento = null, alertas = 0, palavras = [], revisadoPor = null }: Found,
  db: Pick<typeof pool, 'query'> = pool,
) =>
  db.query(
    `INSERT INTO item_qualidade (item_id, empresa_id, projeto_id, execucao_id, dia, dia_chamada, agente_id, pontuacao,
       sentimento, alertas, revisado_por, palavras)
     SELECT id, empresa_id, projeto_id, gen_random_uuid(), escuta_dia(created_at), dia_chamada, agente_id, $2, $3, $4, $5, $6 FROM auditoria_itens WHERE id = $1 FOR NO KEY UPDATE
     ON CONFLICT (item_id) DO UPDATE SET pontuacao = excluded.pontuacao, sentimento = excluded.sentimento,
       alertas = excluded.alertas, revisado_por = excluded.revisado_por, palavras = excluded.palavras`,
    [item, nota, sentimento, alertas, revisadoPor, palavras],
  );

async function kept(projeto: string) {
  const [calls, quality, costs, days, words] = await Promise.all([
    pool.query(
      `SELECT dia::text, agente_id, status, n::int, duracao_s::int, com_duracao::int, com_gravacao::int FROM chamada_dia
       WHERE projeto_id = $1 ORDER BY 1, 2, 3`,
      [projeto],
    ),
    pool.query(
      `SELECT dia::text, agente_id, n::int, n_pontuacao::int, soma_pontuacao::float8, soma_quadrados::float8, positivos::int,
         neutros::int, negativos::int, alertas::int, com_alerta::int, revisadas::int, notas::int[] FROM chamada_qualidade_dia
       WHERE projeto_id = $1 ORDER BY 1, 2`,
      [projeto],
    ),
    pool.query(
      `SELECT dia::text, etapa, modelo, n::int, usd::float8, minutos::float8, tokens_entrada::int, tokens_saida::int
       FROM custo_dia WHERE projeto_id = $1 ORDER BY 1, 2, 3`,
      [projeto],
    ),
    pool.query(
      `SELECT dia::text, status, n::int, duracao_s::int, com_duracao::int, com_gravacao::int FROM projeto_chamada_dia
       WHERE projeto_id = $1 ORDER BY 1, 2`,
      [projeto],
    ),
    pool.query(
      `SELECT dia::text, termo, n::int, itens::int FROM chamada_palavra_dia WHERE projeto_id = $1 ORDER BY 1, 2`,
      [projeto],
    ),
  ]);
  // What reports of a year read: hours, days of what was found of all agents, agents' months.
  const whole = await pool.query<Record<string, unknown>>(
    `SELECT (SELECT json_agg(json_build_array(mes, agente_id, n) ORDER BY mes, agente_id) FROM chamada_mes WHERE projeto_id = $1) AS meses,
       (SELECT json_agg(json_build_array(dia, hora, n) ORDER BY dia, hora) FROM chamada_hora WHERE projeto_id = $1) AS horas,
       (SELECT json_agg(to_jsonb(s) - 'empresa_id' - 'projeto_id' ORDER BY dia) FROM chamada_qualidade_soma s
         WHERE projeto_id = $1) AS notas,
       (SELECT json_agg(json_build_array(mes, agente_id, n, n_pontuacao, soma_pontuacao, soma_quadrados) ORDER BY mes, agente_id)
         FROM chamada_qualidade_mes WHERE projeto_id = $1) AS notas_do_mes`,
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

/** The same, counted from the rows by other means. */
async function countedWhole(projeto: string) {
  const dia = `(coalesce(i.call_start_time, i.created_at) AT TIME ZONE 'America/Sao_Paulo')::date`;
  const mes = `date_trunc('month', coalesce(i.call_start_time, i.created_at) AT TIME ZONE 'America/Sao_Paulo')::date`;
  const agente = `coalesce(i.agente_id, '${NINGUEM}')`;
  const feeling = (sentimento: string) => `count(*) FILTER (WHERE q.sentimento = '${sentimento}')`;
  const tenths = Array.from(
    { length: 10 },
    (_, k) =>
      `count(*) FILTER (WHERE round(q.pontuacao * 100) BETWEEN ${k * 10} AND ${k === 9 ? 100 : k * 10 + 9})`,
  );
  const calls = 'FROM auditoria_itens i WHERE i.projeto_id = $1';
  const found = 'FROM item_qualidade q JOIN auditoria_itens i ON i.id = q.item_id WHERE i.projeto_id = $1';
  const { rows } = await pool.query(
    `SELECT (SELECT json_agg(json_build_array(mes, agente, n) ORDER BY mes, agente) FROM (SELECT ${mes} AS mes, ${agente} AS agente,
         count(*) AS n ${calls} GROUP BY 1, 2) x) AS meses,
       (SELECT json_agg(json_build_array(dia, hora, n) ORDER BY dia, hora) FROM (SELECT ${dia} AS dia,
         extract(hour FROM i.call_start_time AT TIME ZONE 'America/Sao_Paulo')::int AS hora, count(*) AS n
         ${calls} AND i.call_start_time IS NOT NULL GROUP BY 1, 2) x) AS horas,
       (SELECT json_agg(l ORDER BY dia) FROM (SELECT ${dia} AS dia, jsonb_build_object('dia', ${dia}, 'n', count(*),
         'n_pontuacao', count(q.pontuacao), 'soma_pontuacao', coalesce(sum(q.pontuacao), 0)::numeric(20,4),
         'soma_quadrados', coalesce(sum(q.pontuacao ^ 2), 0)::numeric(20,8), 'positivos', ${feeling('positivo')},
         'neutros', ${feeling('neutro')}, 'negativos', ${feeling('negativo')}, 'alertas', sum(q.alertas),
         'com_alerta', count(*) FILTER (WHERE q.alertas > 0), 'revisadas', count(q.revisado_por),
         'notas', ARRAY[${tenths.join(', ')}]) AS l ${found} GROUP BY 1) x) AS notas,
       (SELECT json_agg(json_build_array(mes, agente, n, com_nota, soma, quadrados) ORDER BY mes, agente) FROM (
         SELECT ${mes} AS mes, ${agente} AS agente, count(*) AS n, count(q.pontuacao) AS com_nota,
           coalesce(sum(q.pontuacao), 0)::numeric(20,4) AS soma, coalesce(sum(q.pontuacao ^ 2), 0)::numeric(20,8) AS quadrados
         ${found} GROUP BY 1, 2) x) AS notas_do_mes`,
    [projeto],
  );
  return rows[0];
}

/** The sums as the triggers keep them, after showing that counting the rows by other means, and anew, gives the same. */
async function proven(projeto: string) {
  const before = await kept(projeto);
  const dia = `(coalesce(i.call_start_time, i.created_at) AT TIME ZONE 'America/Sao_Paulo')::date`;
  const calls = await pool.query(
    `SELECT ${dia}::text AS dia, coalesce(i.agente_id, '${NINGUEM}') AS agente_id, status, count(*)::int AS n,
       coalesce(sum(call_duration), 0)::int AS duracao_s, count(call_duration)::int AS com_duracao,
       count(arquivo_path)::int AS com_gravacao
     FROM auditoria_itens i WHERE projeto_id = $1 GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
    [projeto],
  );
  const tenths = Array.from(
    { length: 10 },
    (_, k) =>
      `count(*) FILTER (WHERE round(q.pontuacao * 100) BETWEEN ${k * 10} AND ${k === 9 ? 100 : k * 10 + 9})::int`,
  );
  const quality = await pool.query(
    `SELECT ${dia}::text AS dia, coalesce(i.agente_id, '${NINGUEM}') AS agente_id, count(*)::int AS n,
       count(pontuacao)::int AS n_pontuacao, coalesce(sum(pontuacao), 0)::float8 AS soma_pontuacao,
       coalesce(sum(pontuacao ^ 2), 0)::float8 AS soma_quadrados, count(*) FILTER (WHERE sentimento = 'positivo')::int AS positivos,
       count(*) FILTER (WHERE sentimento = 'neutro')::int AS neutros, count(*) FILTER (WHERE sentimento = 'negativo')::int AS negativos,
       sum(alertas)::int AS alertas, count(*) FILTER (WHERE alertas > 0)::int AS com_alerta, count(revisado_por)::int AS revisadas,
       ARRAY[${tenths.join(', ')}] AS notas
     FROM item_qualidade q JOIN auditoria_itens i ON i.id = q.item_id WHERE i.projeto_id = $1 GROUP BY 1, 2 ORDER BY 1, 2`,
    [projeto],
  );
  const costs = await pool.query(
    `SELECT (created_at AT TIME ZONE 'America/Sao_Paulo')::date::text AS dia, etapa, modelo, count(*)::int AS n,
       sum(total_usd)::float8 AS usd, coalesce(sum(quantidade) FILTER (WHERE unidade = 'minuto_audio'), 0)::float8 AS minutos,
       coalesce(sum(quantidade) FILTER (WHERE unidade = 'token_entrada'), 0)::int AS tokens_entrada,
       coalesce(sum(quantidade) FILTER (WHERE unidade = 'token_saida'), 0)::int AS tokens_saida
     FROM linhas_custo WHERE projeto_id = $1 GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
    [projeto],
  );
  const days = await pool.query(
    `SELECT ${dia}::text AS dia, status, count(*)::int AS n, coalesce(sum(call_duration), 0)::int AS duracao_s,
       count(call_duration)::int AS com_duracao, count(arquivo_path)::int AS com_gravacao
     FROM auditoria_itens i WHERE projeto_id = $1 GROUP BY 1, 2 ORDER BY 1, 2`,
    [projeto],
  );
  const words = await pool.query(
    `SELECT ${dia}::text AS dia, termo, count(*)::int AS n, count(DISTINCT i.id)::int AS itens
     FROM item_qualidade q JOIN auditoria_itens i ON i.id = q.item_id, unnest(q.palavras) termo
     WHERE i.projeto_id = $1 GROUP BY 1, 2 ORDER BY 1, 2`,
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
  await pool.query('SELECT escuta_recontar_chamadas($1), escuta_recontar_dias_da_ligacao($1)', [projeto]);
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
/** Ends once a connection waits for another's lock. */
async function waitsForLock(client: object): Promise<void> {
  const { processID } = client as { processID: number };
  for (;;) {
    const { rows } = await pool.query('SELECT cardinality(pg_blocking_pids($1)) > 0 AS sim', [processID]);
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
  // Without a time of their own: the day of entry in São Paulo, which is the first of April.
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
  await pool.query(`UPDATE auditoria_itens SET status = 'concluido' WHERE id = ANY ($1)`, [
    items.slice(0, 90),
  ]);
  expect(sum((await proven(f.projeto)).quality)).toBe(90);

  // The time of a call is mended: it and what was found about it change their day.
  await pool.query(
    `UPDATE auditoria_itens SET call_start_time = '2026-02-01T01:00:00Z' WHERE id = ANY ($1)`,
    [items.slice(0, 30)],
  );
  const moved = await proven(f.projeto);
  expect(sum(moved.quality.filter(({ dia }) => dia === '2026-01-31'))).toBe(30);
  expect(moved.words.filter(({ dia }) => dia === '2026-01-31')).toEqual([
    { dia: '2026-01-31', termo: 'burro', n: 10, itens: 10 },
    { dia: '2026-01-31', termo: 'droga', n: 30, itens: 20 },
  ]);

  // An extension changes hands, and then the calls of it are found anew.
  // Only the hour of a call is mended.
  await pool.query(
    `UPDATE auditoria_itens SET call_start_time = call_start_time + interval '2 hours' WHERE id = ANY ($1)`,
    [items.slice(40, 50)],
  );
  await proven(f.projeto);
  const bia = await agentOn('1002');
  await pool.query(
    `UPDATE auditoria_itens SET agente_id = $2, agente_origem = 'ramal' WHERE projeto_id = $1 AND ramal = '1002'`,
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
        `SELECT q.xmin::text, c.xmin::text AS chamada, s.xmin::text AS soma, t.xmin::text AS notas
         FROM chamada_qualidade_dia q JOIN chamada_dia c USING (projeto_id, dia) JOIN projeto_chamada_dia s USING (projeto_id, dia)
           JOIN chamada_qualidade_soma t USING (projeto_id, dia)
         WHERE projeto_id = $1`,
        [f.projeto],
      )
      .then(({ rows }) => rows);
  const before = await versions();
  await found(item, { nota: 0.5, alertas: 2 });
  await pool.query(`UPDATE auditoria_itens SET motivo = 'x', nome_entrevistado = 'Y' WHERE id = $1`, [item]);
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
    await client.query('BEGIN');
    await client.query('DELETE FROM auditoria_itens WHERE projeto_id = $1', [f.projeto]);
    await client.query('ROLLBACK');
    client.release();
    expect(await kept(f.projeto)).toEqual(before);
    await pool.query('DELETE FROM auditoria_itens WHERE id = ANY ($1)', [items.slice(30, 60)]);
    await pool.query('UPDATE auditoria_itens SET projeto_id = $2, auditoria_id = $3 WHERE id = ANY ($1)', [
      items.slice(0, 20),
      other.projeto,
      other.auditoria,
    ]);
    expect(sum((await proven(f.projeto)).quality)).toBe(10);
    expect(sum((await proven(other.projeto)).calls)).toBe(20);
    await pool.query('DELETE FROM auditoria_itens WHERE projeto_id = $1', [f.projeto]);
    expect(await proven(f.projeto)).toEqual(NOTHING);
    await pool.query('TRUNCATE auditoria_itens CASCADE');
    expect(await proven(other.projeto)).toEqual(NOTHING);
  },
);

longo.test('add up what was paid by stage and model, and go with what was not to be paid', async () => {
  const [item, second] = (await importCalls(f, 2)) as [string, string];
  const pay = async (target: string, quando: string) => {
    const run = randomUUID();
    await pool.query(
      `INSERT INTO execucoes (id, empresa_id, projeto_id, item_id, status, origem, configuracao)
       VALUES ($1, $2, $3, $4, 'concluida', 'manual', '{}')`,
      [run, f.empresa, f.projeto, target],
    );
    await pool.query(
      `INSERT INTO linhas_custo (id, empresa_id, projeto_id, item_id, execucao_id, chamada_id, etapa, provedor, modelo, unidade,
         quantidade, preco_usd, total_usd, created_at)
       SELECT gen_random_uuid(), $1, $2, $3, $4, gen_random_uuid(), e.etapa::etapa, 'openai', e.modelo, e.unidade::unidade_preco,
         e.q, 0.006, e.q * 0.006, $5::timestamptz
       FROM (VALUES ('transcricao', 'whisper-1', 'minuto_audio', 3.5), ('analise_texto', 'gpt-4', 'token_entrada', 1200),
         ('analise_texto', 'gpt-4', 'token_saida', 300)) AS e (etapa, modelo, unidade, q)`,
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
  await pool.query('DELETE FROM execucoes WHERE item_id = $1', [item]);
  expect(sum((await proven(f.projeto)).costs)).toBe(3);
});

/** A run of a call, and a line of what it cost for each of these models. */
async function paid(item: string, modelos: readonly string[]): Promise<string> {
  const run = randomUUID();
  await pool.query(
    `INSERT INTO execucoes (id, empresa_id, projeto_id, item_id, status, origem, configuracao, created_at)
     VALUES ($1, $2, $3, $4, 'concluida', 'manual', '{}', '2026-03-01T12:00:00Z')`,
    [run, f.empresa, f.projeto, item],
  );
  await pool.query(
    `INSERT INTO linhas_custo (id, empresa_id, projeto_id, item_id, execucao_id, chamada_id, etapa, provedor, modelo, unidade, quantidade,
       preco_usd, total_usd) SELECT gen_random_uuid(), $1, $2, $3, $4, gen_random_uuid(), 'negocio', 'openai', m, 'token_saida', 1, 1, 1
     FROM unnest($5::text[]) m`,
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
    client.query('DELETE FROM execucoes WHERE id = $1', [run]);
  const [one, other] = [await pool.pool.connect(), await pool.pool.connect()];
  try {
    await one.query('BEGIN');
    await other.query('BEGIN');
    await drop(one, a);
    // The other's first sum is another one, and its second is the one that is held.
    const first = drop(other, b);
    await Promise.race([first, waitsForLock(other)]);
    const then = first.then(() => drop(other, c)).then(() => other.query('COMMIT'));
    await drop(one, d);
    await one.query('COMMIT');
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
      `INSERT INTO credito_lancamentos (id, empresa_id, tipo, quantidade, saldo_apos, execucao_id) VALUES (gen_random_uuid(), $1, $2, $3, 0, $4)`,
      [f.empresa, tipo, quantidade, execucao],
    );
  // By the month, and day by day the same.
  const month = async () => {
    const { rows } = await pool.query(
      'SELECT mes::text, creditos, itens FROM projeto_consumo_mes WHERE projeto_id = $1',
      [f.projeto],
    );
    const days = await pool.query(
      `SELECT date_trunc('month', dia)::date::text AS mes, sum(creditos)::int AS creditos, sum(itens)::int AS itens
       FROM projeto_consumo_dia WHERE projeto_id = $1 GROUP BY 1`,
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
  await pool.query('SELECT escuta_recontar_consumo($1)', [f.projeto]);
  expect(await month()).toEqual(march);
  await pool.query('DELETE FROM projeto_consumo_mes WHERE projeto_id = $1', [f.projeto]);
  await pool.query('DELETE FROM projeto_consumo_dia WHERE projeto_id = $1', [f.projeto]);
  await pool.query('SELECT escuta_recontar($1)', [f.projeto]);
  expect(await month()).toEqual(march);
  // A deleted call took what it took, and a recount does not give it back.
  await pool.query('DELETE FROM execucoes WHERE id = $1', [run]);
  await pool.query('SELECT escuta_recontar($1)', [f.projeto]);
  expect(await month()).toEqual(march);
});

it('add up while calls come in, end, are mended and go at the same time, without a deadlock', async () => {
  await agentOn('1003');
  const other = await createProject(f.empresa);
  const [mine, theirs] = [await importCalls(f, 60), await importCalls(other, 60)];
  const end = async (item: string, i: number) => {
    const client = await pool.pool.connect();
    try {
      await client.query('BEGIN');
      await found(item, { nota: (i % 10) / 10, alertas: i % 2 }, client);
      await client.query(`UPDATE auditoria_itens SET status = 'concluido' WHERE id = $1`, [item]);
      await client.query('COMMIT');
    } catch (error) {
      await client.query('ROLLBACK');
      throw error;
    } finally {
      client.release();
    }
  };
  await Promise.all([
    ...mine.slice(0, 40).map(end),
    ...theirs.slice(0, 40).map(end),
    importCalls(f, 100),
    ...mine
      .slice(0, 30)
      .map((item, i) =>
        pool.query(
          `UPDATE auditoria_itens SET call_start_time = '2026-05-01T12:00:00Z'::timestamptz + $2 * interval '1 day' WHERE id = $1`,
          [item, i % 4],
        ),
      ),
    ...[0, 1, 2].map((k) =>
      pool.query('DELETE FROM auditoria_itens WHERE id = ANY ($1)', [mine.slice(45 + k * 5, 50 + k * 5)]),
    ),
  ]);
  expect(sum((await proven(f.projeto)).calls)).toBe(145);
  expect(sum((await proven(other.projeto)).quality)).toBe(40);
});
