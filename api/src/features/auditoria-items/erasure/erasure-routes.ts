import { eraseDados } from '@escuta/shared/contracts/calls/auditoria-items';
import { actorOf } from '../../../access/actor.ts';
import type { AppDeps } from '../../../deps.ts';
import { success } from '../../../http/answers.ts';
import { Background } from '../../../http/background.ts';
import { type Feature, route } from '../../../route.ts';
import { eraseData } from './erasure-service.ts';

export const erasureRoutes: Feature<AppDeps> = (deps) => {
  const background = new Background(deps);
  return [
    route(eraseDados, async ({ params, body, scope, session, request }) =>
      success(await eraseData(deps, background, scope, actorOf(session, request), params.id, body)),
    ),
  ];
};
