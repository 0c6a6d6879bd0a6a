import * as contracts from '@escuta/shared/contracts/calls/lotes';
import { ModelCatalog } from '@escuta/shared/services/runs/model-catalog';
import { actorOf } from '../../access/actor.ts';
import type { AppDeps } from '../../deps.ts';
import { success } from '../../http/answers.ts';
import { type Feature, route } from '../../route.ts';
import { changeTetos, estimate, startLote, tetosOf } from './service.ts';

/** Bulk runs: estimate, start, and a project's limits. */
export const lotes: Feature<AppDeps> = (deps) => {
  const catalog = new ModelCatalog(deps.db, deps.env);
  return [
    route(contracts.estimateLote, async ({ body, session }) =>
      success(await estimate(deps, catalog, session, body)),
    ),
    route(contracts.createLote, async ({ body, session, request }) =>
      success({ id: await startLote(deps, session, actorOf(session, request), body) }),
    ),
    route(contracts.getTetos, async ({ params, session }) =>
      success(await tetosOf(deps, session, params.id)),
    ),
    route(contracts.setTetos, async ({ params, body, session, request }) =>
      success(await changeTetos(deps, session, actorOf(session, request), params.id, body)),
    ),
  ];
};
