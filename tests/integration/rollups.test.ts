// Totals of lists and dashboards equal a count of the rows after single, bulk and concurrent statements
// (docs/decisions/0004-rollups.md).
import { randomUUID } from 'node:crypto';
import { openDatabase } from '@escuta/prisma/db';
import { WORKER_LIMITS } from '@escuta/prisma/pool';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { PHONE_FORMS } from '../support/phone-forms.ts';

const pool = openDatabase({
  databaseUrl: process.env.DATABASE_URL!,
  poolSize: 12,
  // Long limits, because the test writes concurrently on a possibly busy machine.
  limits: { ...WORKER_LIMITS, connectMs: 120_000 },
});
afterAll(() => pool.end());

type Fixture = { empresa: string; projeto: string; auditoria: string };
let f: Fixture;

async function createProject(empresa: string): Promise<Fixture> {
  const projeto = randomUUID();
  const auditoria = randomUUID();
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
  await pool.query('insert into empresas (id, nome, cnpj) values ($1, $2, $3)', [
    empresa,
    'Empresa',
    empresa.replaceAll('-', '').slice(0, 14).toUpperCase(),
  ]);
  f = await createProject(empresa);
});

/**
 * Inserts `count` items over a month. Their telephone numbers, in two notations, repeat after every `numbers` items,
 * and a third of the items has no duration.
 */
function insertItems(target: Fixture, count: number, numbers = count, status = 'pendente') {
  return pool.query(
    `insert into auditoria_itens (id, empresa_id, projeto_id, auditoria_id, status, numero_destino, nome_entrevistado,
      call_duration, created_at)
     select gen_random_uuid(), $1, $2, $3, $4::status_processamento, case when i % 7 < 3 then '+55 (11) 98'
       else '1198' end || lpad((i % $6::int)::text, 7, '0'), 'Pessoa ' || i,
       case when i % 3 > 0 then i % 600 end, '2026-03-01T12:00:00Z'::timestamptz + (i % 30) * interval '1 day'
     from generate_series(1, $5::int) i`,
    [target.empresa, target.projeto, target.auditoria, status, count, numbers],
  );
}

async function totals(projeto: string) {
  const [days, numbers, counters, audits] = await Promise.all([
    pool.query(
      `select dia::text, status, n::int, duracao_s::int, com_duracao::int from projeto_rollup_dia
       where projeto_id = $1 order by dia, status`,
      [projeto],
    ),
    pool.query('select numero, n::int from projeto_numeros where projeto_id = $1 order by numero', [projeto]),
    pool.query(
      'select numeros_distintos::int, auditorias::int from projeto_contadores where projeto_id = $1',
      [projeto],
    ),
    pool.query(
      `select a.id, a.status, t.pendentes::int, t.processando::int, t.concluidos::int, t.erros::int
       from auditorias a left join auditoria_totais t on t.auditoria_id = a.id and
         t.pendentes + t.processando + t.concluidos + t.erros > 0
       where a.projeto_id = $1 order by a.id`,
      [projeto],
    ),
  ]);
  return { days: days.rows, numbers: numbers.rows, counters: counters.rows[0], audits: audits.rows };
}

/** Reads the totals that the triggers wrote, and checks that a recount gives the same totals. */
async function provenTotals(projeto: string) {
  const kept = await totals(projeto);
  await pool.query('select escuta_recontar($1)', [projeto]);
  expect(kept).toEqual(await totals(projeto));
  return kept;
}

const sum = (rows: { n: number }[]) => rows.reduce((total, row) => total + row.n, 0);

