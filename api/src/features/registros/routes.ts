import * as acessos from '@escuta/shared/contracts/operation/acessos';
import { listRegistros, listRegistrosDaEmpresa } from '@escuta/shared/contracts/operation/registros';
import { readerOf } from '../../access/accesses.ts';
import type { AppDeps } from '../../deps.ts';
import { successPage } from '../../http/answers.ts';
import { type Feature, route } from '../../route.ts';
import { accessesOfInterview, accessesOfItem, hear, pageOfAcessos } from './accesses-service.ts';
import { pageOfRegistros } from './service.ts';

export const registros: Feature<AppDeps> = (deps) => [
  route(listRegistros, async ({ query, scope }) => successPage(await pageOfRegistros(deps, scope, query))),
  route(listRegistrosDaEmpresa, async ({ query, session }) =>
    successPage(await pageOfRegistros(deps, session.ownScope, query)),
  ),
  route(acessos.listAcessos, async ({ query, session, request }) =>
    successPage(await pageOfAcessos(deps, session, readerOf(session, request), query)),
  ),
  route(acessos.listAcessosDoItem, async ({ params, query, scope, session, request }) =>
    successPage(await accessesOfItem(deps, scope, readerOf(session, request), params.id, query)),
  ),
  route(acessos.listAcessosDaEntrevista, async ({ params, query, scope, session, request }) =>
    successPage(await accessesOfInterview(deps, scope, readerOf(session, request), params.id, query)),
  ),
  route(acessos.recordOuvido, async ({ params, body, scope, session, request }) => {
    await hear(deps, scope, readerOf(session, request), params.id, body.trechos);
    return { success: true as const, message: 'Registrado.' };
  }),
];
