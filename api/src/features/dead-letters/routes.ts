import * as contracts from '@escuta/shared/contracts/operation/operacao';
import { actorOf } from '../../access/actor.ts';
import type { AppDeps } from '../../deps.ts';
import { success, successPage } from '../../http/answers.ts';
import { type Feature, route } from '../../route.ts';
import { readReprocessing, startReprocessing } from './reprocessing.ts';
import { discard, pageOfFalhas, retryOne } from './service.ts';

export const deadLetters: Feature<AppDeps> = (deps) => [
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
    success(await startReprocessing(deps, scope, actorOf(session, request), body)),
  ),
  route(contracts.getLoteFalhas, async ({ params, scope, session }) =>
    success(await readReprocessing(deps, scope, session.usuarioId, params.id)),
  ),
  route(contracts.discardFalhas, async ({ body, scope, session, request }) =>
    success(await discard(deps, scope, actorOf(session, request), body)),
  ),
];
