import * as contracts from '@escuta/shared/contracts/users';
import { actorOf } from '../../actor.ts';
import { success, successPage } from '../../answers.ts';
import type { AppDeps } from '../../deps.ts';
import { type Feature, route } from '../../route.ts';
import { accountRoutes } from './account-routes.ts';
import { inviteUser, resetUserPassword } from './invite-service.ts';
import { changeUser, pageOfUsers, removeUser } from './manage-service.ts';
import { readProfile } from './service.ts';

export const users: Feature<AppDeps> = (deps) => [
  ...accountRoutes(deps),
  route(contracts.getProfile, async ({ session }) => success(await readProfile(deps, session))),
  route(contracts.listUsers, async ({ query, session }) =>
    successPage(await pageOfUsers(deps, session, query)),
  ),
  route(contracts.inviteUser, ({ body, session, request, reply }) => {
    reply.header('cache-control', 'no-store');
    return inviteUser(deps, session, actorOf(session, request), body);
  }),
  route(contracts.updateUser, async ({ params, body, session, request }) =>
    success(await changeUser(deps, session, actorOf(session, request), params.id, body)),
  ),
  route(contracts.resetUserPassword, ({ params, session, request, reply }) => {
    reply.header('cache-control', 'no-store');
    return resetUserPassword(deps, session, actorOf(session, request), params.id);
  }),
  route(contracts.deleteUser, async ({ params, session, request }) => {
    await removeUser(deps, session, actorOf(session, request), params.id);
    return { success: true as const, message: 'Usuário excluído com sucesso!' };
  }),
];
