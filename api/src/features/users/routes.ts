import * as contracts from '@escuta/shared/contracts/users';
import { success } from '../../answers.ts';
import type { AppDeps } from '../../deps.ts';
import { type Feature, route } from '../../route.ts';
import { readProfile } from './service.ts';

export const users: Feature<AppDeps> = (deps) => [
  route(contracts.getProfile, async ({ session }) => success(await readProfile(deps, session))),
];
