import * as limits from '@escuta/shared/contracts/accounts/confirmacao';
import * as contracts from '@escuta/shared/contracts/accounts/empresas';
import { actorOf } from '../../access/actor.ts';
import type { AppDeps } from '../../deps.ts';
import { success, successPage } from '../../http/answers.ts';
import { type Feature, route } from '../../route.ts';
import { archiveEmpresa, removeEmpresa, restoreEmpresa, rotateApiKey } from './lifecycle-service.ts';
import {
  changeLimits,
  confirmByAdmin,
  readConfirmation,
  readLimits,
  resendConfirmation,
} from './limits-service.ts';
import { addEmpresa, changeEmpresa, changeOwnEmpresa, pageOfEmpresas, readEmpresa } from './service.ts';
import { changeQuota, readArmazenamento } from './storage-service.ts';

export const empresas: Feature<AppDeps> = (deps) => [
  route(contracts.listEmpresas, async ({ query, session, reply }) => {
    reply.header('cache-control', 'no-store');
    return successPage(await pageOfEmpresas(deps, session, query));
  }),
  route(contracts.getEmpresa, async ({ params, session, reply }) => {
    reply.header('cache-control', 'no-store');
    return success(await readEmpresa(deps, session, params.id));
  }),
  route(contracts.createEmpresa, async ({ body, session, request }) => ({
    ...success(await addEmpresa(deps, session, actorOf(session, request), body)),
    message: 'Empresa criada com sucesso!',
  })),
  route(contracts.updateEmpresa, async ({ params, body, session, request }) => ({
    ...success(await changeEmpresa(deps, session, actorOf(session, request), params.id, body)),
    message: 'Empresa atualizada com sucesso!',
  })),
  route(contracts.updateOwnEmpresa, async ({ body, session, request }) => ({
    ...success(await changeOwnEmpresa(deps, session, actorOf(session, request), body)),
    message: 'Empresa atualizada com sucesso!',
  })),
  route(contracts.deleteEmpresa, async ({ params, session, request }) => {
    await removeEmpresa(deps, session, actorOf(session, request), params.id);
    return { success: true as const, message: 'Empresa excluída com sucesso!' };
  }),
  route(contracts.archiveEmpresa, async ({ params, session, request }) => ({
    ...success(await archiveEmpresa(deps, session, actorOf(session, request), params.id)),
    message: 'Empresa arquivada.',
  })),
  route(contracts.restoreEmpresa, async ({ params, session, request }) => ({
    ...success(await restoreEmpresa(deps, session, actorOf(session, request), params.id)),
    message: 'Empresa reativada.',
  })),
  route(limits.getConfirmacao, async ({ session }) => success(await readConfirmation(deps, session))),
  route(limits.resendConfirmacao, async ({ session, request }) => ({
    success: true as const,
    message: await resendConfirmation(deps, session, actorOf(session, request)),
  })),
  route(limits.confirmEmpresa, async ({ params, scope, session, request }) => ({
    success: true as const,
    message: await confirmByAdmin(deps, scope, actorOf(session, request), params.id),
  })),
  route(limits.getLimites, async ({ params, scope }) => success(await readLimits(deps, scope, params.id))),
  route(limits.updateLimites, async ({ params, body, scope, session, request }) =>
    success(await changeLimits(deps, scope, actorOf(session, request), params.id, body)),
  ),
  route(contracts.getArmazenamento, async ({ params, scope }) =>
    success(await readArmazenamento(deps, scope, params.id)),
  ),
  route(contracts.setCota, async ({ params, body, session, scope, request }) => ({
    ...success(await changeQuota(deps, { scope, actor: actorOf(session, request) }, params.id, body.cota_gb)),
    message: 'Cota atualizada.',
  })),
  route(contracts.rotateApiKey, async ({ session, request, reply }) => {
    reply.header('cache-control', 'no-store');
    return success({ api_key: await rotateApiKey(deps, session, actorOf(session, request)) });
  }),
];
