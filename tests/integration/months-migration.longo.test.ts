// The leaves of runs and the access log become partitions: what is there stays where it lies, what comes finds its month.
import { randomUUID } from 'node:crypto';
import { newId } from '@escuta/shared/node/ids';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createOldDatabase, type OldDatabase } from '../support/old-database.ts';

const LEAVES = ['eventos_timeline', 'chamadas_provedor', 'registros_acesso'] as const;
const MONTH_MS = 31 * 86_400_000;
const [empresa, projeto, auditoria, item] = Array.from({ length: 4 }, () => randomUUID());
/** Runs of now, of three months ahead, and one whose id says no time. */
const [agora, depois, solta] = [newId(), newId(Date.now() + 3 * MONTH_MS), `f${randomUUID().slice(1)}`];

let old: OldDatabase;
beforeAll(async () => {
  old = await createOldDatabase(process.env.DATABASE_URL!, '20261203400001_chave_de_eventos');
  await old.query(`insert into empresas (id, nome, cnpj) values ($1, 'E', '11222333000181')`, [empresa]);
  await old.query(
    `insert into projetos (id, empresa_id, nome, tipo_projeto) values ($2, $1, 'P', 'call_center')`,
    [empresa, projeto],
  );
  await old.query(
    `insert into auditorias (id, empresa_id, projeto_id, nome, padrao) values ($3, $1, $2, 'A', true)`,
    [empresa, projeto, auditoria],
  );
  await old.query(
    `insert into auditoria_itens (id, empresa_id, projeto_id, auditoria_id) values ($4, $1, $2, $3)`,
    [empresa, projeto, auditoria, item],
  );
  for (const run of [agora, depois, solta]) {
    await old.query(
      `insert into execucoes (id, empresa_id, projeto_id, item_id, status, origem, configuracao) values ($4, $1, $2, $3, 'concluida', 'manual', '{}')`,
      [empresa, projeto, item, run],
    );
  }
});
afterAll(() => old.close());

const answer = (run: string | undefined) =>
  old.query(
    `insert into chamadas_provedor (id, empresa_id, execucao_id, etapa, chave, pedido_hash, provedor, modelo, resposta, uso, latencia_ms)
     values (gen_random_uuid(), $1, $2, 'negocio', 'resumo', 'h', 'openai', 'm', '{}', '{}', 1)
     on conflict (execucao_id, etapa, chave, pedido_hash, provedor, modelo) do nothing returning id`,
    [empresa, run],
  );
const write = async (run: string | undefined, at: Date) => {
  await old.query(
    `insert into eventos_timeline (empresa_id, item_id, execucao_id, evento) values ($1, $2, $3, 'Começou')`,
    [empresa, item, run],
  );
  await answer(run);
  await old.query(
    `insert into registros_acesso (id, empresa_id, acao, recurso, created_at) values (gen_random_uuid(), $1, 'x', 'y', $2)`,
    [empresa, at],
  );
};
/** What stands in a leaf, and in which of its parts the rows lie, oldest run first. */
const rowsOf = async (table: string) =>
  (await old.query(`select * from ${table} order by id`)).rows as Record<string, unknown>[];
const partsOf = async (table: string) => {
  const { rows } = await old.query(
    `select replace(tableoid::regclass::text, '${table}_', '') as parte, count(*)::int as n from ${table} group by 1 order by 1`,
  );
  return Object.fromEntries(rows.map(({ parte, n }) => [parte.split('.').at(-1), n]));
};

it('keeps every row where it lies and takes the version before, which goes on reading and writing', async () => {
  await write(agora, new Date());
  await write(solta, new Date(Date.now() + 40 * 12 * MONTH_MS));
  const before = await Promise.all(LEAVES.map(rowsOf));
  // A process of the version before has looked at them by a statement that it keeps.
  await old.query({
    name: 'guardada',
    text: 'select evento from eventos_timeline where item_id = $1',
    values: [item],
  });
  await old.migrateDuring(async (query) => {
    await query(`insert into registros_acesso (id, acao, recurso) values ($1, 'durante', 'y')`, [
      randomUUID(),
    ]);
  });

  const after = await Promise.all(LEAVES.map(rowsOf));
  expect(after[0]).toEqual(before[0]);
  expect(after[1]).toEqual(before[1]);
  expect(after[2]).toHaveLength((before[2]?.length ?? 0) + 1);
  const read = await old.query({
    name: 'guardada',
    text: 'select evento from eventos_timeline where item_id = $1',
    values: [item],
  });
  expect(read.rows).toHaveLength(2);
  // An answer that is paid for is not stored again, wherever it lies.
  expect([(await answer(agora)).rowCount, (await answer(solta)).rowCount]).toEqual([0, 0]);
  expect(await Promise.all(LEAVES.map(partsOf))).toEqual([
    { antigos: 1, resto: 1 },
    { antigas: 1, resto: 1 },
    { antigos: 2, resto: 1 },
  ]);
});

it('puts what comes into its month, makes the months to come once, and lets a run take its leaves with it', async () => {
  const { rows } = await old.query<{ mes: string }>(
    `select to_char(to_timestamp($1) at time zone 'America/Sao_Paulo', 'YYYYMM') as mes`,
    [(Date.now() + 3 * MONTH_MS) / 1000],
  );
  const mes = rows[0]?.mes ?? '';
  // As the sweeper, in a month whose fourth is a day further.
  await old.query(`select escuta_meses(now()::date, (now() + interval '4 months')::date)`);
  await write(depois, new Date(Date.now() + 3 * MONTH_MS));
  expect(await partsOf('eventos_timeline')).toEqual({ antigos: 1, resto: 1, [mes]: 1 });
  expect((await partsOf('chamadas_provedor'))[mes]).toBe(1);
  expect((await partsOf('registros_acesso'))[mes]).toBe(1);
  // One run's events are looked for in one month.
  const { rows: plan } = await old.query(
    `explain (costs off) select * from eventos_timeline where execucao_id = '${depois}'`,
  );
  expect([...JSON.stringify(plan).matchAll(/eventos_timeline_\d{6}(?!\d|_)/gu)].map(String)).toEqual([
    `eventos_timeline_${mes}`,
  ]);

  const made = async (ate: string) =>
    (await old.query(`select escuta_meses('2041-01-10', $1) as n`, [ate])).rows[0].n;
  expect([await made('2041-02-28'), await made('2041-02-28'), await made('2041-03-01')]).toEqual([6, 0, 3]);

  await old.query('delete from execucoes where id = any($1::uuid[])', [[depois, solta, agora]]);
  expect(await rowsOf('eventos_timeline')).toEqual([]);
  expect(await rowsOf('chamadas_provedor')).toEqual([]);
});