describe('totals of a project', () => {
  it('start at nothing and know the audits', async () => {
    expect(await provenTotals(f.projeto)).toMatchObject({
      days: [],
      numbers: [],
      counters: { numeros_distintos: 0, auditorias: 1 },
    });
  });

  it('follow a bulk insert', async () => {
    await insertItems(f, 5000, 400);
    const kept = await provenTotals(f.projeto);
    expect(sum(kept.days)).toBe(5000);
    expect(kept.days).toHaveLength(30);
    expect(kept.counters.numeros_distintos).toBe(400);
  });

  it('follow changes of status, duration, number and day, in bulk and alone', async () => {
    await insertItems(f, 600, 50);
    await pool.query(
      `update auditoria_itens set status = 'processando' where projeto_id = $1 and call_duration % 2 = 0`,
      [f.projeto],
    );
    await pool.query(
      `update auditoria_itens set status = 'concluido', call_duration = coalesce(call_duration, 0) + 7
       where projeto_id = $1 and status = 'processando'`,
      [f.projeto],
    );
    await pool.query(
      `update auditoria_itens set numero_destino = 'novo-' || (call_duration % 5),
        created_at = created_at + interval '40 days'
       where projeto_id = $1 and call_duration < 60`,
      [f.projeto],
    );
    await pool.query(
      `update auditoria_itens set numero_destino = null where projeto_id = $1 and call_duration > 500`,
      [f.projeto],
    );
    const kept = await provenTotals(f.projeto);
    expect(sum(kept.days)).toBe(600);
    expect(new Set(kept.days.map((row) => row.status))).toEqual(new Set(['pendente', 'concluido']));
  });

  it('move with items to another project', async () => {
    const other = await createProject(f.empresa);
    await insertItems(f, 90, 10);
    await pool.query('update auditoria_itens set projeto_id = $2, auditoria_id = $3 where projeto_id = $1', [
      f.projeto,
      other.projeto,
      other.auditoria,
    ]);
    expect((await provenTotals(f.projeto)).days).toEqual([]);
    const kept = await provenTotals(other.projeto);
    expect(sum(kept.days)).toBe(90);
    expect(kept.counters.numeros_distintos).toBe(10);
  });

  it('leave no row at 0 behind when everything is deleted', async () => {
    await insertItems(f, 300, 20);
    await pool.query('delete from auditoria_itens where projeto_id = $1', [f.projeto]);
    await pool.query('delete from auditorias where projeto_id = $1', [f.projeto]);
    expect(await provenTotals(f.projeto)).toMatchObject({
      days: [],
      numbers: [],
      counters: { numeros_distintos: 0, auditorias: 0 },
    });
  });

  it('count a telephone once, however it was written: by the same rule as TypeScript', async () => {
    const { rows } = await pool.query<{ numero: string }>(
      'select escuta_numero(escrito) as numero from unnest($1::text[]) with ordinality as f (escrito, n) order by n',
      [PHONE_FORMS.map(([written]) => written)],
    );
    expect(rows.map(({ numero }, n) => [PHONE_FORMS[n]?.[0], numero])).toEqual(PHONE_FORMS);
    await pool.query(
      `insert into auditoria_itens (id, empresa_id, projeto_id, auditoria_id, numero_destino)
       select gen_random_uuid(), $1, $2, $3, escrito from unnest($4::text[]) as f (escrito)`,
      [f.empresa, f.projeto, f.auditoria, PHONE_FORMS.map(([written]) => written)],
    );
    const distinct = new Set(PHONE_FORMS.map(([, number]) => number).filter((number) => number !== ''));
    const kept = await provenTotals(f.projeto);
    expect(kept.counters.numeros_distintos).toBe(distinct.size);
    expect(new Set(kept.numbers.map(({ numero }) => numero))).toEqual(distinct);
    // Writes the same number in another notation.
    await pool.query(
      `update auditoria_itens set numero_destino = '+55 ' || numero_destino where projeto_id = $1
        and numero_destino = '11987654321'`,
      [f.projeto],
    );
    expect(await provenTotals(f.projeto)).toEqual(kept);
  });

  it('count one number once, however many calls it had, until its last call goes', async () => {
    await insertItems(f, 3, 1);
    expect((await totals(f.projeto)).counters.numeros_distintos).toBe(1);
    await pool.query(
      'delete from auditoria_itens where id in (select id from auditoria_itens where projeto_id = $1 limit 2)',
      [f.projeto],
    );
    expect((await totals(f.projeto)).counters.numeros_distintos).toBe(1);
    await pool.query('delete from auditoria_itens where projeto_id = $1', [f.projeto]);
    expect((await totals(f.projeto)).counters.numeros_distintos).toBe(0);
  });

  it('put a call made late in the evening on its day in Brazil', async () => {
    await insertItems(f, 1);
    await pool.query(`update auditoria_itens set created_at = '2026-05-11T02:30:00Z' where projeto_id = $1`, [
      f.projeto,
    ]);
    expect((await provenTotals(f.projeto)).days.map((row) => row.dia)).toEqual(['2026-05-10']);
  });

  it('are not written by a change that counts for nothing', async () => {
    await insertItems(f, 20);
    const version = async () =>
      (
        await pool.query(
          'select xmin::text, ctid::text from projeto_rollup_dia where projeto_id = $1 order by dia',
          [f.projeto],
        )
      ).rows;
    const before = await version();
    await pool.query(
      `update auditoria_itens set motivo = 'x', nome_entrevistado = 'y', metadata = '{"a":1}' where projeto_id = $1`,
      [f.projeto],
    );
    expect(await version()).toEqual(before);
  });

  it('come back with a transaction that was undone', async () => {
    await insertItems(f, 10);
    const before = await totals(f.projeto);
    const client = await pool.pool.connect();
    await client.query('begin');
    await client.query('delete from auditoria_itens where projeto_id = $1', [f.projeto]);
    await client.query('rollback');
    client.release();
    expect(await totals(f.projeto)).toEqual(before);
  });

  it('follow an upsert, which inserts and updates in one statement', async () => {
    const id = randomUUID();
    const upsert = (seconds: number) =>
      pool.query(
        `insert into auditoria_itens (id, empresa_id, projeto_id, auditoria_id, call_duration, numero_destino)
         values ($1, $2, $3, $4, $5, '11'), (gen_random_uuid(), $2, $3, $4, 5, '12')
         on conflict (id) do update set call_duration = excluded.call_duration`,
        [id, f.empresa, f.projeto, f.auditoria, seconds],
      );
    await upsert(10);
    await upsert(90);
    const kept = await provenTotals(f.projeto);
    expect(kept.days).toMatchObject([{ n: 3, duracao_s: 100, com_duracao: 3 }]);
  });
});

