import { lookupCep } from '@escuta/shared/contracts/accounts/empresas';
import type { AppDeps } from '../../deps.ts';
import { success } from '../../http/answers.ts';
import { type Feature, route } from '../../route.ts';
import { createCepLookup } from './service.ts';

export const cep: Feature<AppDeps> = (deps) => {
  const lookup = createCepLookup(deps);
  return [route(lookupCep, async ({ params }) => success(await lookup(params.cep)))];
};
