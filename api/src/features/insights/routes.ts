import * as contracts from '@escuta/shared/contracts/insights/insights';
import { answerLogged, describeExcerpt } from '../../access/accesses.ts';
import { actorOf } from '../../access/actor.ts';
import type { AppDeps } from '../../deps.ts';
import { success, successPage } from '../../http/answers.ts';
import { type Feature, route } from '../../route.ts';
import { agreementOf, statsOfPeriod, trendsOf } from './analytics-service.ts';
import { generate, preview, reprocess } from './generate-service.ts';
import { pageOfQueue, pageOfQueueList } from './queue-service.ts';
import { comment, pageOfInsights } from './service.ts';
import { undoValidation, validate } from './verdict-service.ts';

/** The AI's insights, and people's verdicts and comments on them. */
export const insights: Feature<AppDeps> = (deps) => [
  route(contracts.listReviewSheet, async ({ session, query, request }) => {
    const page = await pageOfQueueList(deps, session, query);
    const read = page.data.map(({ itemId }) => describeExcerpt('item', itemId));
    return successPage(await answerLogged(deps, { session, request }, page, read));
  }),
  route(contracts.listReviewQueue, async ({ session, query, request }) => {
    const queue = await pageOfQueue(deps, session, query);
    const read = queue.insights.map(({ itemId }) => describeExcerpt('item', itemId));
    return success(await answerLogged(deps, { session, request }, queue, read));
  }),
  route(contracts.getInsightStats, async ({ session, query }) =>
    success(await statsOfPeriod(deps, session, query)),
  ),
  route(contracts.getInsightTrends, async ({ session, query }) =>
    success(await trendsOf(deps, session, query)),
  ),
  route(contracts.getInsightAgreement, async ({ session, query }) =>
    success(await agreementOf(deps, session, query)),
  ),
  route(contracts.listInsights, async ({ session, params, query, request }) => {
    const page = await pageOfInsights(deps, session, params.id, query);
    const read = page.data.map(({ itemId }) => describeExcerpt('item', itemId));
    return answerLogged(deps, { session, request }, page, read);
  }),
  route(contracts.previewInsights, async ({ session, params }) =>
    success(await preview(deps, session, params.id)),
  ),
  route(contracts.generateInsights, async ({ session, request, params, body }) =>
    success(
      await generate(deps, session, actorOf(session, request), params.id, {
        ...body?.options,
        creditosConfirmados: body?.creditos_confirmados,
      }),
    ),
  ),
  route(contracts.validateInsight, async ({ session, request, params, body }) =>
    success(await validate(deps, session, actorOf(session, request), params.id, body)),
  ),
  route(contracts.undoInsightValidation, async ({ session, request, params, query }) =>
    success(await undoValidation(deps, session, actorOf(session, request), params.id, query.dado_em)),
  ),
  route(contracts.giveInsightFeedback, async ({ session, request, params, body }) =>
    success(await comment(deps, session, actorOf(session, request), params.id, body.feedback)),
  ),
  route(contracts.reprocessInsight, async ({ session, request, params, body }) =>
    success(await reprocess(deps, session, actorOf(session, request), params.id, body?.creditos_confirmados)),
  ),
];
