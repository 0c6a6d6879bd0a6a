import { listResultadosDoItem, regenerateAnalise } from '@escuta/shared/contracts/calls/item-resultados';
import * as contracts from '@escuta/shared/contracts/calls/resultados';
import { exportResultado } from '@escuta/shared/contracts/operation/dossie';
import { answerLogged, describeOpening, readerOf } from '../../access/accesses.ts';
import { actorOf } from '../../access/actor.ts';
import type { AppDeps } from '../../deps.ts';
import { success, successPage } from '../../http/answers.ts';
import { type Feature, route } from '../../route.ts';
import { dossierOf } from './dossier-service.ts';
import { previewRerun, readEarlierVerdicts } from './rerun-service.ts';
import { pageOfHistorico, resultadoCompletoOf, startRun } from './service.ts';

export const resultados: Feature<AppDeps> = (deps) => [
  route(contracts.getResultadoCompleto, async ({ params, scope, session, request }) => {
    const resultado = await resultadoCompletoOf(deps, scope, session.signer, params.id);
    return success(
      await answerLogged(deps, { session, request }, resultado, [describeOpening('item', params.id)]),
    );
  }),
  route(listResultadosDoItem, async ({ params, query, scope }) =>
    successPage(await pageOfHistorico(deps, scope, params.id, query)),
  ),
  route(exportResultado, async ({ params, query, session, request, reply }) => {
    const who = { actor: actorOf(session, request), reader: readerOf(session, request) };
    const { nome, tipo, bytes } = await dossierOf(deps, session, who, {
      id: params.id,
      formato: query.formato,
      identificacao: query.identificacao,
      registrar: request.method !== 'HEAD',
    });
    reply.header('content-type', tipo);
    reply.header('content-disposition', `attachment; filename="${nome}"`);
    reply.header('cache-control', 'no-store');
    return reply.send(bytes);
  }),
  route(contracts.previewExecucao, async ({ params, query, scope }) =>
    success(await previewRerun(deps, scope, params.id, query.modo)),
  ),
  route(contracts.listVereditosAnteriores, async ({ params, scope, session, request }) => {
    const earlier = await readEarlierVerdicts(deps, scope, params.id);
    return success(
      await answerLogged(deps, { session, request }, earlier, [describeOpening('item', params.id)]),
    );
  }),
  route(contracts.processItem, async ({ body, session, request }) =>
    success(
      await startRun(
        deps,
        { session, actor: actorOf(session, request) },
        body.auditoriaItemId,
        'manual',
        body.creditos_confirmados,
      ),
    ),
  ),
  route(regenerateAnalise, async ({ params, body, session, request }) => {
    const { execucaoId, status } = await startRun(
      deps,
      { session, actor: actorOf(session, request) },
      params.id,
      'regenerar',
      body?.creditos_confirmados,
    );
    return success({ execucaoId, status });
  }),
];
