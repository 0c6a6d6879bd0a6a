import * as contracts from '@escuta/shared/contracts/auditorias';
import { successPage } from '../../answers.ts';
import type { AppDeps } from '../../deps.ts';
import { type Feature, route } from '../../route.ts';
import { pageOfAuditorias } from './service.ts';

export const auditorias: Feature<AppDeps> = (deps) => [
  route(contracts.listAuditorias, async ({ query, session }) =>
    successPage(
      await pageOfAuditorias(deps, session, {
        q: query.q,
        status: query.status,
        de: query.de,
        ate: query.ate,
        page: query.page,
        limit: query.limit,
      }),
    ),
  ),
];
