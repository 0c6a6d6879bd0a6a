import { listArquivosDaPesquisa } from '@escuta/shared/contracts/surveys/arquivos-pesquisa';
import * as contracts from '@escuta/shared/contracts/surveys/entrevistas';
import {
  listEntrevistasDaPesquisa,
  listEntrevistasDoProjeto,
} from '@escuta/shared/contracts/surveys/pesquisas';
import * as review from '@escuta/shared/contracts/surveys/revisao-entrevistas';
import { answerLogged, describeOpening } from '../../access/accesses.ts';
import { actorOf } from '../../access/actor.ts';
import type { AppDeps } from '../../deps.ts';
import { success, successPage } from '../../http/answers.ts';
import { readIdempotencyKey } from '../../http/idempotency.ts';
import { type Feature, route } from '../../route.ts';
import { fieldRoutes } from './field-routes.ts';
import { filesOfPesquisa } from './list/files-service.ts';
import { pageOfPesquisa, pageOfProjeto } from './list/list-service.ts';
import { decideMany, decideOne, proposalsOf, readRevisoes } from './review/review-service.ts';
import { answer, beginEntrevista, finishEntrevista, interruptEntrevista, readEntrevista } from './service.ts';

/** Interviews: lists by survey and project, and answering them. */
export const entrevistas: Feature<AppDeps> = (deps) => [
  route(listEntrevistasDaPesquisa, async ({ params, query, session }) =>
    successPage(await pageOfPesquisa(deps, session, params.id, query)),
  ),
  route(listEntrevistasDoProjeto, async ({ params, query, session }) =>
    successPage(await pageOfProjeto(deps, session, params.id, query)),
  ),
  route(listArquivosDaPesquisa, async ({ params, query, session }) =>
    successPage(await filesOfPesquisa(deps, session, params.id, query)),
  ),
  route(contracts.startEntrevista, async ({ body, session, request }) =>
    success(await beginEntrevista(deps, session, body, readIdempotencyKey(request))),
  ),
  route(contracts.saveResposta, async ({ body, session }) => success(await answer(deps, session, body))),
  route(contracts.finishEntrevista, async ({ params, body, session }) =>
    success(await finishEntrevista(deps, session, params.id, body)),
  ),
  route(contracts.interruptEntrevista, async ({ params, body, session, request }) =>
    success(await interruptEntrevista(deps, session, actorOf(session, request), params.id, body.motivo)),
  ),
  route(contracts.getEntrevista, async ({ params, session, request }) => {
    const entrevista = await readEntrevista(deps, session, params.id);
    return success(
      await answerLogged(deps, { session, request }, entrevista, [describeOpening('entrevista', params.id)]),
    );
  }),
  ...fieldRoutes(deps),
  route(review.getRevisoesDaEntrevista, async ({ params, session }) =>
    success(await readRevisoes(deps, session, params.id)),
  ),
  route(review.reviewEntrevista, async ({ params, body, session, request }) =>
    success(await decideOne(deps, session, actorOf(session, request), params.id, body)),
  ),
  route(review.reviewEntrevistas, async ({ params, body, session, request }) =>
    success(await decideMany(deps, session, actorOf(session, request), params.id, body)),
  ),
  route(review.listPropostas, async ({ params, query, session }) =>
    success(await proposalsOf(deps, session, params.id, query)),
  ),
];