describe('statements at the same time', () => {
  it('wait for each other, never in a circle, and add up', async () => {
    const other = await createProject(f.empresa);
    // Twelve connections at once insert into two projects, in one statement each, the same days and telephone numbers.
    const insertBoth = (reverse: boolean) =>
      pool.query(
        `insert into auditoria_itens (id, empresa_id, projeto_id, auditoria_id, numero_destino, call_duration,
          created_at)
         select gen_random_uuid(), $1, p, a, '119' || (i % 40), i % 50,
         '2026-04-01T12:00:00Z'::timestamptz + (i % 25) * interval '1 day'
         from generate_series(1, 200) i, (values ($2::uuid, $3::uuid), ($4::uuid, $5::uuid)) v (p, a)
         order by i * $6::int, p`,
        [f.empresa, f.projeto, f.auditoria, other.projeto, other.auditoria, reverse ? -1 : 1],
      );
    const advance = (from: string, to: string, projects: string[]) =>
      pool.query(
        `update auditoria_itens set status = $2::status_processamento
         where id in (select id from auditoria_itens where projeto_id = any($3::uuid[])
           and status = $1::status_processamento
           order by random() limit 40 for update skip locked)`,
        [from, to, projects],
      );
    await Promise.all(Array.from({ length: 12 }, (_, index) => insertBoth(index % 2 === 0)));
    const both = [f.projeto, other.projeto];
    await Promise.all(
      Array.from({ length: 36 }, (_, index) => {
        if (index % 4 === 0) return insertBoth(index % 8 === 0);
        if (index % 4 === 1) return advance('pendente', 'processando', both);
        if (index % 4 === 2) return advance('processando', 'concluido', both.toReversed());
        return pool.query(
          `delete from auditoria_itens where id in (
             select id from auditoria_itens where projeto_id = any($1::uuid[])
               order by random() limit 30 for update skip locked)`,
          [both],
        );
      }),
    );
    const expected = await pool.query<{ n: number }>(
      'select count(*)::int as n from auditoria_itens where projeto_id = any($1::uuid[])',
      [both],
    );
    const kept = [await provenTotals(f.projeto), await provenTotals(other.projeto)];
    expect(sum(kept.flatMap((k) => k.days))).toBe(expected.rows[0]!.n);
    expect(kept.map((k) => k.counters.numeros_distintos)).toEqual([40, 40]);
  });

  it('may delete the last row of a day while another adds one to it', async () => {
    await insertItems(f, 1);
    for (let round = 0; round < 20; round += 1) {
      await Promise.all([
        pool.query(
          'delete from auditoria_itens where id = (select id from auditoria_itens where projeto_id = $1 limit 1)',
          [f.projeto],
        ),
        insertItems(f, 1),
      ]);
    }
    expect(sum((await provenTotals(f.projeto)).days)).toBe(1);
  });
});

