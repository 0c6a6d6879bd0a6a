import { getDistribuicaoDaPesquisa } from '@escuta/shared/contracts/operation/distribuicao';
import * as auditResults from '@escuta/shared/contracts/surveys/auditoria-resultados';
import * as contracts from '@escuta/shared/contracts/surveys/confrontos';
import * as microdados from '@escuta/shared/contracts/surveys/microdados';
import { answerLogged, describeExcerpt, describeOpening, readerOf } from '../../access/accesses.ts';
import { actorOf } from '../../access/actor.ts';
import type { AppDeps } from '../../deps.ts';
import { success, successPage } from '../../http/answers.ts';
import { conditionsOf, sendBytes } from '../../http/object-bytes.ts';
import { type Feature, route } from '../../route.ts';
import { answersOf } from './answers/answers-service.ts';
import { correct, swap, uncorrect } from './corrections/correction-service.ts';
import {
  pageOfFiles,
  pageOfResults,
  readDocument,
  removeDocument,
  summaryOf,
} from './results/audit-results-service.ts';
import { resultsOf } from './results/figures-service.ts';
import { exportableOf, exportOf } from './results/microdata-service.ts';
import { review, undo } from './review/review-service.ts';
import { cellOf, cellsOf, mapOf } from './service.ts';

/** Typed answers compared with spoken ones: heat map, cells, people's verdicts and corrections, figures. */
export const confrontos: Feature<AppDeps> = (deps) => [
  route(contracts.getMapaDaPesquisa, ({ params, query, session }) =>
    mapOf(deps, session, { tipo: 'pesquisa', id: params.id }, query),
  ),
  route(contracts.getMapaDaAuditoria, ({ params, query, session }) =>
    mapOf(deps, session, { tipo: 'auditoria', id: params.id }, query),
  ),
  route(contracts.getConfronto, async ({ params, session, request }) => {
    const cell = await cellOf(deps, session, params.id, params.perguntaId);
    return success(
      await answerLogged(deps, { session, request }, cell, [describeExcerpt('entrevista', params.id)]),
    );
  }),
  route(contracts.listConfrontos, async ({ params, scope, session, request }) => {
    const cells = await cellsOf(deps, scope, params.id);
    return success(
      await answerLogged(deps, { session, request }, cells, [describeOpening('entrevista', params.id)]),
    );
  }),
  route(contracts.reviewConfronto, async ({ params, body, session, request }) =>
    success(await review(deps, session, actorOf(session, request), params.id, body)),
  ),
  route(contracts.undoRevisao, async ({ params, query, session, request }) =>
    success(await undo(deps, session, actorOf(session, request), params.id, query.visto_em)),
  ),
  route(contracts.correctSentenca, async ({ params, body, session, request }) =>
    success(await correct(deps, session, actorOf(session, request), params.id, params.ordem, body)),
  ),
  route(contracts.undoCorrecao, async ({ params, session, request }) =>
    success(await uncorrect(deps, session, actorOf(session, request), params.id, params.ordem)),
  ),
  route(contracts.swapVozes, async ({ params, body, session, request }) =>
    success(await swap(deps, session, actorOf(session, request), params.id, body)),
  ),
  route(contracts.getResultadosDaPesquisa, async ({ params, query, scope }) =>
    success(await resultsOf(deps, scope, { tipo: 'pesquisa', id: params.id }, query)),
  ),
  route(contracts.getNumerosDaAuditoria, async ({ params, query, scope }) =>
    success(await resultsOf(deps, scope, { tipo: 'auditoria', id: params.id }, query)),
  ),
  route(getDistribuicaoDaPesquisa, async ({ params, query, scope }) =>
    success(await answersOf(deps, scope, { tipo: 'pesquisa', id: params.id }, query)),
  ),
  route(microdados.getMicrodados, async ({ params, query, scope }) =>
    success(await exportableOf(deps, scope, params.id, query)),
  ),
  route(microdados.exportMicrodados, async ({ params, query, scope, session, request, reply }) => {
    const who = { actor: actorOf(session, request), reader: readerOf(session, request) };
    const { nome, tipo, corpo } = await exportOf(deps, scope, who, params.id, {
      query,
      registrar: request.method !== 'HEAD',
    });
    reply.header('content-type', tipo);
    reply.header('content-disposition', `attachment; filename="${nome}"`);
    reply.header('cache-control', 'no-store');
    return reply.send(corpo);
  }),
  route(auditResults.getResumoDaAuditoria, async ({ params, scope }) =>
    success(await summaryOf(deps, scope, params.id)),
  ),
  route(auditResults.listArquivosDaAuditoria, async ({ params, query, scope }) =>
    successPage(await pageOfFiles(deps, scope, params.id, query)),
  ),
  route(auditResults.downloadArquivoDaAuditoria, async ({ params, scope, session, request, reply }) =>
    sendBytes(
      reply,
      await readDocument(
        deps,
        { scope, actor: actorOf(session, request) },
        params,
        conditionsOf(session, request),
      ),
    ),
  ),
  route(auditResults.deleteArquivoDaAuditoria, async ({ params, scope, session, request }) => {
    await removeDocument(deps, { scope, actor: actorOf(session, request) }, params);
    return { success: true as const, message: 'Arquivo apagado.' };
  }),
  route(auditResults.listResultadosDaAuditoria, async ({ params, query, scope }) =>
    successPage(await pageOfResults(deps, scope, params.id, query)),
  ),
];
