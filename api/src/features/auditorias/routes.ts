import * as contracts from '@escuta/shared/contracts/surveys/auditorias';
import type { AppDeps } from '../../deps.ts';
import { success, successPage } from '../../http/answers.ts';
import { type Feature, route } from '../../route.ts';
import { pageOfAuditorias, pageOfProjeto, readAuditoria } from './service.ts';

export const auditorias: Feature<AppDeps> = (deps) => [
  // Lists the audits of the caller's own company, even for an administrator.
  route(contracts.listAuditorias, async ({ query, session }) =>
    successPage(await pageOfAuditorias(deps, session.ownScope, query)),
  ),
  route(contracts.listAuditoriasDoProjeto, async ({ params, query, scope }) => {
    const { data, pagination } = await pageOfProjeto(deps, scope, params.projectId, query);
    return { success: true as const, auditorias: data, pagination };
  }),
  route(contracts.getAuditoria, async ({ params, scope }) =>
    success(await readAuditoria(deps, scope, params.id)),
  ),
  route(contracts.listTodasAuditorias, async ({ query, scope }) =>
    successPage(await pageOfAuditorias(deps, scope, query)),
  ),
];
