// SQL: two first items at once make one default audit.

import type { Db } from '@escuta/prisma/db';
import { AUDITORIA_PADRAO_NOME, type TipoProjeto } from '@escuta/shared/domain/status';
import { newId } from '@escuta/shared/node/ids';

/** A project's default audit, made here where an older project has none. Whoever calls has checked the scope. */
export async function defaultAudit(db: Db, empresaId: string, projetoId: string): Promise<string> {
  const find = () =>
    db.query<{ id: string }>('select id from auditorias where projeto_id = $1 and padrao', [projetoId]);
  const found = (await find()).rows[0];
  if (found) return found.id;
  const { rows } = await db.query<{ tipo: TipoProjeto }>(
    'select tipo_projeto as tipo from projetos where id = $1',
    [projetoId],
  );
  const tipo = rows[0]?.tipo;
  if (!tipo) throw new Error('the project of a default audit is missing');
  // Two first calls at once: one inserts, the other waits for it and then finds its row.
  await db.query(
    `insert into auditorias (id, empresa_id, projeto_id, nome, padrao) values ($1, $2, $3, $4, true)
     on conflict (projeto_id) where padrao do nothing`,
    [newId(), empresaId, projetoId, AUDITORIA_PADRAO_NOME[tipo]],
  );
  const made = (await find()).rows[0];
  if (!made) throw new Error('default audit is missing after its insertion');
  return made.id;
}
