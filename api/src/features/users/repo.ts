import type { createPrisma } from '@escuta/prisma/client';
import { guardScope } from '@escuta/prisma/scope-guard';
import type { Scope } from '@escuta/shared/domain/scope';

type Prisma = ReturnType<typeof createPrisma>;

/** An account with its person and its company; null when it is not within the scope. */
export async function findProfile(
  prisma: Prisma,
  scope: Extract<Scope, { kind: 'empresa' }>,
  membroId: string,
) {
  return guardScope(prisma, scope).membro.findFirst({
    where: { id: membroId, empresaId: scope.empresaId },
    select: {
      usuarioId: true,
      empresaId: true,
      papel: true,
      termosPendentes: true,
      usuario: { select: { email: true, nome: true } },
      empresa: { select: { id: true, nome: true, cnpj: true } },
    },
  });
}
