// The database handle (prisma/src/db.ts): models and SQL on a connection, within a scope, in a transaction.
import { randomUUID } from 'node:crypto';
import { createPrisma } from '@escuta/prisma/client';
import { type Db, dbOn, openDatabase } from '@escuta/prisma/db';
import { ScopeViolation } from '@escuta/prisma/scope-guard';
import { INSTALACAO } from '@escuta/shared/domain/scope';
import { sql } from '@escuta/shared/platform/database/sql';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { columnsOf } from '../../scripts/statements/columns.ts';

const databaseUrl = process.env.DATABASE_URL!;
const prisma = createPrisma({ databaseUrl, poolSize: 4 });
const db = openDatabase({ databaseUrl, poolSize: 3 });
const ours = randomUUID();
const theirs = randomUUID();
const own = db.within({ kind: 'empresa', empresaId: ours });

beforeAll(async () => {
  await prisma.empresa.createMany({
    data: [
      { id: ours, nome: 'Nossa', cnpj: '11222333000181' },
      { id: theirs, nome: 'Deles', cnpj: '11444777000161' },
    ],
  });
  for (const empresaId of [ours, theirs]) {
    await prisma.projeto.create({ data: { empresaId, nome: 'Vendas', tipoProjeto: 'call_center' } });
  }
});
afterAll(() => Promise.all([prisma.$disconnect(), db.end()]));

const named = (nome: string) => prisma.projeto.count({ where: { nome } });
const rename = (tx: Db, nome: string) =>
  tx.within(INSTALACAO).projeto.updateMany({ where: { empresaId: ours }, data: { nome } });
const leads = (tx: Db) => tx.within(INSTALACAO).lead;
const lead = (nome: string) => ({ nome, email: 'a@b.co', telefone: '1' });

describe('a scope', () => {
  it('reads the rows of its company', async () => {
    const rows = await own.projeto.findMany({ where: { empresaId: ours } });
    expect(rows.map((row) => row.empresaId)).toEqual([ours]);
  });

  it('refuses a query that forgot the company, before it reaches the database', async () => {
    await expect(own.projeto.findMany()).rejects.toThrow(ScopeViolation);
    await expect(own.projeto.updateMany({ data: { nome: 'x' } })).rejects.toThrow(ScopeViolation);
    await expect(own.projeto.findMany({ where: { empresaId: theirs } })).rejects.toThrow(ScopeViolation);
  });

  it('refuses a condition that is undefined, which Prisma would take for none', async () => {
    const forgotten = { empresaId: ours, nome: undefined } as never;
    await expect(own.projeto.deleteMany({ where: forgotten })).rejects.toThrow('nome is undefined');
    const nested = { empresaId: ours, OR: [{ nome: { in: undefined } }] } as never;
    await expect(own.projeto.count({ where: nested })).rejects.toThrow('in is undefined');
  });

  it('holds inside transactions', async () => {
    const attempt = db.transaction(async (tx) => {
      const inside = tx.within({ kind: 'empresa', empresaId: ours });
      await inside.projeto.updateMany({ where: { empresaId: ours }, data: { nome: 'mudado' } });
      await inside.projeto.deleteMany({});
    });
    await expect(attempt).rejects.toThrow(ScopeViolation);
    expect(await named('mudado')).toBe(0);
  });

  it('lets the installation see every company', async () => {
    expect(await db.within(INSTALACAO).projeto.count({ where: { empresaId: { in: [ours, theirs] } } })).toBe(
      2,
    );
  });
});

describe('a transaction', () => {
  it('holds models and SQL on one connection: each sees what the other wrote, and all of it commits or nothing', async () => {
    const write = (fails: boolean) =>
      db.transaction(async (tx) => {
        await rename(tx, 'pelo modelo');
        const { rows } = await tx.sql<{ nome: string }>(
          sql`select nome from projetos where empresa_id = ${ours}::uuid for update`,
        );
        await tx.query(
          "insert into leads (id, nome, email, telefone) values ($1, 'por SQL', 'a@b.co', '1')",
          [randomUUID()],
        );
        expect(await leads(tx).count({ where: { nome: 'por SQL' } })).toBe(1);
        if (fails) throw new Error('no meio');
        return rows;
      });
    await expect(write(true)).rejects.toThrow('no meio');
    expect([await named('pelo modelo'), await prisma.lead.count()]).toEqual([0, 0]);
    expect(await write(false)).toEqual([{ nome: 'pelo modelo' }]);
    expect([await named('pelo modelo'), await prisma.lead.count()]).toEqual([1, 1]);
  });

  it('is apart from those beside it, though they ask the same at the same moment', async () => {
    const counts = await Promise.all(
      [1, 2, 3].map((n) =>
        db.transaction(async (tx) => {
          for (let made = 0; made < n; made += 1) await leads(tx).create({ data: lead('ao lado') });
          return leads(tx).count({ where: { nome: 'ao lado' } });
        }),
      ),
    );
    expect(counts[0]).toBeLessThanOrEqual(6);
    expect(await prisma.lead.count({ where: { nome: 'ao lado' } })).toBe(6);
  });

  it('refuses what comes after its end, and two statements at once', async () => {
    let late: Db | undefined;
    await db.transaction(async (tx) => {
      late = tx;
      await rename(tx, 'dentro');
    });
    await expect(rename(late!, 'depois')).rejects.toThrow('after the end of its transaction');
    await expect(late!.query('select 1')).rejects.toThrow('after the end of its transaction');
    const both = db.transaction((tx) => Promise.all([rename(tx, 'um'), tx.query('select 1')]));
    await expect(both).rejects.toThrow('two statements at once');
    expect([await named('depois'), await named('um')]).toEqual([0, 0]);
  });

  it('leaves nothing to work that goes on after it', async () => {
    let goesOn: Promise<number> | undefined;
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    await db.transaction(async (tx) => {
      await leads(tx).create({ data: lead('de dentro') });
      goesOn = ended.then(() => leads(db).count({ where: { nome: 'de dentro' } }));
    });
    end();
    expect(await goesOn).toBe(1);
  });
});

