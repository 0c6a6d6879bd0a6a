import * as contracts from '@escuta/shared/contracts/calls/lotes-gravacao';
import { actorOf } from '../../access/actor.ts';
import type { AppDeps } from '../../deps.ts';
import { success, successPage } from '../../http/answers.ts';
import { conditionsOf, sendBytes } from '../../http/object-bytes.ts';
import { type Feature, route } from '../../route.ts';
import { keepPattern, readPattern, tryPattern } from './pattern-service.ts';
import {
  announceNames,
  askToRead,
  beginLote,
  cancel,
  confirm,
  decide,
  decideAll,
  pageOfGravacoes,
  pageOfLotes,
  readLote,
  repeat,
  sounds,
  undo,
} from './service.ts';

/** Bulk upload of recordings for existing calls (docs/decisions/0027-recordings-in-bulk.md). */
export const lotesGravacao: Feature<AppDeps> = (deps) => [
  route(contracts.createLoteGravacoes, async ({ body, session }) =>
    success(await beginLote(deps, session, body)),
  ),
  route(contracts.announceGravacoesDoLote, async ({ params, body, scope }) =>
    success(await announceNames(deps, scope, params.id, body)),
  ),
  // Lists the batches of the caller's own company, even for an administrator.
  route(contracts.listLotesGravacao, async ({ query, session }) =>
    successPage(await pageOfLotes(deps, session.ownScope, query)),
  ),
  route(contracts.getLoteGravacao, async ({ params, scope }) =>
    success(await readLote(deps, scope, params.id)),
  ),
  route(contracts.listGravacoesDoLote, async ({ params, query, scope }) =>
    successPage(await pageOfGravacoes(deps, scope, params.id, query)),
  ),
  route(contracts.readLoteGravacoes, async ({ params, scope, session, request }) =>
    success(await askToRead(deps, { scope, actor: actorOf(session, request) }, params.id)),
  ),
  route(contracts.decideGravacao, async ({ params, body, scope }) =>
    success(await decide(deps, scope, params, body)),
  ),
  route(contracts.decideGravacoes, async ({ params, body, scope }) =>
    success(await decideAll(deps, scope, params.id, body)),
  ),
  route(contracts.createAudioUrlDoLote, async ({ params, scope, session }) =>
    success(await sounds.sign(deps, scope, session.signer, params)),
  ),
  route(contracts.listenGravacaoDoLote, async ({ params, scope, session, request, reply }) =>
    sendBytes(reply, await sounds.read(deps, scope, params, conditionsOf(session, request))),
  ),
  route(contracts.confirmLoteGravacoes, async ({ params, body, scope, session, request }) =>
    success(await confirm(deps, { scope, actor: actorOf(session, request) }, params.id, body)),
  ),
  route(contracts.retryLoteGravacoes, async ({ params, scope, session, request }) =>
    success(await repeat(deps, { scope, actor: actorOf(session, request) }, params.id)),
  ),
  route(contracts.cancelLoteGravacoes, async ({ params, scope, session, request }) =>
    success(await cancel(deps, { scope, actor: actorOf(session, request) }, params.id)),
  ),
  route(contracts.undoLoteGravacoes, async ({ params, scope, session, request }) =>
    success(await undo(deps, { scope, actor: actorOf(session, request) }, params.id)),
  ),
  route(contracts.getPadraoGravacao, async ({ session }) => success(await readPattern(deps, session))),
  route(contracts.testPadraoGravacao, async ({ body }) => success(await tryPattern(body))),
  route(contracts.savePadraoGravacao, async ({ body, session, request }) =>
    success(await keepPattern(deps, session, actorOf(session, request), body)),
  ),
];
