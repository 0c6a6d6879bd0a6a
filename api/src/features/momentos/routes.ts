import * as contracts from '@escuta/shared/contracts/operation/momentos';
import { actorOf } from '../../access/actor.ts';
import type { AppDeps } from '../../deps.ts';
import { success } from '../../http/answers.ts';
import { sendBytes } from '../../http/object-bytes.ts';
import { type Feature, publicRoute, route } from '../../route.ts';
import { hearByLink, momentsOf, openByLink, share, withdraw } from './service.ts';

/** Links to a moment of a call, for people without an account. */
export const momentos: Feature<AppDeps> = (deps) => [
  route(contracts.createMomento, async ({ params, body, session, request }) =>
    success(await share(deps, session, actorOf(session, request), params.id, body)),
  ),
  route(contracts.listMomentos, async ({ params, scope }) =>
    success(await momentsOf(deps, scope, params.id)),
  ),
  route(contracts.revokeMomento, async ({ params, session, request }) =>
    success(
      await withdraw(deps, session, actorOf(session, request), { itemId: params.id, id: params.momentoId }),
    ),
  ),
  publicRoute(contracts.openMomento, async ({ body, request, reply }) => {
    reply.headers(HIDDEN);
    return success(await openByLink(deps, body.token, request.ip));
  }),
  publicRoute(contracts.downloadMomento, async ({ body, request, reply }) => {
    reply.headers(HIDDEN);
    return sendBytes(reply, await hearByLink(deps, body.token, request.ip));
  }),
];

/** Keeps the page out of search engines and caches. */
const HIDDEN = { 'x-robots-tag': 'noindex, nofollow', 'cache-control': 'no-store' };
