import type { Db } from '@escuta/prisma/db';
import type { Scope } from '@escuta/shared/domain/scope';

/** An account with its person and company; null outside the scope. */
export async function findProfile(db: Db, scope: Extract<Scope, { kind: 'empresa' }>, membroId: string) {
  return db.within(scope).membro.findFirst({
    where: { id: membroId, empresaId: scope.empresaId },
    select: {
      usuarioId: true,
      empresaId: true,
      papel: true,
      direitos: { select: { direito: true } },
      termosPendentes: true,
      usuario: { select: { email: true, nome: true } },
      empresa: { select: { id: true, nome: true, cnpj: true } },
    },
  });
}
