import * as contracts from '@escuta/shared/contracts/calls/gravacoes-anteriores';
import { actorOf } from '../../../access/actor.ts';
import type { AppDeps } from '../../../deps.ts';
import { success } from '../../../http/answers.ts';
import { conditionsOf, sendBytes } from '../../../http/object-bytes.ts';
import { type Feature, route } from '../../../route.ts';
import { formerOf, readFormer, recover, signFormer } from './former-service.ts';

export const formerRoutes: Feature<AppDeps> = (deps) => [
  route(contracts.listGravacoesAnteriores, async ({ params, scope }) =>
    success(await formerOf(deps, scope, params.id)),
  ),
  route(contracts.recoverGravacao, async ({ params, body, scope, session, request }) =>
    success(
      await recover(deps, scope, actorOf(session, request), {
        itemId: params.id,
        id: params.anteriorId,
        motivo: body?.motivo || null,
      }),
    ),
  ),
  route(contracts.createGravacaoAnteriorUrl, async ({ params, scope, session }) =>
    success(await signFormer(deps, scope, session.signer, { itemId: params.id, id: params.anteriorId })),
  ),
  route(contracts.downloadGravacaoAnterior, async ({ params, query, scope, session, request, reply }) =>
    sendBytes(
      reply,
      await readFormer(
        deps,
        scope,
        { itemId: params.id, id: params.anteriorId },
        query,
        conditionsOf(session, request),
      ),
    ),
  ),
];
