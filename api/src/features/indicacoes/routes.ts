import { getIndicacoes } from '@escuta/shared/contracts/team/indicacoes';
import type { AppDeps } from '../../deps.ts';
import { success } from '../../http/answers.ts';
import { type Feature, route } from '../../route.ts';
import { givenWorkOf } from './service.ts';

export const indicacoes: Feature<AppDeps> = (deps) => [
  route(getIndicacoes, async ({ session }) => success(await givenWorkOf(deps, session))),
];
