import * as contracts from '@escuta/shared/contracts/surveys/preparos';
import { actorOf } from '../../access/actor.ts';
import type { AppDeps } from '../../deps.ts';
import { success, successPage } from '../../http/answers.ts';
import { readIdempotencyKey } from '../../http/idempotency.ts';
import { conditionsOf, sendBytes } from '../../http/object-bytes.ts';
import { formParts } from '../../intake/form-files.ts';
import { type Feature, route } from '../../route.ts';
import {
  changeFile,
  correctColumns,
  correctQuestions,
  correctRecording,
  correctRow,
} from './corrections/corrections-service.ts';
import { pageOfGravacoes, pageOfLinhas, sounds } from './lists/lists-service.ts';
import { receiveAudit } from './portal-service.ts';
import { analyse, beginPreparo, cancel, confirm, pageOfPreparos, readPreparo } from './service.ts';

/** Form limits: one file above the maximum is allowed, so that the product's own error explains the refusal. */
const FORM = { files: 5, parts: 15 };

/** Audits of interviews collected elsewhere, from their four files (docs/decisions/0021-portal.md). */
export const preparos: Feature<AppDeps> = (deps) => [
  route(contracts.createAuditoriaPeloPortal, async ({ session, request }) =>
    success(
      await receiveAudit(
        { deps, session, actor: actorOf(session, request) },
        formParts(request, FORM),
        readIdempotencyKey(request),
      ),
    ),
  ),
  route(contracts.createPreparo, async ({ body, session }) =>
    success(await beginPreparo(deps, session, body)),
  ),
  // Lists the audits of the caller's own company, even for an administrator.
  route(contracts.listPreparos, async ({ query, session }) =>
    successPage(await pageOfPreparos(deps, session.ownScope, query)),
  ),
  route(contracts.getPreparo, async ({ params, scope }) =>
    success(await readPreparo(deps, scope, params.id)),
  ),
  route(contracts.replaceArquivoDoPreparo, async ({ params, body, scope }) =>
    success(await changeFile(deps, scope, params, body)),
  ),
  route(contracts.analysePreparo, async ({ params, scope, session, request }) =>
    success(await analyse(deps, { scope, actor: actorOf(session, request) }, params.id)),
  ),
  route(contracts.listLinhasDoPreparo, async ({ params, query, scope }) =>
    successPage(await pageOfLinhas(deps, scope, params.id, query)),
  ),
  route(contracts.listGravacoesDoPreparo, async ({ params, query, scope }) =>
    successPage(await pageOfGravacoes(deps, scope, params.id, query)),
  ),
  route(contracts.correctGravacao, async ({ params, body, scope }) =>
    success(await correctRecording(deps, scope, params, body)),
  ),
  route(contracts.correctLinha, async ({ params, body, scope }) =>
    success(await correctRow(deps, scope, params, body)),
  ),
  route(contracts.correctColunas, async ({ params, body, scope, session, request }) =>
    success(await correctColumns(deps, { scope, actor: actorOf(session, request) }, params.id, body)),
  ),
  route(contracts.correctPerguntas, async ({ params, body, scope, session, request }) =>
    success(await correctQuestions(deps, { scope, actor: actorOf(session, request) }, params.id, body)),
  ),
  route(contracts.createAudioUrlDoPreparo, async ({ params, scope, session }) =>
    success(await sounds.sign(deps, scope, session.signer, params)),
  ),
  route(contracts.listenGravacaoDoPreparo, async ({ params, scope, session, request, reply }) =>
    sendBytes(reply, await sounds.read(deps, scope, params, conditionsOf(session, request))),
  ),
  route(contracts.approvePreparo, async ({ params, body, scope, session, request }) =>
    success(await confirm(deps, { scope, actor: actorOf(session, request) }, params.id, body)),
  ),
  route(contracts.cancelPreparo, async ({ params, scope, session, request }) =>
    success(await cancel(deps, { scope, actor: actorOf(session, request) }, params.id)),
  ),
];
