import * as contracts from '@escuta/shared/contracts/empresas';
import { success, successPage } from '../../answers.ts';
import type { AppDeps } from '../../deps.ts';
import { type Feature, route } from '../../route.ts';
import { pageOfEmpresas, readEmpresa } from './service.ts';

export const empresas: Feature<AppDeps> = (deps) => [
  route(contracts.listEmpresas, async ({ query, scope, session }) =>
    successPage(
      await pageOfEmpresas(deps, scope, {
        ownId: session.empresaId,
        q: query.q,
        page: query.page,
        limit: query.limit,
      }),
    ),
  ),
  route(contracts.getEmpresa, async ({ params, scope }) =>
    success(await readEmpresa(deps, scope, params.id)),
  ),
];
