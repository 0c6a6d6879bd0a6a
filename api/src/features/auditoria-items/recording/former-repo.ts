// SQL: an item's former recordings are listed, and restored under the item's lock.

import type { Database } from '@escuta/prisma/db';
import { AppError } from '@escuta/shared/domain/errors';
import type { SaidaDaGravacao } from '@escuta/shared/domain/recordings/former-recording';
import type { Scope } from '@escuta/shared/domain/scope';
import { personName } from '@escuta/shared/platform/database/conditions/actor';
import { inScope, type Sql, sql } from '@escuta/shared/platform/database/sql';
import { refuseOwnAudited } from '@escuta/shared/services/interviews/own-interview';
import { lockFormer } from '@escuta/shared/services/items/former';
import { requireAct } from '@escuta/shared/services/items/life';
import { recoverRecording } from '@escuta/shared/services/items/recording';
import type { Actor, Via } from '@escuta/shared/services/log/audit-log';

import type { ItemRow } from '../list/columns-repo.ts';
import { findItem, lockItem } from '../repo.ts';
import { requireOfInterview } from './recording-repo.ts';

/** At most this many of an item's newest former recordings are listed. */
const SHOWN = 50;

export type AnteriorRow = {
  id: string;
  empresa_id: string;
  chave_objeto: string | null;
  nome: string | null;
  tipo: string | null;
  tamanho: number | null;
  sha256: string | null;
  recebida_em: Date | null;
  saiu_em: Date;
  saida: SaidaDaGravacao;
  por: string | null;
  via: Via;
  motivo: string | null;
  resultados: string[];
  ate: Date;
};

const columnsOf = (
  scope: Scope,
): Sql => sql`g.id, g.empresa_id, case when g.ate > now() then g.chave_objeto end as chave_objeto, g.nome, g.tipo,
  g.tamanho::float8 as tamanho, g.sha256, g.recebida_em, g.saiu_em, g.saida,
  ${personName(scope, sql`g.usuario_id`, sql`g.empresa_id`)} as por, g.via, g.motivo,
  g.resultados, g.ate`;

/** Former recordings of an item in the scope, last replaced first. */
export async function listFormer(db: Database, scope: Scope, itemId: string): Promise<AnteriorRow[]> {
  const { rows } = await db.sql<AnteriorRow>(
    sql`select ${columnsOf(scope)} from gravacoes_anteriores g left join usuarios u on u.id = g.usuario_id
      where g.item_id = ${itemId}::uuid and ${inScope(scope, sql`g.empresa_id`)}
      order by g.saiu_em desc, g.id desc limit ${SHOWN}`,
    'gravacoes_anteriores',
  );
  return rows;
}

/** Finds a former recording of an item by id; null if the scope has no such recording. */
export async function findFormer(
  db: Database,
  scope: Scope,
  itemId: string,
  id: string,
): Promise<AnteriorRow | null> {
  const { rows } = await db.sql<AnteriorRow>(
    sql`select ${columnsOf(scope)} from gravacoes_anteriores g left join usuarios u on u.id = g.usuario_id
      where g.id = ${id}::uuid and g.item_id = ${itemId}::uuid and ${inScope(scope, sql`g.empresa_id`)}`,
    'gravacao_anterior',
  );
  return rows[0] ?? null;
}

/**
 * Restores a former recording; the present one becomes a former one.
 * @throws AppError nao_encontrado, execucao_em_andamento, sem_permissao, dados_apagados, and the errors of
 * `requireOfInterview`
 */
export function putBack(
  db: Database,
  scope: Scope,
  actor: Actor,
  { itemId, id, motivo }: { itemId: string; id: string; motivo: string | null },
): Promise<ItemRow> {
  return db.transaction(async (tx) => {
    const item = await lockItem(tx, scope, itemId);
    await requireAct(tx, item, 'recuperar', actor);
    await refuseOwnAudited(tx, actor.usuarioId, itemId);
    if (item.entrevista_id) await requireOfInterview(tx, item.entrevista_id, 'anexar', actor);
    const anterior = await lockFormer(tx, itemId, { id });
    if (!anterior) {
      throw new AppError(
        'nao_encontrado',
        'Esta gravação não está mais entre as anteriores: outra pessoa já a recuperou, ou o prazo de recuperação terminou.',
      );
    }
    await recoverRecording(tx, item, actor, anterior, { motivoDaTroca: motivo });
    return (await findItem(tx, scope, itemId)) as ItemRow;
  });
}
