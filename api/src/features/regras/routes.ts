import * as contracts from '@escuta/shared/contracts/insights/regras';
import { answerLogged, describeExcerpt } from '../../access/accesses.ts';
import { actorOf } from '../../access/actor.ts';
import type { AppDeps } from '../../deps.ts';
import { success, successPage } from '../../http/answers.ts';
import { type Feature, route } from '../../route.ts';
import { testRegra } from './backtest.ts';
import { decideFirings, pageOfFirings, pendingOf } from './firings.ts';
import { applyRegra, changeRegra, dropRegra, makeRegra, regrasOf } from './service.ts';

export const regras: Feature<AppDeps> = (deps) => [
  route(contracts.listRegras, async ({ session }) => success(await regrasOf(deps, session))),
  route(contracts.createRegra, async ({ body, session, request }) =>
    success(await makeRegra(deps, session, actorOf(session, request), body)),
  ),
  route(contracts.updateRegra, async ({ params, body, session, request }) =>
    success(await changeRegra(deps, session, actorOf(session, request), params.id, body)),
  ),
  route(contracts.deleteRegra, async ({ params, session, request }) => {
    await dropRegra(deps, session, actorOf(session, request), params.id);
    return { success: true as const, message: 'Regra excluída.' };
  }),
  route(contracts.applyRegra, async ({ params, session, request }) =>
    success(await applyRegra(deps, session, actorOf(session, request), params.id)),
  ),
  route(contracts.testRegra, async ({ body, session }) => success(await testRegra(deps, session, body))),
  route(contracts.listDisparos, async ({ query, session, request }) => {
    const page = await pageOfFirings(deps, session, query);
    const read = page.data.flatMap(({ item_id, porque }) =>
      item_id !== null && porque.some(({ citacao }) => citacao !== null)
        ? [describeExcerpt('item', item_id)]
        : [],
    );
    return successPage(await answerLogged(deps, { session, request }, page, read));
  }),
  route(contracts.countDisparos, async ({ session }) => success(await pendingOf(deps, session))),
  route(contracts.updateDisparos, async ({ body, session, request }) =>
    success(await decideFirings(deps, session, actorOf(session, request), body)),
  ),
];
