import { openQueueBoard } from '@escuta/shared/contracts/operation/operacao';
import { actorOf } from '../../access/actor.ts';
import type { AppDeps } from '../../deps.ts';
import { success } from '../../http/answers.ts';
import { type Feature, route } from '../../route.ts';
import { openBoard } from './service.ts';

export const filas: Feature<AppDeps> = (deps) => [
  route(openQueueBoard, async ({ session, request, reply }) => {
    const { cookie, ...opened } = await openBoard(deps, session, actorOf(session, request));
    reply.header('set-cookie', cookie).header('cache-control', 'no-store');
    return success(opened);
  }),
];
