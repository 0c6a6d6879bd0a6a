import * as contracts from '@escuta/shared/contracts/accounts/preferencias';
import type { AppDeps } from '../../deps.ts';
import { success } from '../../http/answers.ts';
import { type Feature, route } from '../../route.ts';
import { preferenciasOf, savePreferencia } from './service.ts';

export const preferencias: Feature<AppDeps> = (deps) => [
  route(contracts.listPreferencias, async ({ session }) => success(await preferenciasOf(deps, session))),
  route(contracts.savePreferencia, async ({ params, body, session }) =>
    success(await savePreferencia(deps, session, params.chave, body.valor)),
  ),
];
