// SQL: one look into the installation's catalogue, which is of no company.

import type { Db } from '@escuta/prisma/db';
import { AppError } from '@escuta/shared/domain/errors';

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
  const { rowCount } = await db.query(
    'select 1 from modelos_catalogo where rotulo = $1 and finalidade = $2 and ativo',
    [rotulo, finalidade],
  );
  if (rowCount === 1) return;
  const mensagem = `O modelo "${rotulo}" não está no catálogo de modelos.`;
  throw new AppError('regra_violada', mensagem, { errors: [{ campo, mensagem }] });
}
