import * as invites from '@escuta/shared/contracts/accounts/convites';
import * as contracts from '@escuta/shared/contracts/accounts/users';
import { actorOf } from '../../access/actor.ts';
import type { AppDeps } from '../../deps.ts';
import { success, successPage } from '../../http/answers.ts';
import { type Feature, route } from '../../route.ts';
import { createAccountService } from './account-service.ts';
import { checkInvites, sendInvites } from './invite-list-service.ts';
import { inviteUser, resetUserPassword } from './invite-service.ts';
import { changeUser, pageOfUsers, removeUser } from './manage-service.ts';
import { readProfile } from './service.ts';

export const users: Feature<AppDeps> = (deps) => {
  const account = createAccountService(deps);
  return [
    route(contracts.updateProfile, async ({ session, body, request }) => {
      await account.rename(session, body.nome ?? body.user?.nome ?? '', actorOf(session, request));
      return success(await readProfile(deps, session));
    }),
    route(contracts.acceptTerms, async ({ session, request }) => {
      await account.acceptTerms(session, actorOf(session, request));
      return success(await readProfile(deps, session));
    }),
    route(contracts.changePassword, async ({ session, body, request, reply }) => {
      reply.header('cache-control', 'no-store');
      const data = await account.changePassword(session, body, actorOf(session, request));
      return { success: true as const, message: 'Senha alterada com sucesso!', data };
    }),
    route(contracts.deleteAccount, async ({ session, request }) => {
      await account.remove(session, actorOf(session, request));
      return { success: true as const, message: 'Conta excluída. Até logo!' };
    }),
    route(contracts.getProfile, async ({ session }) => success(await readProfile(deps, session))),
    route(contracts.listUsers, async ({ query, session }) =>
      successPage(await pageOfUsers(deps, session, query)),
    ),
    route(contracts.inviteUser, ({ body, session, request, reply }) => {
      reply.header('cache-control', 'no-store');
      return inviteUser(deps, session, actorOf(session, request), body);
    }),
    route(invites.checkConvites, async ({ body, session }) =>
      success(await checkInvites(deps, session, body)),
    ),
    route(invites.sendConvites, async ({ body, session, request, reply }) => {
      reply.header('cache-control', 'no-store');
      return success(await sendInvites(deps, session, actorOf(session, request), body));
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
};
