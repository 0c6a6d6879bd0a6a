import * as contracts from '@escuta/shared/contracts/team/folhas';
import { answerLogged, describeExcerpt } from '../../../access/accesses.ts';
import { actorOf } from '../../../access/actor.ts';
import type { AppDeps } from '../../../deps.ts';
import { success, successPage } from '../../../http/answers.ts';
import { conditionsOf, sendBytes } from '../../../http/object-bytes.ts';
import { type Feature, route } from '../../../route.ts';
import { hearOwnMoment, markSheetSeen, ownSheetOf, ownSheetsOf } from './own-service.ts';
import { previewSheets, sendSheets } from './send-service.ts';

const excerptsOf = (itemIds: readonly string[]) => itemIds.map((id) => describeExcerpt('item', id));

/** Routes of the sheets of a day: coordinators preview and send them; interviewers read, hear and answer their own. */
export const folhas: Feature<AppDeps> = (deps) => [
  route(contracts.listPreviasDeFolha, async ({ query, session, request }) => {
    const found = await previewSheets(deps, session, query);
    const items = found.previas.flatMap(({ linhas }) => linhas.flatMap(({ item_id }) => item_id ?? []));
    return success(await answerLogged(deps, { session, request }, found, excerptsOf(items)));
  }),
  route(contracts.sendFolhas, async ({ body, session, request }) =>
    success(await sendSheets(deps, session, actorOf(session, request), body)),
  ),
  route(contracts.listMinhasFolhas, async ({ query, session }) =>
    successPage(await ownSheetsOf(deps, session, query)),
  ),
  route(contracts.getMinhaFolha, async ({ params, session, request }) => {
    const { folha, itens } = await ownSheetOf(deps, session, params.dia);
    return success(await answerLogged(deps, { session, request }, folha, excerptsOf(itens)));
  }),
  route(contracts.confirmFolha, async ({ params, session, request }) => {
    const { folha, itens } = await markSheetSeen(deps, session, actorOf(session, request), params.dia);
    return success(await answerLogged(deps, { session, request }, folha, excerptsOf(itens)));
  }),
  route(contracts.downloadSomDoRetorno, async ({ params, session, request, reply }) =>
    sendBytes(reply, await hearOwnMoment(deps, session, params.id, conditionsOf(session, request))),
  ),
];
