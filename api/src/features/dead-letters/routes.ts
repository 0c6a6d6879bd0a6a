import * as contracts from '@escuta/shared/contracts/operacao';
import { AppError } from '@escuta/shared/domain/errors';
import { actorOf } from '../../actor.ts';
import { success, successPage } from '../../answers.ts';
import type { AppDeps } from '../../deps.ts';
import { type Feature, route } from '../../route.ts';
import type { Session } from '../../session.ts';
import { RetryBatches } from './batches.ts';
import { discard, pageOfFalhas, retryOne } from './service.ts';

/** The account behind a session; these routes take no keys. */
function accountOf({ membroId }: Session): string {
  if (membroId === null) throw new AppError('nao_autenticado', 'Usuário não autenticado.');
  return membroId;
}

export const deadLetters: Feature<AppDeps> = (deps) => {
  const batches = new RetryBatches(deps);
  return [
    route(contracts.listFalhas, async ({ query, scope }) =>
      successPage(await pageOfFalhas(deps, scope, query)),
    ),
    route(contracts.retryFalha, async ({ params, body, scope, session, request }) =>
      success(
        await retryOne(deps, scope, actorOf(session, request), {
          letraId: params.id,
          confirmado: body?.confirmado === true,
        }),
      ),
    ),
    route(contracts.retryFalhas, async ({ body, scope, session, request }) =>
      success(
        await batches.start({
          scope,
          actor: actorOf(session, request),
          membroId: accountOf(session),
          filter: body,
        }),
      ),
    ),
    route(contracts.getLoteFalhas, async ({ params, session }) => {
      const found = await batches.find(accountOf(session), params.id);
      if (!found) throw new AppError('nao_encontrado', 'Reprocessamento não encontrado.');
      return success(found);
    }),
    route(contracts.discardFalhas, async ({ body, scope, session, request }) =>
      success(await discard(deps, scope, actorOf(session, request), body)),
    ),
  ];
};
