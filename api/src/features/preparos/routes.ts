import * as contracts from '@escuta/shared/contracts/surveys/preparos';
import type { FastifyRequest } from 'fastify';
import { actorOf } from '../../access/actor.ts';
import type { AppDeps } from '../../deps.ts';
import { success, successPage } from '../../http/answers.ts';
import { readIdempotencyKey } from '../../http/idempotency.ts';
import { conditionsOf, sendBytes } from '../../http/object-bytes.ts';
import { type Feature, route } from '../../route.ts';
import {
  changeFile,
  correctColumns,
  correctQuestions,
  correctRecording,
  correctRow,
} from './corrections/corrections-service.ts';
import { pageOfGravacoes, pageOfLinhas, readSound, signSound } from './lists/lists-service.ts';
import type { FormPart } from './portal-form.ts';
import { receiveAudit } from './portal-service.ts';
import { analyse, beginPreparo, cancel, confirm, pageOfPreparos, readPreparo } from './service.ts';

/** The parts of a form of several files. Whatever is left when its reader stops goes by, so that the answer can be read. */
async function* formParts(request: FastifyRequest): AsyncGenerator<FormPart> {
  // One file more than there can be: what is wrong with it is said in our words.
  const parts = request.parts({ limits: { files: 5, parts: 15, fileSize: 2 ** 31 } });
  try {
    for await (const part of parts) yield part as FormPart;
  } finally {
    request.raw.unpipe();
    request.raw.resume();
  }
}

/** What others collected, from its four files to its audit (docs/decisions/0021-portal.md). */
export const preparos: Feature<AppDeps> = (deps) => [
  route(contracts.criarAuditoria, async ({ session, request }) =>
    success(
      await receiveAudit(
        { deps, session, actor: actorOf(session, request) },
        formParts(request),
        readIdempotencyKey(request),
      ),
    ),
  ),
  route(contracts.criarPreparo, async ({ body, session }) =>
    success(await beginPreparo(deps, session, body)),
  ),
  // Of the caller's own company, for an administrator too.
  route(contracts.listPreparos, async ({ query, session }) =>
    successPage(await pageOfPreparos(deps, session.ownScope, query)),
  ),
  route(contracts.getPreparo, async ({ params, scope }) =>
    success(await readPreparo(deps, scope, params.id)),
  ),
  route(contracts.trocarArquivoDoPreparo, async ({ params, body, scope }) =>
    success(await changeFile(deps, scope, params, body)),
  ),
  route(contracts.analisarPreparo, async ({ params, scope, session, request }) =>
    success(await analyse(deps, { scope, actor: actorOf(session, request) }, params.id)),
  ),
  route(contracts.listLinhasDoPreparo, async ({ params, query, scope }) =>
    successPage(await pageOfLinhas(deps, scope, params.id, query)),
  ),
  route(contracts.listGravacoesDoPreparo, async ({ params, query, scope }) =>
    successPage(await pageOfGravacoes(deps, scope, params.id, query)),
  ),
  route(contracts.corrigirGravacao, async ({ params, body, scope }) =>
    success(await correctRecording(deps, scope, params, body)),
  ),
  route(contracts.corrigirLinha, async ({ params, body, scope }) =>
    success(await correctRow(deps, scope, params, body)),
  ),
  route(contracts.corrigirColunas, async ({ params, body, scope, session, request }) =>
    success(await correctColumns(deps, { scope, actor: actorOf(session, request) }, params.id, body)),
  ),
  route(contracts.corrigirPerguntas, async ({ params, body, scope, session, request }) =>
    success(await correctQuestions(deps, { scope, actor: actorOf(session, request) }, params.id, body)),
  ),
  route(contracts.createAudioUrlDoPreparo, async ({ params, scope, session }) =>
    success(await signSound(deps, scope, session.signer, params)),
  ),
  route(contracts.ouvirGravacaoDoPreparo, async ({ params, scope, session, request, reply }) =>
    sendBytes(reply, await readSound(deps, scope, params, conditionsOf(session, request))),
  ),
  route(contracts.confirmarPreparo, async ({ params, body, scope, session, request }) =>
    success(await confirm(deps, { scope, actor: actorOf(session, request) }, params.id, body)),
  ),
  route(contracts.cancelarPreparo, async ({ params, scope, session, request }) =>
    success(await cancel(deps, { scope, actor: actorOf(session, request) }, params.id)),
  ),
];
