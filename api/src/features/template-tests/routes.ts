import * as contracts from '@escuta/shared/contracts/insights/template-tests';
import { answerLogged, describeExcerpt } from '../../access/accesses.ts';
import { actorOf } from '../../access/actor.ts';
import type { AppDeps } from '../../deps.ts';
import { success } from '../../http/answers.ts';
import { type Feature, route } from '../../route.ts';
import { callsToTest, readSuggestion, readTest, startSuggestion, startTest, stopTest } from './service.ts';

export const templateTests: Feature<AppDeps> = (deps) => [
  route(contracts.listTestableCalls, async ({ session, query }) =>
    success(await callsToTest(deps, session, query)),
  ),
  route(contracts.createTemplateTest, async ({ session, request, body }) =>
    success(await startTest(deps, session, actorOf(session, request), body)),
  ),
  route(contracts.getTemplateTest, async ({ scope, params, session, request }) => {
    const teste = await readTest(deps, scope, params.id);
    return success(
      await answerLogged(deps, { session, request }, teste, [describeExcerpt('item', teste.auditoriaItemId)]),
    );
  }),
  route(contracts.createCriteriaSuggestion, async ({ session, request, body }) =>
    success(await startSuggestion(deps, session, actorOf(session, request), body)),
  ),
  route(contracts.getCriteriaSuggestion, async ({ scope, params, session, request }) => {
    const { sugestao, lidas } = await readSuggestion(deps, scope, params.id);
    return success(
      await answerLogged(
        deps,
        { session, request },
        sugestao,
        lidas.map((id) => describeExcerpt('item', id)),
      ),
    );
  }),
  route(contracts.cancelTemplateTest, async ({ scope, params, session, request }) =>
    success(await stopTest(deps, scope, actorOf(session, request), params.id)),
  ),
];
