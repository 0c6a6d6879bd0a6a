import { listEntrevistasDaPesquisa, listEntrevistasDoProjeto } from '@escuta/shared/contracts/pesquisas';
import { successPage } from '../../answers.ts';
import type { AppDeps } from '../../deps.ts';
import { type Feature, route } from '../../route.ts';
import { pageOfPesquisa, pageOfProjeto } from './list-service.ts';

/** Interviews: their lists by survey and by project, and how they are done. */
export const entrevistas: Feature<AppDeps> = (deps) => [
  route(listEntrevistasDaPesquisa, async ({ params, query, scope }) =>
    successPage(await pageOfPesquisa(deps, scope, params.id, query)),
  ),
  route(listEntrevistasDoProjeto, async ({ params, query, scope }) =>
    successPage(await pageOfProjeto(deps, scope, params.id, query)),
  ),
];
