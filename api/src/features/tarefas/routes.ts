import * as contracts from '@escuta/shared/contracts/operation/tarefas';
import { actorOf } from '../../access/actor.ts';
import type { AppDeps } from '../../deps.ts';
import { success, successPage } from '../../http/answers.ts';
import { type Feature, route } from '../../route.ts';
import { cancel, goOn, oneTarefa, pageOfTarefas, pause } from './service.ts';

/** Long work done by the worker: list, stop and resume. Other features create the tasks. */
export const tarefas: Feature<AppDeps> = (deps) => [
  route(contracts.listTarefas, async ({ query, session }) =>
    successPage(await pageOfTarefas(deps, session, query)),
  ),
  route(contracts.getTarefa, async ({ params, session }) =>
    success(await oneTarefa(deps, session, params.id)),
  ),
  route(contracts.cancelTarefa, async ({ params, body, session, request }) =>
    success(await cancel(deps, session, actorOf(session, request), params.id, body?.retirar ?? false)),
  ),
  route(contracts.pauseTarefa, async ({ params, session, request }) =>
    success(await pause(deps, session, actorOf(session, request), params.id)),
  ),
  route(contracts.resumeTarefa, async ({ params, session, request }) =>
    success(await goOn(deps, session, actorOf(session, request), params.id)),
  ),
];
