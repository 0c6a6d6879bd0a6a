import * as contracts from '@escuta/shared/contracts/insights/dashboard';
import type { AppDeps } from '../../deps.ts';
import { success } from '../../http/answers.ts';
import { type Feature, route } from '../../route.ts';
import { Homes, itensPorProjeto, readPainel } from './service.ts';

/** The company's home page, and the projects behind its figures. */
export const dashboard: Feature<AppDeps> = (deps) => {
  const homes = new Homes(deps.db);
  return [
    route(contracts.getDashboard, async ({ query, session }) =>
      success(await readPainel(deps, homes, session, query)),
    ),
    route(contracts.getItensPorProjeto, async ({ query, session }) =>
      success(await itensPorProjeto(deps, session.ownScope, query)),
    ),
  ];
};
