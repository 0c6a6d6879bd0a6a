import * as contracts from '@escuta/shared/contracts/filtros';
import { success } from '../../answers.ts';
import type { AppDeps } from '../../deps.ts';
import { type Feature, route } from '../../route.ts';
import { changeFiltro, dropFiltro, filtrosOf, keepFiltro } from './service.ts';

/** Filters of calls that people keep, for themselves or their company. */
export const filtros: Feature<AppDeps> = (deps) => [
  route(contracts.listFiltros, async ({ session }) => success(await filtrosOf(deps, session))),
  route(contracts.createFiltro, async ({ body, session }) => success(await keepFiltro(deps, session, body))),
  route(contracts.updateFiltro, async ({ params, body, session }) =>
    success(await changeFiltro(deps, session, params.id, body)),
  ),
  route(contracts.deleteFiltro, async ({ params, session }) => {
    await dropFiltro(deps, session, params.id);
    return { success: true as const, message: 'Filtro excluído.' };
  }),
];
