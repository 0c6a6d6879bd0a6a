// SQL: `on conflict` lets two concurrent first items of a project create a single default audit.

import type { Db } from '@escuta/prisma/db';
import { AUDITORIA_PADRAO_NOME } from '@escuta/shared/domain/runs/status';
import { companyScope } from '@escuta/shared/domain/scope';
import { newId } from '@escuta/shared/platform/database/ids';

/** A project's default audit, created if an older project has none. The caller checks the scope. */
export async function defaultAudit(db: Db, empresaId: string, projetoId: string): Promise<string> {
  const { auditoria, projeto } = db.within(companyScope(empresaId));
  const find = () =>
    auditoria.findFirst({ where: { empresaId, projetoId, padrao: true }, select: { id: true } });
  const found = await find();
  if (found) return found.id;
  const of = await projeto.findFirst({ where: { id: projetoId, empresaId }, select: { tipoProjeto: true } });
  if (!of) throw new Error('the project of a default audit is missing');
  // Of two concurrent calls, one inserts; the other waits, then finds the row.
  await db.query(
    `insert into auditorias (id, empresa_id, projeto_id, nome, padrao) values ($1, $2, $3, $4, true)
     on conflict (projeto_id) where padrao do nothing`,
    [newId(), empresaId, projetoId, AUDITORIA_PADRAO_NOME[of.tipoProjeto]],
  );
  const made = await find();
  if (!made) throw new Error('default audit is missing after its insertion');
  return made.id;
}
