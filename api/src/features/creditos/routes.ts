import * as contracts from '@escuta/shared/contracts/creditos';
import { success } from '../../answers.ts';
import type { AppDeps } from '../../deps.ts';
import { type Feature, route } from '../../route.ts';
import { readSaldo } from './service.ts';

export const creditos: Feature<AppDeps> = (deps) => [
  route(contracts.getSaldo, async ({ params, scope }) =>
    success({ saldo: await readSaldo(deps, scope, params.empresaId) }),
  ),
];
