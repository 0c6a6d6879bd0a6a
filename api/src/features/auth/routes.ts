import * as contracts from '@escuta/shared/contracts/auth';
import { AppError } from '@escuta/shared/domain/errors';
import { success } from '../../answers.ts';
import type { AppDeps } from '../../deps.ts';
import { addressKey } from '../../plugins/rate-limit.ts';
import { type Feature, publicRoute } from '../../route.ts';
import { createAuthService } from './service.ts';

export const auth: Feature<AppDeps> = (deps) => {
  const service = createAuthService(deps);
  return [
    publicRoute(contracts.login, async ({ body, request, reply }) => {
      reply.header('cache-control', 'no-store');
      const data = await service.login({
        ...body,
        enderecoIp: request.ip,
        addressKey: addressKey(request),
        requestId: request.id,
      });
      return success(data);
    }),
    publicRoute(contracts.forgotPassword, async () => {
      throw new AppError(
        'nao_configurado',
        'A redefinição de senha por e-mail ainda não está configurada nesta instalação. Fale com o administrador.',
      );
    }),
  ];
};
