import * as contracts from '@escuta/shared/contracts/exportacoes';
import { actorOf } from '../../actor.ts';
import { success } from '../../answers.ts';
import type { AppDeps } from '../../deps.ts';
import { type Feature, route } from '../../route.ts';
import { countOf, fileNow } from './service.ts';

/** Lists as files: at once, or made by a task and kept for some days. */
export const exportacoes: Feature<AppDeps> = (deps) => [
  route(contracts.contarExportacao, async ({ body, session }) => success(await countOf(deps, session, body))),
  route(contracts.exportarLista, async ({ body, session, request, reply }) => {
    const { nome, tipo, corpo } = await fileNow(deps, session, actorOf(session, request), body);
    reply.header('content-type', tipo);
    reply.header('content-disposition', `attachment; filename="${nome}"`);
    reply.header('cache-control', 'no-store');
    return reply.send(corpo);
  }),
];
