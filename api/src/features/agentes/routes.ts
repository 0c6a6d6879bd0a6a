import * as page from '@escuta/shared/contracts/team/agente-pagina';
import * as contracts from '@escuta/shared/contracts/team/agentes';
import { answerLogged, describeExcerpt } from '../../access/accesses.ts';
import { actorOf } from '../../access/actor.ts';
import type { AppDeps } from '../../deps.ts';
import { success, successPage } from '../../http/answers.ts';
import { type Feature, route } from '../../route.ts';
import { importList } from './import-service.ts';
import { mergeInto, mergesOf, undoMerge } from './merges-service.ts';
import { pageOfAgente } from './page-service.ts';
import { changeRamal, giveRamal, ramaisOf, takeRamal } from './ramais-service.ts';
import { answer, giveRetorno, markSeen, myRetornos, retornosOf, takeBack } from './retornos-service.ts';
import { addAgente, anonymiseAgente, changeAgente, pageOfAgentes, removeAgente } from './service.ts';

/** Routes of agents, who speak for a company in recordings. An account's first interview creates its agent. */
export const agentes: Feature<AppDeps> = (deps) => [
  route(contracts.listAgentes, async ({ query, session }) =>
    successPage(await pageOfAgentes(deps, session, query)),
  ),
  route(contracts.createAgente, async ({ body, session, request }) =>
    success(await addAgente(deps, session, actorOf(session, request), body)),
  ),
  route(contracts.importAgentes, async ({ body, session, request }) =>
    success(await importList(deps, session, actorOf(session, request), body)),
  ),
  route(contracts.listRamais, async ({ params, session }) =>
    success(await ramaisOf(deps, session, params.id)),
  ),
  route(contracts.addRamal, async ({ params, body, session, request }) =>
    success(await giveRamal(deps, session, actorOf(session, request), params.id, body)),
  ),
  route(contracts.updateRamal, async ({ params, body, session, request }) =>
    success(await changeRamal(deps, session, actorOf(session, request), params, body)),
  ),
  route(contracts.deleteRamal, async ({ params, session, request }) => {
    await takeRamal(deps, session, actorOf(session, request), params);
    return { success: true as const, message: 'Período de ramal excluído.' };
  }),
  route(contracts.updateAgente, async ({ params, body, session, request }) =>
    success(await changeAgente(deps, session, actorOf(session, request), params.id, body)),
  ),
  route(contracts.mergeAgentes, async ({ params, body, session, request }) =>
    success(await mergeInto(deps, session, actorOf(session, request), params.id, body.agente_id)),
  ),
  route(contracts.listFusoes, async ({ params, session }) =>
    success(await mergesOf(deps, session, params.id)),
  ),
  route(contracts.undoFusao, async ({ params, session, request }) =>
    success(await undoMerge(deps, session, actorOf(session, request), params)),
  ),
  route(contracts.deleteAgente, async ({ params, session, request }) => {
    await removeAgente(deps, session, actorOf(session, request), params.id);
    return { success: true as const, message: 'Agente excluído.' };
  }),
  route(contracts.anonymizeAgente, async ({ params, session, request }) =>
    success(await anonymiseAgente(deps, session, actorOf(session, request), params.id)),
  ),
  route(page.getPaginaDoAgente, async ({ params, query, session, request }) => {
    const shown = await pageOfAgente(deps, session, params.id, query);
    const read = [...shown.piores, ...shown.melhores].map(({ item_id }) => describeExcerpt('item', item_id));
    return success(await answerLogged(deps, { session, request }, shown, read));
  }),
  route(page.listRetornos, async ({ params, query, session }) =>
    successPage(await retornosOf(deps, session, params.id, query)),
  ),
  route(page.listMeusRetornos, async ({ session }) => success(await myRetornos(deps, session))),
  route(page.createRetorno, async ({ params, body, session, request }) =>
    success(await giveRetorno(deps, session, actorOf(session, request), params.id, body)),
  ),
  route(page.confirmRetorno, async ({ params, session, request }) =>
    success(await markSeen(deps, session, actorOf(session, request), params.id)),
  ),
  route(page.answerRetorno, async ({ params, body, session, request }) =>
    success(await answer(deps, session, actorOf(session, request), params.id, body.texto)),
  ),
  route(page.deleteRetorno, async ({ params, session, request }) => {
    await takeBack(deps, session, actorOf(session, request), params.id);
    return { success: true as const, message: 'Retorno retirado.' };
  }),
];
