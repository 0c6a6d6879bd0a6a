// The baseline stands for 170 migrations: an installation that has them, one that has some of them, and a new one end with the same schema,
// every row and every sum as it was.
import { afterAll, expect, it } from 'vitest';
import { installationId } from '../../scripts/operations/database.ts';
import { closeTestDeps, createTestDeps } from '../support/app.ts';
import { createOldDatabase, type OldDatabase } from '../support/old-database.ts';
import { schemaObjects } from '../support/schema-objects.ts';

const deps = createTestDeps();
const made: OldDatabase[] = [];
afterAll(async () => {
  for (const old of made) await old.close();
  await closeTestDeps(deps);
});

/** Sums that the way from a49a48c0 counts by another rule: numbers by telephone, hours of calls that a sheet gave none. */
const COUNTED_OTHERWISE = ['projeto_numeros', 'chamada_hora'];

it('an installation of a49a48c0 keeps its rows and its name, and gets the schema of a new one', async () => {
  const old = await createOldDatabase(process.env.DATABASE_URL!, { rows: 'demonstracao' });
  made.push(old);
  const before = await old.counts();
  const identity = await installationId(old);
  expect(before).toMatchObject({ auditoria_itens: 331, sentencas: 1843 });
  expect(await old.deploy()).toContain('marcada como aplicada');
  const after = await old.counts();
  for (const table of COUNTED_OTHERWISE) {
    delete before[table];
    delete after[table];
  }
  expect(after).toMatchObject(before);
  expect(await installationId(old)).toBe(identity);
  expect(await schemaObjects(old)).toEqual(await schemaObjects(deps.pool));
  // One was interrupted in the middle of its index; then two start at once: what is half made is made anew, by one of them.
  await old.query(`delete from _prisma_migrations where migration_name ~ '_espera_por_dia_'`);
  await old.query(
    `update pg_index set indisvalid = false where indexrelid = 'auditoria_itens_espera_idx'::regclass`,
  );
  const both = await Promise.all([old.deploy(), old.deploy()]);
  expect(both.filter((said) => said.includes('No pending migrations'))).toHaveLength(1);
  expect(await schemaObjects(old)).toEqual(await schemaObjects(deps.pool));
}, 120_000);
