import * as contracts from '@escuta/shared/contracts/surveys/campo';
import { actorOf } from '../../access/actor.ts';
import type { AppDeps } from '../../deps.ts';
import { success } from '../../http/answers.ts';
import { type Feature, publicRoute, route } from '../../route.ts';
import { contactOf, devicesOf, endDevice, openReading, registerDevice } from './service.ts';

/** Routes that authorise devices to record interviews in the field, and end their authorisation. */
export const aparelhos: Feature<AppDeps> = (deps) => [
  route(contracts.registerAparelho, async ({ body, session, request }) =>
    success(await registerDevice(deps, session, actorOf(session, request), body)),
  ),
  route(contracts.listAparelhos, async ({ session }) => success(await devicesOf(deps, session))),
  route(contracts.revokeAparelho, async ({ params, session, request }) =>
    success(await endDevice(deps, session, actorOf(session, request), params.id, { apagar: false })),
  ),
  route(contracts.eraseAparelho, async ({ params, session, request }) =>
    success(await endDevice(deps, session, actorOf(session, request), params.id, { apagar: true })),
  ),
  route(contracts.readExportacao, async ({ params, body, session, request }) =>
    success(await openReading(deps, session, actorOf(session, request), params.id, body)),
  ),
  publicRoute(contracts.touchAparelho, async ({ body }) => success(await contactOf(deps, body))),
];
