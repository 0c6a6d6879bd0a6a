import * as contracts from '@escuta/shared/contracts/admin';
import { success } from '../../answers.ts';
import type { AppDeps } from '../../deps.ts';
import { type Feature, route } from '../../route.ts';
import { readStats } from './service.ts';

/** The administrator's panel. */
export const admin: Feature<AppDeps> = (deps) => [
  route(contracts.getAdminStats, async ({ scope }) => success(await readStats(deps, scope))),
];