it('refuses a write that Prisma would make a transaction of its own, inside a transaction and outside', async () => {
  const write = (on: Db) =>
    on.within(INSTALACAO).empresa.create({
      data: {
        nome: 'Aninhada',
        cnpj: '00000000000191',
        projetos: { create: { nome: 'Nela', tipoProjeto: 'call_center' } },
      },
    });
  await expect(db.transaction(write)).rejects.toThrow('several statements');
  await expect(write(db)).rejects.toThrow('several statements');
  expect(await prisma.empresa.count({ where: { nome: 'Aninhada' } })).toBe(0);
});

it("fails with pg's own error, whichever way the statement came", async () => {
  const twice = { id: ours, nome: 'Outra', cnpj: '11222333000181' };
  const conflict = { code: '23505', constraint: expect.stringContaining('empresas') };
  await expect(db.within(INSTALACAO).empresa.create({ data: twice })).rejects.toMatchObject(conflict);
  await expect(
    db.transaction((tx) => tx.within(INSTALACAO).empresa.create({ data: twice })),
  ).rejects.toMatchObject(conflict);
  await expect(
    db.query('insert into empresas (id, nome, cnpj) values ($1, $2, $3)', [ours, 'Outra', twice.cnpj]),
  ).rejects.toMatchObject(conflict);
});

it('takes turns on a connection that somebody holds', async () => {
  const held = await db.hold();
  await held.query('begin');
  const [models, { rows }] = await Promise.all([
    leads(held).count(),
    held.query<{ n: number }>('select count(*)::int as n from leads'),
  ]);
  expect(rows).toEqual([{ n: models }]);
  await held.release('rollback');
  const client = await db.pool.connect();
  expect(await leads(dbOn(client)).count()).toBe(models);
  client.release();
});

it('reports a broken idle connection instead of dying, and goes on', async () => {
  const errors: Error[] = [];
  const alone = openDatabase({ databaseUrl, poolSize: 1, onError: (error) => errors.push(error) });
  const { rows } = await alone.query<{ pid: number }>('select pg_backend_pid() as pid');
  await prisma.$queryRaw`select pg_terminate_backend(${rows[0]!.pid}::int)`;
  await expect.poll(() => errors.length).toBe(1);
  expect((await alone.query('select 1 as um')).rows).toEqual([{ um: 1 }]);
  await alone.end();
});

it('says the same moment by models and by SQL, whatever zone the server keeps', async () => {
  const { rows } = await db.query<{ banco: string }>('select current_database() as banco');
  const atHome = (setting: string) => db.query(`alter database "${rows[0]!.banco}" ${setting}`);
  await atHome("set timezone = 'America/Sao_Paulo'");
  const there = openDatabase({ databaseUrl, poolSize: 1 });
  try {
    const company = there.within({ kind: 'empresa', empresaId: ours }).empresa;
    const moment = new Date('2026-01-01T12:00:00.000Z');
    await company.updateMany({ where: { id: ours }, data: { emailConfirmadoEm: moment } });
    const bySql = await there.query('select email_confirmado_em as em from empresas where id = $1', [ours]);
    expect(bySql.rows).toEqual([{ em: moment }]);
    await there.query('update empresas set email_confirmado_em = $2 where id = $1', [ours, moment]);
    const byModel = await company.findFirst({ where: { id: ours }, select: { emailConfirmadoEm: true } });
    expect(byModel).toEqual({ emailConfirmadoEm: moment });
  } finally {
    await there.end();
    await atHome('reset timezone');
  }
});

it('prepares a statement with a list once, however long its lists are', async () => {
  const alone = openDatabase({ databaseUrl, poolSize: 1 });
  const prepared = async () =>
    (await alone.query("select from pg_prepared_statements where name like 'prisma_%'")).rowCount;
  const ids = (n: number) => Array.from({ length: n }, () => randomUUID());
  const { lead: all } = alone.within(INSTALACAO);
  for (const n of [2, 3, 1, 4]) await all.deleteMany({ where: { id: { in: ids(n) }, nome: 'ninguém' } });
  expect(await prepared()).toBe(1);
  for (const n of [2, 3, 1]) await all.createMany({ data: ids(n).map((id) => ({ id, ...lead('lista') })) });
  expect(await prepared()).toBe(2);
  await all.deleteMany({ where: { nome: 'lista' } });
  expect(await prepared()).toBe(3);
  await alone.end();
});

it('a statement that the database refuses comes back with the reason, and the next one is described', async () => {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    expect(await columnsOf(client, 'select sumiu from projetos')).toMatchObject({
      message: expect.stringContaining('sumiu'),
    });
    expect(await columnsOf(client, 'select nome from projetos')).toEqual([{ name: 'nome', oid: 25 }]);
  } finally {
    await client.end();
  }
});
