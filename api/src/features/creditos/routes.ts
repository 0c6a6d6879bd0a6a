import * as contracts from '@escuta/shared/contracts/accounts/creditos';
import { newId } from '@escuta/shared/platform/database/ids';
import { actorOf } from '../../access/actor.ts';
import type { AppDeps } from '../../deps.ts';
import { success, successPage } from '../../http/answers.ts';
import { readIdempotencyKey } from '../../http/idempotency.ts';
import { type Feature, publicRoute, route } from '../../route.ts';
import { addPacote, changePacote, pacotesAtivos, todosPacotes } from './packages-service.ts';
import { decideRequest, pageOfAllPedidos, pageOfPedidos } from './requests-service.ts';
import { adjustSaldo, buyPacote, readSaldo } from './service.ts';
import { exportOfExtrato, pageOfExtrato } from './statement-service.ts';

export const creditos: Feature<AppDeps> = (deps) => [
  route(contracts.getSaldo, async ({ params, scope }) =>
    success(await readSaldo(deps, scope, params.empresaId)),
  ),
  publicRoute(contracts.listPacotes, async () => success(await pacotesAtivos(deps))),
  route(contracts.listPacotesAdmin, async () => success(await todosPacotes(deps))),
  route(contracts.createPacote, async ({ body, session, request }) => ({
    ...success(await addPacote(deps, actorOf(session, request), body)),
    message: 'Pacote de créditos criado com sucesso!',
  })),
  route(contracts.updatePacote, async ({ params, body, session, request }) => ({
    ...success(await changePacote(deps, actorOf(session, request), params.id, body)),
    message: 'Pacote de créditos atualizado com sucesso!',
  })),
  route(contracts.buyCreditos, async ({ body, session, request }) => {
    const chave = readIdempotencyKey(request) ?? newId();
    const actor = actorOf(session, request);
    const { message, pedido } = await buyPacote(deps, { session, actor, chave }, body);
    // The specification defines no further fields for a purchase; only a request adds fields.
    const sent = pedido ? { situacao: 'pedido_enviado' as const, pedido } : {};
    return { success: true as const, message, ...sent };
  }),
  route(contracts.listPedidos, async ({ params, query, scope }) =>
    successPage(await pageOfPedidos(deps, scope, params.empresaId, query)),
  ),
  route(contracts.listPedidosAdmin, async ({ query, scope }) =>
    successPage(await pageOfAllPedidos(deps, scope, query)),
  ),
  route(contracts.grantPedido, async ({ params, scope, session, request }) => ({
    success: true as const,
    ...(await decideRequest(deps, { scope, actor: actorOf(session, request) }, params.id, {
      status: 'concedido',
      motivo: null,
    })),
  })),
  route(contracts.rejectPedido, async ({ params, body, scope, session, request }) => ({
    success: true as const,
    ...(await decideRequest(deps, { scope, actor: actorOf(session, request) }, params.id, {
      status: 'recusado',
      motivo: body.motivo,
    })),
  })),
  route(contracts.adjustCreditos, async ({ body, session, request }) => {
    const chave = readIdempotencyKey(request) ?? newId();
    const actor = actorOf(session, request);
    const { message, saldo } = await adjustSaldo(deps, { session, actor, chave }, body);
    return { ...success({ saldo }), message };
  }),
  route(contracts.getExtrato, ({ params, query, scope }) =>
    pageOfExtrato(deps, scope, params.empresaId, query),
  ),
  route(contracts.exportExtrato, async ({ params, query, scope, session, request, reply }) => {
    const { nome, csv } = await exportOfExtrato(deps, scope, actorOf(session, request), params.empresaId, {
      filter: { tipo: query.tipo, de: query.de, ate: query.ate },
      registrar: request.method !== 'HEAD',
    });
    reply.header('content-type', 'text/csv; charset=utf-8');
    reply.header('content-disposition', `attachment; filename="${nome}"`);
    reply.header('cache-control', 'no-store');
    return reply.send(csv);
  }),
];
