import * as contracts from '@escuta/shared/contracts/dashboard';
import { success } from '../../answers.ts';
import type { AppDeps } from '../../deps.ts';
import { type Feature, route } from '../../route.ts';
import { readPainel } from './service.ts';

/** The company's home. */
export const dashboard: Feature<AppDeps> = (deps) => [
  route(contracts.getDashboard, async ({ session }) => success(await readPainel(deps, session.ownScope))),
];
