import * as contracts from '@escuta/shared/contracts/operation/admin';
import type { AppDeps } from '../../deps.ts';
import { success } from '../../http/answers.ts';
import { type Feature, route } from '../../route.ts';
import { locateById, PanelMonths, PanelTotals, readStats } from './service.ts';

export const admin: Feature<AppDeps> = (deps) => {
  const kept = { totals: new PanelTotals(deps.db), months: new PanelMonths(deps.db) };
  return [
    route(contracts.getAdminStats, async ({ query, scope }) =>
      success(await readStats(deps, kept, scope, query.data)),
    ),
    route(contracts.locateInterview, async ({ params }) => success(await locateById(deps, params.id))),
  ];
};
