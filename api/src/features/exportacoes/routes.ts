import * as contracts from '@escuta/shared/contracts/operation/exportacoes';
import { readerOf } from '../../access/accesses.ts';
import { actorOf } from '../../access/actor.ts';
import type { AppDeps } from '../../deps.ts';
import { success } from '../../http/answers.ts';
import { conditionsOf, sendBytes } from '../../http/object-bytes.ts';
import { type Feature, route } from '../../route.ts';
import { choicesOf, dropChoice, keepChoice } from './choices-service.ts';
import { bytesOf, linkOf } from './download-service.ts';
import { countOf, fileLater, fileNow } from './service.ts';

/** Exports of lists as files, which are sent at once, or written by a task and stored for some days. */
export const exportacoes: Feature<AppDeps> = (deps) => [
  route(contracts.countExportacao, async ({ body, session }) => success(await countOf(deps, session, body))),
  route(contracts.exportLista, async ({ body, session, request, reply }) => {
    const who = { actor: actorOf(session, request), reader: readerOf(session, request) };
    const { nome, tipo, corpo } = await fileNow(deps, session, who, body);
    reply.header('content-type', tipo);
    reply.header('content-disposition', `attachment; filename="${nome}"`);
    reply.header('cache-control', 'no-store');
    return reply.send(corpo);
  }),
  route(contracts.createExportacao, async ({ body, session, request }) =>
    success({ tarefa_id: await fileLater(deps, session, actorOf(session, request), body) }),
  ),
  route(contracts.listModelosExportacao, async ({ query, session }) =>
    success(await choicesOf(deps, session, query.tipo)),
  ),
  route(contracts.createModeloExportacao, async ({ body, session, request }) =>
    success(await keepChoice(deps, session, actorOf(session, request), body)),
  ),
  route(contracts.deleteModeloExportacao, async ({ params, session, request }) => {
    await dropChoice(deps, session, actorOf(session, request), params.id);
    return { success: true as const, message: 'Seleção de colunas excluída.' };
  }),
  route(contracts.createLinkExportacao, async ({ params, session, request }) =>
    success(await linkOf(deps, session, actorOf(session, request), params.id)),
  ),
  route(contracts.downloadExportacao, async ({ params, session, request, reply }) =>
    sendBytes(reply, await bytesOf(deps, session, params.id, conditionsOf(session, request))),
  ),
];
