import type { Db } from '@escuta/prisma/db';
import { AppError } from '@escuta/shared/domain/errors';
import { INSTALACAO } from '@escuta/shared/domain/scope';

/**
 * Checks a chosen model, because a run with an unknown model fails at every call.
 * @param campo the body's field with the model
 * @throws AppError regra_violada if no active label of the catalogue serves the purpose
 */
export async function assertInCatalogue(
  db: Db,
  rotulo: string,
  finalidade: 'transcricao' | 'texto',
  campo: string,
): Promise<void> {
  const where = { rotulo, finalidade, ativo: true };
  if (await db.within(INSTALACAO).modeloCatalogo.findFirst({ where, select: { id: true } })) return;
  const mensagem = `O modelo “${rotulo}” não está no catálogo de modelos.`;
  throw new AppError('regra_violada', mensagem, { errors: [{ campo, mensagem }] });
}
