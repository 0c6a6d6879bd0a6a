import * as contracts from '@escuta/shared/contracts/insights/modelos';
import { actorOf } from '../../access/actor.ts';
import type { AppDeps } from '../../deps.ts';
import { success } from '../../http/answers.ts';
import { type Feature, route } from '../../route.ts';
import {
  addModelo,
  addPreco,
  askServerOf,
  catalogueOf,
  changeModelo,
  optionsOf,
  removePreco,
} from './service.ts';

export const modelos: Feature<AppDeps> = (deps) => [
  route(contracts.listModeloOpcoes, async ({ query }) => success(await optionsOf(deps, query.finalidade))),
  route(contracts.listModelos, async () => success(await catalogueOf(deps))),
  route(contracts.askModeloServidor, async ({ query }) => success(await askServerOf(deps, query))),
  route(contracts.createModelo, async ({ session, request, body }) =>
    success(await addModelo(deps, actorOf(session, request), body)),
  ),
  route(contracts.updateModelo, async ({ session, request, params, body }) =>
    success(await changeModelo(deps, actorOf(session, request), params.id, body)),
  ),
  route(contracts.createPreco, async ({ session, request, body }) =>
    success(await addPreco(deps, actorOf(session, request), body)),
  ),
  route(contracts.deletePreco, async ({ session, request, params }) => {
    await removePreco(deps, actorOf(session, request), params.id);
    return { success: true as const, message: 'Preço planejado excluído.' };
  }),
];
