import type { Db } from '@escuta/prisma/db';
import { type Scope, whereScope } from '@escuta/shared/domain/scope';

/** The Prisma `where` that limits companies to a scope. */
const ownCompany = (scope: Scope): { id?: string } =>
  scope.kind === 'empresa' ? { id: scope.empresaId } : {};

/** A company with its balance in credits; null outside the scope. */
export function findCompany(
  db: Db,
  scope: Scope,
  id: string,
): Promise<{ id: string; cnpj: string; saldoCreditos: number } | null> {
  return db.within(scope).empresa.findFirst({
    where: { id, AND: ownCompany(scope) },
    select: { id: true, cnpj: true, saldoCreditos: true },
  });
}

/** A project; null outside the scope. */
export function findProject(
  db: Db,
  scope: Scope,
  id: string,
): Promise<{ id: string; empresaId: string } | null> {
  return db.within(scope).projeto.findFirst({
    where: { id, ...whereScope(scope) },
    select: { id: true, empresaId: true },
  });
}

type Counts = { count(args: { where: { id: string; empresaId?: string } }): Promise<number> };

/** True if a table has the row in the scope. */
export async function isThere(
  db: Db,
  scope: Scope,
  model: 'agente' | 'auditoria' | 'auditoriaItem' | 'entrevista' | 'insightTemplate' | 'pesquisa',
  id: string,
): Promise<boolean> {
  const tables: Record<typeof model, Counts> = db.within(scope);
  return (await tables[model].count({ where: { id, ...whereScope(scope) } })) > 0;
}

/** True if the company is in the scope and not archived. */
export async function isInUse(db: Db, scope: Scope, id: string): Promise<boolean> {
  const where = { id, arquivadaEm: null, AND: ownCompany(scope) };
  return (await db.within(scope).empresa.count({ where })) > 0;
}
