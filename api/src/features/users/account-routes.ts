import * as contracts from '@escuta/shared/contracts/users';
import { actorOf } from '../../actor.ts';
import { success } from '../../answers.ts';
import type { AppDeps } from '../../deps.ts';
import { type Feature, route } from '../../route.ts';
import { createAccountService } from './account-service.ts';
import { readProfile } from './service.ts';

/** What people do with their own account; part of the users feature. */
export const accountRoutes: Feature<AppDeps> = (deps) => {
  const service = createAccountService(deps);
  return [
    route(contracts.updateProfile, async ({ session, body }) => {
      await service.rename(session, body.nome);
      return success(await readProfile(deps, session));
    }),
    route(contracts.changePassword, async ({ session, body, request, reply }) => {
      reply.header('cache-control', 'no-store');
      const data = await service.changePassword(session, body, actorOf(session, request));
      return { success: true as const, message: 'Senha alterada com sucesso!', data };
    }),
    route(contracts.deleteAccount, async ({ session, request }) => {
      await service.remove(session, actorOf(session, request));
      return { success: true as const, message: 'Conta excluída. Até logo!' };
    }),
  ];
};
