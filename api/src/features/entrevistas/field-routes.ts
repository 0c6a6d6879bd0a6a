import * as contracts from '@escuta/shared/contracts/surveys/campo';
import { actorOf } from '../../access/actor.ts';
import type { AppDeps } from '../../deps.ts';
import { success, successPage } from '../../http/answers.ts';
import { conditionsOf, sendBytes } from '../../http/object-bytes.ts';
import { type Feature, route } from '../../route.ts';
import { announceInterview, closeInterview, receiveEvents } from './collecting/receive-service.ts';
import { listForField, takeAlong } from './collecting/take-service.ts';
import { pageOfOwn } from './list/list-service.ts';
import {
  discardSecondRecording,
  endForDevice,
  releaseInterview,
  repeatSecondRecording,
  resumeForDevice,
  useSecondRecording,
} from './manage-service.ts';
import { readSecond, signSecond } from './second-service.ts';

/** Interviews on devices: data that devices load for field work and send back. */
export const fieldRoutes: Feature<AppDeps> = (deps) => [
  route(contracts.listQuestionariosDeCampo, async ({ session }) =>
    success(await listForField(deps, session)),
  ),
  route(contracts.listMinhasEntrevistas, async ({ query, session }) =>
    successPage(await pageOfOwn(deps, session, query)),
  ),
  route(contracts.downloadQuestionario, async ({ params, body, session }) =>
    success(await takeAlong(deps, session, params.id, body?.para ?? 'levar')),
  ),
  route(contracts.putEntrevista, async ({ params, body, session, request }) =>
    success(await announceInterview(deps, session, actorOf(session, request), params.id, body)),
  ),
  route(contracts.sendEventos, async ({ params, body, session }) =>
    success(await receiveEvents(deps, session, params.id, body.eventos)),
  ),
  route(contracts.closeEntrevista, async ({ params, body, session, request }) =>
    success(await closeInterview(deps, session, actorOf(session, request), params.id, body)),
  ),
  route(contracts.takeOverEntrevista, async ({ params, body, session, request }) => {
    await endForDevice(deps, session, actorOf(session, request), params.id, body.motivo);
    return { success: true as const, message: 'Entrevista encerrada com os dados recebidos até agora.' };
  }),
  route(contracts.resumeEntrevista, async ({ params, session, request }) => {
    await resumeForDevice(deps, session, actorOf(session, request), params.id);
    return { success: true as const, message: 'A entrevista volta a receber dados do aparelho.' };
  }),
  route(contracts.releaseEntrevista, async ({ params, session, request }) => {
    await releaseInterview(deps, session, actorOf(session, request), params.id);
    return { success: true as const, message: 'Entrevista liberada.' };
  }),
  route(contracts.createSegundaGravacaoUrl, async ({ params, session }) =>
    success(await signSecond(deps, session, params.id)),
  ),
  route(contracts.listenSegundaGravacao, async ({ params, session, request, reply }) =>
    sendBytes(reply, await readSecond(deps, session, params.id, conditionsOf(session, request))),
  ),
  route(contracts.useSegundaGravacao, async ({ params, session, request }) => {
    await useSecondRecording(deps, session, actorOf(session, request), params.id);
    return { success: true as const, message: 'A entrevista agora usa a gravação do aparelho.' };
  }),
  route(contracts.retrySegundaGravacao, async ({ params, session, request }) => {
    await repeatSecondRecording(deps, session, actorOf(session, request), params.id);
    return {
      success: true as const,
      message: 'A gravação do aparelho está sendo preparada de novo. Aguarde.',
    };
  }),
  route(contracts.discardSegundaGravacao, async ({ params, session, request }) => {
    await discardSecondRecording(deps, session, actorOf(session, request), params.id);
    return { success: true as const, message: 'Gravação descartada.' };
  }),
];
