import * as contracts from '@escuta/shared/contracts/accounts/auth';
import { verifyEmail } from '@escuta/shared/contracts/accounts/confirmacao';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppDeps } from '../../deps.ts';
import { success } from '../../http/answers.ts';
import { addressKey } from '../../plugins/limits/rate-limit.ts';
import { type Feature, publicRoute } from '../../route.ts';
import { confirmEmail } from './confirmation-service.ts';
import { LoginLimits } from './login-limits.ts';
import { createPasswordLinkService } from './password-link-service.ts';
import { createRegisterService } from './register-service.ts';
import { createAuthService } from './service.ts';

/** The answer to a request for a password link, the same whether or not the account exists. */
const LINK_SENT =
  'Email de recuperação enviado. Se houver uma conta com estes dados, você receberá em instantes um link que vale por 30 minutos.';

const origin = (request: FastifyRequest) => ({
  enderecoIp: request.ip,
  addressKey: addressKey(request),
  requestId: request.id,
});

const noStore = (reply: FastifyReply) => reply.header('cache-control', 'no-store');

export const auth: Feature<AppDeps> = (deps) => {
  const limits = new LoginLimits(deps);
  const service = createAuthService(deps, limits);
  const registration = createRegisterService(deps);
  const links = createPasswordLinkService(deps, limits);
  return [
    publicRoute(contracts.login, async ({ body, request, reply }) => {
      noStore(reply);
      return success(await service.login({ ...body, ...origin(request) }));
    }),
    publicRoute(contracts.register, async ({ body, request, reply }) => {
      noStore(reply);
      return success(await registration.register({ ...body, ...origin(request) }));
    }),
    publicRoute(contracts.requestPasswordReset, async ({ body, request, reply }) => {
      noStore(reply);
      await links.request({ email: body.email, cnpj: null, ...origin(request) });
      return { success: true as const, message: LINK_SENT };
    }),
    publicRoute(contracts.resetPassword, async ({ body, request, reply }) => {
      noStore(reply);
      await links.request({ ...body, ...origin(request) });
      return { success: true as const, message: LINK_SENT };
    }),
    publicRoute(verifyEmail, async ({ body, request, reply }) => {
      noStore(reply);
      const { enderecoIp, requestId } = origin(request);
      const message = await confirmEmail(deps, { token: body.token, enderecoIp, requestId });
      return { success: true as const, message };
    }),
    publicRoute(contracts.verifyPasswordLink, async ({ body, reply }) => {
      noStore(reply);
      return success(await links.verify(body.token));
    }),
    publicRoute(contracts.confirmPasswordLink, async ({ body, request, reply }) => {
      noStore(reply);
      const data = await links.confirm({ ...body, ...origin(request) });
      return {
        success: true as const,
        message:
          data === null
            ? 'Senha alterada. Entre com a nova senha.'
            : 'Senha definida. A sua conta já está aberta.',
        data,
      };
    }),
  ];
};
