import * as contracts from '@escuta/shared/contracts/surveys/pesquisas';
import { actorOf } from '../../access/actor.ts';
import type { AppDeps } from '../../deps.ts';
import { success, successPage } from '../../http/answers.ts';
import { type Feature, route } from '../../route.ts';
import { addPesquisa, changePesquisa, pageOfPesquisas, readPesquisa, removePesquisa } from './service.ts';

export const pesquisas: Feature<AppDeps> = (deps) => [
  route(contracts.listPesquisas, async ({ query, session }) =>
    successPage(await pageOfPesquisas(deps, session, query)),
  ),
  route(contracts.createPesquisa, async ({ body, session, request }) =>
    success(await addPesquisa(deps, session, actorOf(session, request), body)),
  ),
  route(contracts.getPesquisa, async ({ params, scope }) =>
    success(await readPesquisa(deps, scope, params.id)),
  ),
  route(contracts.updatePesquisa, async ({ params, body, session, request }) =>
    success(await changePesquisa(deps, session, actorOf(session, request), params.id, body)),
  ),
  route(contracts.deletePesquisa, async ({ params, scope, session, request }) => {
    await removePesquisa(deps, scope, actorOf(session, request), params.id);
    return { success: true as const, message: 'Pesquisa excluída com sucesso.' };
  }),
];
