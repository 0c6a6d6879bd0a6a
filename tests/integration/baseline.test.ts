// The baseline replaces 170 migrations: installations with all of them, with some, and new ones end with the same
// schema, rows and sums.
import { afterAll, expect, it } from 'vitest';
import { installationId } from '../../scripts/operations/database.ts';
import { closeTestDeps, createTestDeps } from '../support/app.ts';
import { createOldDatabase, type OldDatabase, type OldVersion } from '../support/old-database.ts';
import { schemaObjects } from '../support/schema-objects.ts';

const deps = createTestDeps();
const made: OldDatabase[] = [];
afterAll(async () => {
  for (const old of made) await old.close();
  await closeTestDeps(deps);
});

/**
 * Tables of sums that an upgrade from a49a48c0 counts by other rules: the phone numbers, and the hours of calls whose
 * sheet gives no hour.
 */
const COUNTED_OTHERWISE = ['projeto_numeros', 'chamada_hora'];

async function demonstrationOf(version: OldVersion) {
  const old = await createOldDatabase(process.env.DATABASE_URL!, { version, rows: 'demonstracao' });
  made.push(old);
  const before = await old.counts();
  expect(before).toMatchObject({ auditoria_itens: 331, sentencas: 1843 });
  return { old, before, identity: await installationId(old) };
}

it('an installation of a49a48c0 keeps its rows and its name, and gets the schema of a new one', async () => {
  const { old, before, identity } = await demonstrationOf('a49a48c0');
  expect(await old.deploy()).toContain('marcada como aplicada');
  const after = await old.counts();
  for (const table of COUNTED_OTHERWISE) {
    delete before[table];
    delete after[table];
  }
  expect(after).toMatchObject(before);
  expect(await installationId(old)).toBe(identity);
  expect(await schemaObjects(old)).toEqual(await schemaObjects(deps.db));
  const { kept, counted } = await old.totals();
  expect(kept).toEqual(counted);
  // A migration was interrupted while it built an index; then two migrators start at once, and one of them builds the
  // unfinished index again.
  await old.query(`delete from _prisma_migrations where migration_name ~ '_espera_por_dia_'`);
  await old.query(
    `update pg_index set indisvalid = false where indexrelid = 'auditoria_itens_espera_idx'::regclass`,
  );
  const both = await Promise.all([old.deploy(), old.deploy()]);
  expect(both.filter((said) => said.includes('No pending migrations'))).toHaveLength(1);
  expect(await schemaObjects(old)).toEqual(await schemaObjects(deps.db));
}, 120_000);

it('an installation of just before it is marked, and keeps every sum', async () => {
  const { old, identity } = await demonstrationOf('dd2f2bdd');
  const { kept: sums } = await old.totals();
  // The demonstration has no uploads, so the test adds two recordings in progress, and a sheet.
  await old.query(`insert into envios (id, empresa_id, papel, entrevista_id, gravacao, tipo, expira_em)
    select gen_random_uuid(), e.empresa_id, 'gravacao', e.id, n, 'audio/webm', now()
    from (select id, empresa_id from entrevistas limit 1) e, generate_series(1, 2) n`);
  await old.query(`insert into importacoes (id, empresa_id, projeto_id, nome, tamanho, expira_em)
    select gen_random_uuid(), empresa_id, id, 'x.csv', 1, now() from projetos limit 1`);
  await old.query(`insert into envios (id, empresa_id, papel, importacao_id, tipo, expira_em)
    select gen_random_uuid(), empresa_id, 'importacao', id, 'text/csv', now() from importacoes where nome = 'x.csv'`);
  // Counts the rows only after the recount in old.totals(), which merges rows of sums.
  const before = await old.counts();
  expect(await old.deploy()).toContain('marcada como aplicada');
  const after = await old.counts();
  const made = Object.keys(after).filter((table) => !(table in before));
  // Every company gets the three built-in rules.
  expect(after).toEqual({
    ...{ ...before, ...Object.fromEntries(made.map((table) => [table, 0])) },
    regras: 3 * (before.empresas as number),
  });
  const { rows: uploads } = await old.query(
    `select dono, numero, dono_id = coalesce(entrevista_id, importacao_id) as deles from envios order by dono, numero`,
  );
  expect(uploads).toEqual([
    { dono: 'entrevista', numero: 1, deles: true },
    { dono: 'entrevista', numero: 2, deles: true },
    { dono: 'importacao', numero: 1, deles: true },
  ]);
  expect(await installationId(old)).toBe(identity);
  expect(await schemaObjects(old)).toEqual(await schemaObjects(deps.db));
  const { kept, counted } = await old.totals();
  expect(kept).toEqual(sums);
  expect(counted).toEqual(sums);
}, 120_000);

it('a migration that fails is refused at each start; one whose migrator was killed after its end is marked', async () => {
  const old = made.at(-1) as OldDatabase;
  await old.query(`delete from _prisma_migrations where migration_name ~ '_envios_sem_dono_'`);
  await expect(old.deploy()).rejects.toThrow('already exists');
  await expect(old.deploy()).rejects.toThrow('P3009');
  await old.query(`update _prisma_migrations set logs = null where finished_at is null`);
  expect(await old.deploy()).toContain('já estava aplicada por inteiro');
  expect(await schemaObjects(old)).toEqual(await schemaObjects(deps.db));
}, 120_000);
