/** What several features ask of companies and projects: by their id, within a scope. */
import type { Db } from '@escuta/prisma/db';
import { type Scope, whereScope } from '@escuta/shared/domain/scope';

/** A company of the scope; null where it is not there. Balance in credits. */
export function findCompany(
  db: Db,
  scope: Scope,
  id: string,
): Promise<{ id: string; cnpj: string; saldoCreditos: number } | null> {
  const own = scope.kind === 'empresa' ? { id: scope.empresaId } : {};
  return db.within(scope).empresa.findFirst({
    where: { id, AND: own },
    select: { id: true, cnpj: true, saldoCreditos: true },
  });
}

/** A project of the scope; null where it is not there. */
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
