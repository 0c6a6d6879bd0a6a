import type { BodyOf, QueryOf, ResponseOf } from '@escuta/shared/contracts/contract';
import type * as contracts from '@escuta/shared/contracts/operation/operacao';
import { AppError } from '@escuta/shared/domain/errors';
import type { Scope } from '@escuta/shared/domain/scope';
import { type Actor, recordAction } from '@escuta/shared/services/log/audit-log';
import { retryDeadLetter } from '@escuta/shared/services/runs/retry';
import type { AppDeps } from '../../deps.ts';
import { presentPage } from '../../http/answers.ts';
import { presentFalha } from './present.ts';
import { discardFalhas, listFalhas, lockFalhas } from './repo.ts';

type Page = ResponseOf<typeof contracts.listFalhas>;

/**
 * A page of the failed runs in the scope, newest first.
 * @throws AppError requisicao_invalida beyond the last allowed page
 */
export async function pageOfFalhas(
  deps: AppDeps,
  scope: Scope,
  query: QueryOf<typeof contracts.listFalhas>,
): Promise<Pick<Page, 'data' | 'pagination'>> {
  return presentPage(query, await listFalhas(deps.db, scope, query), presentFalha);
}

/**
 * Retries a failed run.
 * @throws AppError like `retryDeadLetter`
 */
export async function retryOne(
  deps: AppDeps,
  scope: Scope,
  actor: Actor,
  { letraId, confirmado }: { letraId: string; confirmado: boolean },
) {
  const { execucaoId, creditos, saldo } = await retryDeadLetter(
    deps.db,
    { scope, letraId, actor, confirmado, entrevistaMinutos: deps.env.CREDITO_ENTREVISTA_MINUTOS },
    deps.publish,
    deps,
  );
  return { execucaoId, creditos, saldo };
}

/**
 * Discards failed runs.
 * @throws AppError nao_encontrado if a run is not in the scope, conflito if all were handled before; an error leaves
 * all runs unchanged
 */
export function discard(
  deps: AppDeps,
  scope: Scope,
  actor: Actor,
  { ids, motivo }: BodyOf<typeof contracts.discardFalhas>,
): Promise<{ descartadas: number; jaTratadas: number }> {
  return deps.db.transaction(async (tx) => {
    const letters = await lockFalhas(tx, scope, ids);
    if (letters.length < ids.length) throw new AppError('nao_encontrado', 'Falha não encontrada.');
    const open = letters.filter(({ status }) => status === 'aberta');
    if (open.length === 0) {
      throw new AppError(
        'conflito',
        ids.length === 1 ? 'Esta falha já foi tratada.' : 'Estas falhas já foram tratadas.',
      );
    }
    await discardFalhas(tx, scope, { ids: open.map(({ id }) => id), usuarioId: actor.usuarioId, motivo });
    for (const { empresaId, itemId, etapa } of open) {
      await recordAction(tx, {
        ...actor,
        empresaId,
        acao: 'falha_descartada',
        recurso: 'auditoria_item',
        recursoId: itemId,
        detalhes: { etapa, motivo },
      });
    }
    return { descartadas: open.length, jaTratadas: letters.length - open.length };
  });
}
