import { downloadCartao } from '@escuta/shared/contracts/surveys/campo';
import * as contracts from '@escuta/shared/contracts/surveys/questionarios';
import * as imagens from '@escuta/shared/contracts/surveys/questionnaire/imagens';
import { actorOf } from '../../access/actor.ts';
import type { AppDeps } from '../../deps.ts';
import { success } from '../../http/answers.ts';
import { conditionsOf, sendBytes } from '../../http/object-bytes.ts';
import { type Feature, route } from '../../route.ts';
import { addPerguntas, receiveDocument } from './document-service.ts';
import { addImagem, imagensOf, readCartao, readImagem, removeImagem } from './imagens-service.ts';
import {
  addPergunta,
  changePergunta,
  orderPerguntas,
  perguntasOf,
  readPergunta,
  removePergunta,
} from './perguntas-service.ts';
import {
  addQuestionario,
  changeQuestionario,
  copyQuestionario,
  publishQuestionario,
  questionariosOf,
  readQuestionario,
  removeQuestionario,
} from './service.ts';
import { xlsformOf } from './xlsform-service.ts';

/** Questionnaires and their questions: the draft, and its publication for new interviews. */
export const questionarios: Feature<AppDeps> = (deps) => [
  route(contracts.listQuestionariosDaPesquisa, async ({ params, scope }) =>
    success(await questionariosOf(deps, scope, params.id)),
  ),
  route(contracts.getQuestionario, async ({ params, scope }) =>
    success(await readQuestionario(deps.db, scope, params.id)),
  ),
  route(contracts.createQuestionario, async ({ body, scope, session, request }) =>
    success(await addQuestionario(deps, scope, actorOf(session, request), body)),
  ),
  route(contracts.updateQuestionario, async ({ params, body, session, request }) =>
    success(await changeQuestionario(deps, session, actorOf(session, request), params.id, body)),
  ),
  route(contracts.publishQuestionario, async ({ params, body, scope, session, request }) =>
    success(await publishQuestionario(deps, scope, actorOf(session, request), params.id, body)),
  ),
  route(contracts.deleteQuestionario, async ({ params, scope, session, request }) => {
    await removeQuestionario(deps, scope, actorOf(session, request), params.id);
    return { success: true as const, message: 'Questionário excluído com sucesso.' };
  }),
  route(contracts.duplicateQuestionario, async ({ params, body, scope, session, request }) =>
    success(await copyQuestionario(deps, scope, actorOf(session, request), params.id, body)),
  ),
  route(contracts.reorderPerguntas, async ({ params, body, scope, session, request }) =>
    success(await orderPerguntas(deps, scope, actorOf(session, request), params.id, body.perguntas)),
  ),
  route(contracts.listPerguntas, async ({ params, scope }) =>
    success(await perguntasOf(deps, scope, params.id)),
  ),
  route(contracts.getPergunta, async ({ params, scope }) =>
    success(await readPergunta(deps, scope, params.id)),
  ),
  route(contracts.createPergunta, async ({ body, scope, session, request }) =>
    success(await addPergunta(deps, scope, actorOf(session, request), body)),
  ),
  route(contracts.readQuestionario, async ({ params, scope, session, request }) =>
    success(
      await receiveDocument(deps, { scope, actor: actorOf(session, request) }, params.id, () =>
        request.file(),
      ),
    ),
  ),
  route(imagens.listImagens, async ({ params, scope }) => success(await imagensOf(deps, scope, params.id))),
  route(imagens.addImagem, async ({ params, scope, session, request }) =>
    success(
      await addImagem(deps, { scope, actor: actorOf(session, request) }, params.id, () => request.file()),
    ),
  ),
  route(imagens.getImagem, async ({ params, scope, session, request, reply }) =>
    sendBytes(reply, await readImagem(deps, scope, params, conditionsOf(session, request))),
  ),
  route(downloadCartao, async ({ params, session, request, reply }) =>
    sendBytes(reply, await readCartao(deps, session, params.id, conditionsOf(session, request))),
  ),
  route(imagens.deleteImagem, async ({ params, scope, session, request }) => {
    await removeImagem(deps, { scope, actor: actorOf(session, request) }, params);
    return { success: true as const, message: 'Imagem excluída com sucesso.' };
  }),
  route(contracts.downloadXlsform, async ({ params, scope, reply }) => {
    const { nome, tipo, corpo } = await xlsformOf(deps, scope, params.id);
    reply.header('content-type', tipo);
    reply.header('content-disposition', `attachment; filename="${nome}"`);
    reply.header('cache-control', 'no-store');
    return reply.send(corpo);
  }),
  route(contracts.addPerguntas, async ({ params, body, scope, session, request }) =>
    success(await addPerguntas(deps, { scope, actor: actorOf(session, request) }, params.id, body)),
  ),
  route(contracts.updatePergunta, async ({ params, body, scope, session, request }) =>
    success(await changePergunta(deps, scope, actorOf(session, request), params.id, body)),
  ),
  route(contracts.deletePergunta, async ({ params, scope, session, request }) => {
    await removePergunta(deps, scope, actorOf(session, request), params.id);
    return { success: true as const, message: 'Pergunta excluída com sucesso.' };
  }),
];
