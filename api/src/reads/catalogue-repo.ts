import type { Db } from '@escuta/prisma/db';
import { AppError } from '@escuta/shared/domain/errors';
import { INSTALACAO } from '@escuta/shared/domain/scope';

/**
 * Holds a chosen model against the catalogue: a run that meets another one fails for each of its calls.
 * @param campo the body's field that names the model
 * @throws AppError regra_violada where no active label of the catalogue serves the purpose
 */
export async function assertInCatalogue(
  db: Db,
  rotulo: string,
  finalidade: 'transcricao' | 'texto',
  campo: string,
): Promise<void> {
  const where = { rotulo, finalidade, ativo: true };
  if (await db.within(INSTALACAO).modeloCatalogo.findFirst({ where, select: { id: true } })) return;
  const mensagem = `O modelo "${rotulo}" não está no catálogo de modelos.`;
  throw new AppError('regra_violada', mensagem, { errors: [{ campo, mensagem }] });
}
