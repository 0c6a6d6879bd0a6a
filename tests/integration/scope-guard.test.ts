import { randomUUID } from 'node:crypto';
import { createPrisma } from '@escuta/prisma/client';
import { createPool } from '@escuta/prisma/pool';
import { guardScope, ScopeViolation } from '@escuta/prisma/scope-guard';
import { afterAll, beforeAll, expect, it } from 'vitest';

const databaseUrl = process.env.DATABASE_URL!;
const prisma = createPrisma({ databaseUrl, poolSize: 4 });
const ours = randomUUID();
const theirs = randomUUID();
const db = guardScope(prisma, { kind: 'empresa', empresaId: ours });

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
afterAll(() => prisma.$disconnect());

it('reads the rows of its company', async () => {
  const rows = await db.projeto.findMany({ where: { empresaId: ours } });
  expect(rows.map((row) => row.empresaId)).toEqual([ours]);
});

it('refuses a query that forgot the company, before it reaches the database', async () => {
  await expect(db.projeto.findMany()).rejects.toThrow(ScopeViolation);
  await expect(db.projeto.updateMany({ data: { nome: 'x' } })).rejects.toThrow(ScopeViolation);
  await expect(db.projeto.findMany({ where: { empresaId: theirs } })).rejects.toThrow(ScopeViolation);
});

it('holds inside transactions', async () => {
  const attempt = db.$transaction(async (tx) => {
    await tx.projeto.updateMany({ where: { empresaId: ours }, data: { nome: 'mudado' } });
    await tx.projeto.deleteMany({});
  });
  await expect(attempt).rejects.toThrow(ScopeViolation);
  expect(await prisma.projeto.count({ where: { nome: 'mudado' } })).toBe(0);
});

it('lets the installation see every company', async () => {
  const all = guardScope(prisma, { kind: 'instalacao' });
  expect(await all.projeto.count({ where: { empresaId: { in: [ours, theirs] } } })).toBe(2);
});

it('reports a broken idle connection instead of dying, and goes on', async () => {
  const errors: Error[] = [];
  const pool = createPool({ databaseUrl, poolSize: 1, onError: (error) => errors.push(error) });
  const { rows } = await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  await prisma.$queryRaw`SELECT pg_terminate_backend(${rows[0]!.pid}::int)`;
  await expect.poll(() => errors.length).toBe(1);
  expect((await pool.query('SELECT 1 AS um')).rows).toEqual([{ um: 1 }]);
  await pool.end();
});
