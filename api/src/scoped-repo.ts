/** What several features ask of companies and projects: by their id, within a scope. */
import type { createPrisma } from '@escuta/prisma/client';
import { guardScope } from '@escuta/prisma/scope-guard';
import { type Scope, whereScope } from '@escuta/shared/domain/scope';

type Prisma = ReturnType<typeof createPrisma>;

/** A company of the scope; null where it is not there. Balance in credits. */
export function findCompany(
  prisma: Prisma,
  scope: Scope,
  id: string,
): Promise<{ id: string; cnpj: string; saldoCreditos: number } | null> {
  const own = scope.kind === 'empresa' ? { id: scope.empresaId } : {};
  return guardScope(prisma, scope).empresa.findFirst({
    where: { id, AND: own },
    select: { id: true, cnpj: true, saldoCreditos: true },
  });
}

/** A project of the scope; null where it is not there. */
export function findProject(
  prisma: Prisma,
  scope: Scope,
  id: string,
): Promise<{ id: string; empresaId: string } | null> {
  return guardScope(prisma, scope).projeto.findFirst({
    where: { id, ...whereScope(scope) },
    select: { id: true, empresaId: true },
  });
}
