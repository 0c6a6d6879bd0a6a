import * as contracts from '@escuta/shared/contracts/calls/atribuicoes';
import { actorOf } from '../../access/actor.ts';
import type { AppDeps } from '../../deps.ts';
import { success } from '../../http/answers.ts';
import { type Feature, route } from '../../route.ts';
import { assign, peopleFor, undo } from './service.ts';

export const atribuicoes: Feature<AppDeps> = (deps) => [
  route(contracts.listResponsaveisDoProjeto, async ({ params, query, scope }) =>
    success(await peopleFor(deps, scope, params.id, query.q)),
  ),
  route(contracts.assignLigacoes, async ({ params, body, session, request }) =>
    success(await assign(deps, session, actorOf(session, request), params.id, body)),
  ),
  route(contracts.undoAtribuicao, async ({ params, session, request }) =>
    success(await undo(deps, session, actorOf(session, request), params)),
  ),
];
