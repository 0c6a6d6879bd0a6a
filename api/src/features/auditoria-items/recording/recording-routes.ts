import { fetchGravacao } from '@escuta/shared/contracts/calls/item-gravacao';
import { actorOf } from '../../../access/actor.ts';
import type { AppDeps } from '../../../deps.ts';
import { success } from '../../../http/answers.ts';
import { type Feature, route } from '../../../route.ts';
import { fetchRecording } from './recording-fetch.ts';

export const recordingRoutes: Feature<AppDeps> = (deps) => {
  return [
    route(fetchGravacao, async ({ params, query, session, request }) =>
      success(await fetchRecording({ deps, session, actor: actorOf(session, request) }, params.id, query)),
    ),
  ];
};
