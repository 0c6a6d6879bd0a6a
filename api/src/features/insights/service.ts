import type { QueryOf } from '@escuta/shared/contracts/contract';
import { COMENTARIOS_MAX } from '@escuta/shared/contracts/insights/insight-parts';
import type { InsightWire, listInsights as listContract } from '@escuta/shared/contracts/insights/insights';
import { AppError } from '@escuta/shared/domain/errors';
import { type Actor, recordAction } from '@escuta/shared/services/log/audit-log';
import type { AppDeps } from '../../deps.ts';
import { presentPage } from '../../http/answers.ts';
import type { Session } from '../../sign-in/session.ts';
import { statsOfTarget } from './analytics-service.ts';
import { presentInsight } from './present.ts';
import {
  countComments,
  findAlvo,
  findInsight,
  insertComment,
  isNewestComment,
  listInsights,
} from './repo.ts';
import { lockWhereItCounts } from './verdict-repo.ts';

/**
 * A page of the insights of an item, audit or project.
 * @throws AppError nao_encontrado, requisicao_invalida
 */
export async function pageOfInsights(
  deps: AppDeps,
  session: Session,
  id: string,
  query: QueryOf<typeof listContract>,
) {
  const { scope } = session;
  if (
    query.minConfianca !== undefined &&
    query.maxConfianca !== undefined &&
    query.minConfianca > query.maxConfianca
  ) {
    throw new AppError('requisicao_invalida', 'A confiança mínima é maior que a máxima.');
  }
  const alvo = await findAlvo(deps.db, scope, id);
  if (!alvo) throw new AppError('nao_encontrado', 'Item, auditoria ou projeto não encontrado.');
  const target = { item: 'itemId', auditoria: 'auditoriaId', projeto: 'projetoId' } as const;
  const [found, estatisticas] = await Promise.all([
    listInsights(deps.db, scope, alvo, query),
    query.includeStats
      ? statsOfTarget(deps, session, { data: query.data, [target[alvo.tipo]]: alvo.id })
      : null,
  ]);
  return {
    success: true as const,
    ...presentPage(query, found, presentInsight),
    alvo: alvo.tipo,
    ...(estatisticas ? { estatisticas } : {}),
  };
}

/**
 * Adds a comment to the insight that counts at present. Repeating the newest comment changes nothing.
 * @throws AppError nao_encontrado, conflito if the insight has the most comments allowed
 */
export function comment(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  id: string,
  feedback: string,
): Promise<InsightWire> {
  return deps.db.transaction(async (tx) => {
    const insight = await lockWhereItCounts(tx, session.scope, id);
    if (!insight) throw new AppError('nao_encontrado', 'Insight não encontrado.');
    const given = { usuarioId: session.usuarioId, texto: feedback };
    if (!(await isNewestComment(tx, session.scope, insight.id, given))) {
      if ((await countComments(tx, session.scope, insight.id)) >= COMENTARIOS_MAX) {
        throw new AppError('conflito', `Um insight aceita até ${COMENTARIOS_MAX} comentários.`);
      }
      await insertComment(tx, session.scope, insight.id, given);
      await recordAction(tx, {
        ...actor,
        empresaId: insight.empresaId,
        acao: 'insight_feedback',
        recurso: 'insight',
        recursoId: insight.id,
        detalhes: { itemId: insight.itemId },
      });
    }
    const row = await findInsight(tx, session.scope, insight.id);
    if (!row) throw new AppError('nao_encontrado', 'Insight não encontrado.');
    return presentInsight(row);
  });
}
