import * as contracts from '@escuta/shared/contracts/surveys/sinais';
import { answerLogged, describeExcerpt } from '../../access/accesses.ts';
import { actorOf } from '../../access/actor.ts';
import type { AppDeps } from '../../deps.ts';
import { success, successPage } from '../../http/answers.ts';
import { type Feature, route } from '../../route.ts';
import { giveOpinion, nameSecond, secondsOf, undoOpinion } from './opinion-service.ts';
import { namedSignals, openSignal, pageOfSignals, summaryOf } from './service.ts';

/**
 * Signals of fabrication in a survey: for gerentes and administrators, and single signals for people to whom they are
 * assigned.
 */
export const sinais: Feature<AppDeps> = (deps) => [
  route(contracts.getResumoDeSinais, async ({ params, scope }) =>
    success(await summaryOf(deps, scope, params.id)),
  ),
  route(contracts.listSinais, async ({ params, query, session }) =>
    successPage(await pageOfSignals(deps, session, params.id, query)),
  ),
  route(contracts.listSinaisIndicados, async ({ session }) => success(await namedSignals(deps, session))),
  route(contracts.getSinal, async ({ params, session, request }) => {
    const signal = await openSignal(deps, session, params.id);
    const read = signal.trechos.map(({ entrevista_id }) => describeExcerpt('entrevista', entrevista_id));
    return success(await answerLogged(deps, { session, request }, signal, read));
  }),
  route(contracts.giveParecer, async ({ params, body, session, request }) =>
    success(await giveOpinion(deps, session, actorOf(session, request), params.id, body)),
  ),
  route(contracts.undoParecer, async ({ params, query, session, request }) =>
    success(await undoOpinion(deps, session, actorOf(session, request), params.id, query.visto)),
  ),
  route(contracts.proposeParaSinal, async ({ params, body, session, request }) =>
    success(await nameSecond(deps, session, actorOf(session, request), params.id, body)),
  ),
  route(contracts.listPessoasDoSinal, async ({ params, query, session }) =>
    success(await secondsOf(deps, session, params.id, query.q)),
  ),
];
