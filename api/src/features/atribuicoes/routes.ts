import * as contracts from '@escuta/shared/contracts/team/atribuicoes';
import * as samples from '@escuta/shared/contracts/team/sorteios';
import { actorOf } from '../../access/actor.ts';
import type { AppDeps } from '../../deps.ts';
import { success, successPage } from '../../http/answers.ts';
import { type Feature, route } from '../../route.ts';
import { assign, peopleFor, undo } from './service.ts';
import { draw, estimate, mySamples, samplesOfProject, undoSample } from './sorteios-service.ts';

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
  route(samples.estimateSorteio, async ({ params, body, session }) =>
    success(await estimate(deps, session, params.id, body)),
  ),
  route(samples.createSorteio, async ({ params, body, session, request }) =>
    success(await draw(deps, session, actorOf(session, request), params.id, body)),
  ),
  route(samples.listSorteios, async ({ params, query, session }) =>
    successPage(await samplesOfProject(deps, session, params.id, query)),
  ),
  route(samples.listMeusSorteios, async ({ session }) => success(await mySamples(deps, session))),
  route(samples.undoSorteio, async ({ params, session, request }) =>
    success(await undoSample(deps, session, actorOf(session, request), params.id)),
  ),
];
