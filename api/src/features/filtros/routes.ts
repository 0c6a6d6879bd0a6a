import * as contracts from '@escuta/shared/contracts/calls/filtros';
import { actorOf } from '../../access/actor.ts';
import type { AppDeps } from '../../deps.ts';
import { success } from '../../http/answers.ts';
import { type Feature, route } from '../../route.ts';
import { changeFiltro, dropFiltro, filtrosOf, keepFiltro } from './service.ts';

export const filtros: Feature<AppDeps> = (deps) => [
  route(contracts.listFiltros, async ({ session }) => success(await filtrosOf(deps, session))),
  route(contracts.createFiltro, async ({ body, session, request }) =>
    success(await keepFiltro(deps, session, actorOf(session, request), body)),
  ),
  route(contracts.updateFiltro, async ({ params, body, session, request }) =>
    success(await changeFiltro(deps, session, actorOf(session, request), params.id, body)),
  ),
  route(contracts.deleteFiltro, async ({ params, session, request }) => {
    await dropFiltro(deps, session, actorOf(session, request), params.id);
    return { success: true as const, message: 'Filtro excluído.' };
  }),
];
