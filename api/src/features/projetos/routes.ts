import * as contracts from '@escuta/shared/contracts/operation/projetos';
import { actorOf } from '../../access/actor.ts';
import type { AppDeps } from '../../deps.ts';
import { success, successPage } from '../../http/answers.ts';
import { Background } from '../../http/background.ts';
import { type Feature, route } from '../../route.ts';
import { addExemplo, addPesquisaExemplo } from './example-service.ts';
import {
  addProjeto,
  changeProjeto,
  metricasOf,
  pageOfProjetos,
  readProjeto,
  removeProjeto,
} from './service.ts';

/** Projects; the list of their items belongs to the items' feature. */
export const projetos: Feature<AppDeps> = (deps) => {
  const background = new Background(deps);
  return [
    route(contracts.listProjetos, async ({ query, session }) =>
      successPage(await pageOfProjetos(deps, session, query)),
    ),
    route(contracts.createProjeto, async ({ body, session, request }) =>
      success(await addProjeto(deps, session, actorOf(session, request), body)),
    ),
    route(contracts.createExemplo, async ({ session, request }) =>
      success(await addExemplo(deps, session, actorOf(session, request))),
    ),
    route(contracts.createPesquisaExemplo, async ({ session, request }) =>
      success(await addPesquisaExemplo(deps, session, actorOf(session, request))),
    ),
    route(contracts.getProjeto, async ({ params, scope }) =>
      success(await readProjeto(deps, scope, params.id)),
    ),
    route(contracts.updateProjeto, async ({ params, body, session, request }) =>
      success(await changeProjeto(deps, session, actorOf(session, request), params.id, body)),
    ),
    route(contracts.deleteProjeto, async ({ params, scope, session, request }) => {
      await removeProjeto(deps, background, scope, actorOf(session, request), params.id);
      return { success: true as const, message: 'Projeto excluído com sucesso.' };
    }),
    route(contracts.getMetricasDoProjeto, async ({ params, query, scope }) =>
      success(await metricasOf(deps, scope, params.id, query)),
    ),
  ];
};
