import type { Db } from '@escuta/prisma/db';
import { INSTALACAO } from '@escuta/shared/domain/scope';

type Ask = { count(args: { where: { id: string; NOT: { empresaId: string } } }): Promise<number> };

/** True if an id chosen by a client belongs to another company. */
export async function isElsewhere(
  db: Db,
  model: 'auditoriaPreparo' | 'importacao' | 'loteGravacao',
  empresaId: string,
  id: string,
): Promise<boolean> {
  const tables: Record<typeof model, Ask> = db.within(INSTALACAO);
  return (await tables[model].count({ where: { id, NOT: { empresaId } } })) > 0;
}
