import * as contracts from '@escuta/shared/contracts/calls/auditoria-items';
import * as recording from '@escuta/shared/contracts/calls/item-gravacao';
import { actorOf } from '../../access/actor.ts';
import type { AppDeps } from '../../deps.ts';
import { success } from '../../http/answers.ts';
import { readIdempotencyKey } from '../../http/idempotency.ts';
import { conditionsOf, sendBytes } from '../../http/object-bytes.ts';
import { type Feature, route } from '../../route.ts';
import { erasureRoutes } from './erasure/erasure-routes.ts';
import { listRoutes } from './list/list-routes.ts';
import { readPicos, readRecording } from './recording/download-service.ts';
import { formerRoutes } from './recording/former-routes.ts';
import { recordingRoutes } from './recording/recording-routes.ts';
import { receiveRecording } from './recording/upload-service.ts';
import {
  addItem,
  changeContato,
  changeItem,
  readItem,
  removeItem,
  removeRecording,
  signAudio,
} from './service.ts';

/** Audit items: lists, registration, recordings. */
export const auditoriaItems: Feature<AppDeps> = (deps) => [
  ...listRoutes(deps),

  route(contracts.createItem, async ({ params, body, session, request }) =>
    success(await addItem(deps, session, params.id, body.tipo_item, body, readIdempotencyKey(request))),
  ),
  route(contracts.createLigacao, async ({ params, body, session, request }) =>
    success(await addItem(deps, session, params.id, 'ligacao', body, readIdempotencyKey(request))),
  ),
  route(contracts.createArquivo, async ({ params, body, session, request }) =>
    success(await addItem(deps, session, params.id, 'arquivo', body, readIdempotencyKey(request))),
  ),
  route(contracts.createItemPesquisa, async ({ params, body, session, request }) =>
    success(await addItem(deps, session, params.id, 'pesquisa', body, readIdempotencyKey(request))),
  ),
  route(contracts.createItemEntrevista, async ({ params, body, session, request }) =>
    success(await addItem(deps, session, params.id, 'entrevista', body, readIdempotencyKey(request))),
  ),

  route(contracts.getItem, async ({ params, scope }) => success(await readItem(deps, scope, params.id))),
  route(contracts.updateItem, async ({ params, body, scope, session, request }) =>
    success(await changeItem(deps, { scope, actor: actorOf(session, request) }, params.id, body)),
  ),
  route(contracts.updateContato, async ({ params, body, scope, session, request }) =>
    success(await changeContato(deps, { scope, actor: actorOf(session, request) }, params.id, body)),
  ),
  route(contracts.deleteItem, async ({ params, scope, session, request }) => {
    await removeItem(deps, scope, actorOf(session, request), params.id);
    return { success: true as const, message: 'Item excluído com sucesso.' };
  }),

  ...erasureRoutes(deps),
  route(recording.uploadAudio, async ({ params, scope, session, request }) =>
    success(
      await receiveRecording(deps, { scope, actor: actorOf(session, request) }, params.id, () =>
        request.file(),
      ),
    ),
  ),
  ...recordingRoutes(deps),
  route(recording.detachArquivo, async ({ params, body, scope, session, request }) =>
    success(await removeRecording(deps, scope, actorOf(session, request), params.id, body?.motivo || null)),
  ),
  ...formerRoutes(deps),
  route(recording.createAudioUrl, async ({ params, scope, session }) =>
    success(await signAudio(deps, scope, session.signer, params.id)),
  ),
  route(recording.downloadAudio, async ({ params, query, scope, session, request, reply }) =>
    sendBytes(reply, await readRecording(deps, scope, params.id, query, conditionsOf(session, request))),
  ),
  route(recording.downloadPicos, async ({ params, scope, session, request, reply }) =>
    sendBytes(reply, await readPicos(deps, scope, params.id, conditionsOf(session, request))),
  ),
];
