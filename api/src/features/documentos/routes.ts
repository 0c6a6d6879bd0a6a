import * as contracts from '@escuta/shared/contracts/surveys/documentos';
import { actorOf } from '../../access/actor.ts';
import type { AppDeps } from '../../deps.ts';
import { success } from '../../http/answers.ts';
import { conditionsOf, sendBytes } from '../../http/object-bytes.ts';
import { type Feature, route } from '../../route.ts';
import { askForReading, discardProposal, documentBytes, giveLines, showDocument } from './service.ts';

const preparo = ({ id }: { id: string }) => ({ tipo: 'preparo', id }) as const;
const questionario = ({ id }: { id: string }) => ({ tipo: 'questionario', id }) as const;

/** Documents beside the questions read from them, of prepared audits and questionnaires. */
export const documentos: Feature<AppDeps> = (deps) => [
  route(contracts.getDocumentoDoPreparo, async ({ params, scope }) =>
    success(await showDocument(deps, scope, preparo(params))),
  ),
  route(contracts.getDocumentoDoQuestionario, async ({ params, scope }) =>
    success(await showDocument(deps, scope, questionario(params))),
  ),
  route(contracts.downloadDocumentoDoPreparo, async ({ params, scope, session, request, reply }) =>
    sendBytes(reply, await documentBytes(deps, scope, preparo(params), conditionsOf(session, request))),
  ),
  route(contracts.downloadDocumentoDoQuestionario, async ({ params, scope, session, request, reply }) =>
    sendBytes(reply, await documentBytes(deps, scope, questionario(params), conditionsOf(session, request))),
  ),
  route(contracts.readPreparoComIa, async ({ params, scope, session, request }) =>
    success(await askForReading(deps, { scope, actor: actorOf(session, request) }, preparo(params))),
  ),
  route(contracts.readQuestionarioComIa, async ({ params, scope, session, request }) =>
    success(await askForReading(deps, { scope, actor: actorOf(session, request) }, questionario(params))),
  ),
  route(contracts.discardPropostaDoPreparo, async ({ params, body, scope, session, request }) =>
    success(
      await discardProposal(deps, { scope, actor: actorOf(session, request) }, preparo(params), {
        ...params,
        ...body,
      }),
    ),
  ),
  route(contracts.discardPropostaDoQuestionario, async ({ params, body, scope, session, request }) =>
    success(
      await discardProposal(deps, { scope, actor: actorOf(session, request) }, questionario(params), {
        ...params,
        ...body,
      }),
    ),
  ),
  route(contracts.giveLinhasAPergunta, async ({ params, body, scope, session, request }) =>
    success(await giveLines(deps, { scope, actor: actorOf(session, request) }, params.id, body)),
  ),
];
