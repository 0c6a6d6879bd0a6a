// Plain reads through Prisma stay within their scope: a row of another company is reported as not found.
import { ScopeViolation } from '@escuta/prisma/scope-guard';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findCompany, findProject } from '../../api/src/reads/scoped-repo.ts';
import { closeTestDeps, createTestDeps } from '../support/app.ts';
import { createTenant } from '../support/factories.ts';

const deps = createTestDeps();
let ours: Awaited<ReturnType<typeof createTenant>>;
let theirs: Awaited<ReturnType<typeof createTenant>>;

beforeAll(async () => {
  ours = await createTenant(deps);
  theirs = await createTenant(deps);
});
afterAll(() => closeTestDeps(deps));
const scope = () => ({ kind: 'empresa', empresaId: ours.empresa.id }) as const;

it('company and project of the scope are found; those of another company are not', async () => {
  expect(await findCompany(deps.db, scope(), ours.empresa.id)).toMatchObject({
    id: ours.empresa.id,
    cnpj: ours.empresa.cnpj,
  });
  expect(await findCompany(deps.db, scope(), theirs.empresa.id)).toBeNull();
  expect(await findProject(deps.db, scope(), ours.projeto.id)).toEqual({
    id: ours.projeto.id,
    empresaId: ours.empresa.id,
  });
  expect(await findProject(deps.db, scope(), theirs.projeto.id)).toBeNull();
});

it('the installation finds those of all', async () => {
  for (const { empresa, projeto } of [ours, theirs]) {
    expect((await findCompany(deps.db, { kind: 'instalacao' }, empresa.id))?.id).toBe(empresa.id);
    expect((await findProject(deps.db, { kind: 'instalacao' }, projeto.id))?.id).toBe(projeto.id);
  }
});

it('a query without the company reads nothing: the guard refuses before the database', async () => {
  const db = deps.db.within(scope());
  await expect(db.projeto.findFirst({ where: { id: ours.projeto.id } })).rejects.toThrow(ScopeViolation);
  await expect(db.empresa.findFirst({ where: { id: theirs.empresa.id } })).rejects.toThrow(ScopeViolation);
  await expect(db.ticket.count()).rejects.toThrow(ScopeViolation);
});