describe('a schema of another name', () => {
  it('keeps its own totals', async () => {
    // Functions and triggers use the schema in which they were created, whatever the search_path.
    await insertItems(f, 4);
    const client = await pool.pool.connect();
    await client.query('SET search_path = pg_temp');
    await client.query(`update public.auditoria_itens set status = 'erro' where projeto_id = $1`, [
      f.projeto,
    ]);
    await client.query('RESET search_path');
    client.release();
    expect(new Set((await provenTotals(f.projeto)).days.map((row) => row.status))).toEqual(new Set(['erro']));
  });
});

describe('the state of an audit', () => {
  const setStatus = (status: string, where = 'true') =>
    pool.query(`update auditoria_itens set status = '${status}' where auditoria_id = $1 and ${where}`, [
      f.auditoria,
    ]);
  const stateOf = async (auditoria: string) => {
    const { rows } = await pool.query('select status from auditorias where id = $1', [auditoria]);
    await provenTotals(f.projeto);
    return rows[0]?.status;
  };

  it('is what its items say: processando, else pendente, else concluido, else erro', async () => {
    expect(await stateOf(f.auditoria)).toBe('pendente');
    await insertItems(f, 6, 6);
    await setStatus('erro', 'call_duration is null');
    expect(await stateOf(f.auditoria)).toBe('pendente');
    await setStatus('processando', 'call_duration = 1');
    expect(await stateOf(f.auditoria)).toBe('processando');
    await setStatus('concluido', 'call_duration = 1');
    expect(await stateOf(f.auditoria)).toBe('pendente');
    await setStatus('erro', "status = 'pendente'");
    expect(await stateOf(f.auditoria)).toBe('concluido');
    await setStatus('erro');
    expect(await stateOf(f.auditoria)).toBe('erro');
    await pool.query('delete from auditoria_itens where auditoria_id = $1', [f.auditoria]);
    expect(await stateOf(f.auditoria)).toBe('pendente');
  });

  it('is right when people and workers change its items at the same time', async () => {
    await insertItems(f, 60, 60);
    const { rows } = await pool.query('select id from auditoria_itens where auditoria_id = $1', [
      f.auditoria,
    ]);
    const one = async (id: string, n: number) => {
      await pool.query(`update auditoria_itens set status = 'processando' where id = $1`, [id]);
      await pool.query(`update auditoria_itens set status = $2::status_processamento where id = $1`, [
        id,
        n % 4 === 0 ? 'erro' : 'concluido',
      ]);
    };
    await Promise.all(rows.map((row, n) => one(row.id, n)));
    expect(await stateOf(f.auditoria)).toBe('concluido');
    const [audit] = (await totals(f.projeto)).audits;
    expect(audit).toMatchObject({ pendentes: 0, processando: 0, concluidos: 45, erros: 15 });
  });

  it('follows an item that moves to another audit', async () => {
    const other = await createProject(f.empresa);
    await insertItems(f, 2, 2, 'concluido');
    await insertItems(other, 1, 1, 'erro');
    await pool.query(
      'update auditoria_itens set projeto_id = $2, auditoria_id = $3 where auditoria_id = $1',
      [f.auditoria, other.projeto, other.auditoria],
    );
    expect(await stateOf(f.auditoria)).toBe('pendente');
    expect(await stateOf(other.auditoria)).toBe('concluido');
  });
});
