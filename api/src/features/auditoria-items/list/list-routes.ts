import * as contracts from '@escuta/shared/contracts/calls/auditoria-items';
import { listItensDoProjeto } from '@escuta/shared/contracts/operation/projetos';
import { empresaIdOf } from '@escuta/shared/domain/scope';
import type { AppDeps } from '../../../deps.ts';
import { success } from '../../../http/answers.ts';
import { SharedReads } from '../../../reads/shared-reads.ts';
import { type Feature, route } from '../../../route.ts';
import { estatisticasOf, itemsFound, pageOfAuditItems, pageOfProjectItems } from '../service.ts';

/** Greatest number of list pages read at once; with fewer, people would wait longer than their own read takes. */
const PAGES_AT_ONCE = 4;

/**
 * Lists of items. Simultaneous requests share a read, because each change of an item makes every open list of its
 * project ask again.
 */
export const listRoutes: Feature<AppDeps> = (deps) => {
  const pages = new SharedReads<string>(PAGES_AT_ONCE);
  /** Reads a page once for simultaneous requests with equal `asked` (all that determines the page, not the person). */
  const shared = (asked: readonly unknown[], read: () => Promise<string>) =>
    pages.read(JSON.stringify(asked), read);
  return [
    route(listItensDoProjeto, ({ params, query, scope }) =>
      shared(['projeto', empresaIdOf(scope), params.id, query], () =>
        pageOfProjectItems(deps, scope, params.id, query),
      ),
    ),
    route(contracts.searchItens, async ({ query, scope }) => success(await itemsFound(deps, scope, query.q))),
    route(contracts.listItens, ({ params, query, scope }) =>
      shared(['auditoria', empresaIdOf(scope), params.id, query], () =>
        pageOfAuditItems(deps, scope, params.id, query.projetoId, {
          ...query,
          tipo: query.tipo ?? query.tipo_item,
        }),
      ),
    ),
    route(contracts.getEstatisticasItens, async ({ params, query, scope }) =>
      success(await estatisticasOf(deps, scope, params.id, query)),
    ),
  ];
};
