import { openQueueBoard } from '@escuta/shared/contracts/operacao';
import { actorOf } from '../../actor.ts';
import { success } from '../../answers.ts';
import type { AppDeps } from '../../deps.ts';
import { type Feature, route } from '../../route.ts';
import { openBoard } from './service.ts';

export const filas: Feature<AppDeps> = (deps) => [
  route(openQueueBoard, async ({ session, request, reply }) => {
    const { cookie, ...opened } = await openBoard(deps, session, actorOf(session, request));
    reply.header('set-cookie', cookie).header('cache-control', 'no-store');
    return success(opened);
  }),
];
