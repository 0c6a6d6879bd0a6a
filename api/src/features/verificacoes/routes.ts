import * as contracts from '@escuta/shared/contracts/surveys/verificacoes';
import { actorOf } from '../../access/actor.ts';
import type { AppDeps } from '../../deps.ts';
import { success, successPage } from '../../http/answers.ts';
import { type Feature, route } from '../../route.ts';
import { assign, changeRegra, conclude, draw, pageOfVerificacoes, readAmostra } from './service.ts';

/** The random sample of a survey's interviews that people verify by playing the recording or calling back. */
export const verificacoes: Feature<AppDeps> = (deps) => [
  route(contracts.getVerificacaoDaPesquisa, async ({ params, session }) =>
    success(await readAmostra(deps, session, params.id)),
  ),
  route(contracts.updateVerificacaoDaPesquisa, async ({ params, body, session, request }) =>
    success(await changeRegra(deps, session, actorOf(session, request), params.id, body)),
  ),
  route(contracts.drawVerificacoes, async ({ params, session, request }) =>
    success(await draw(deps, session, actorOf(session, request), params.id)),
  ),
  route(contracts.listVerificacoes, async ({ params, query, session }) =>
    successPage(await pageOfVerificacoes(deps, session, params.id, query)),
  ),
  route(contracts.assignVerificacoes, async ({ params, body, session, request }) =>
    success(await assign(deps, session, actorOf(session, request), params.id, body)),
  ),
  route(contracts.completeVerificacao, async ({ params, body, session, request }) =>
    success(await conclude(deps, session, actorOf(session, request), params.id, body)),
  ),
];
