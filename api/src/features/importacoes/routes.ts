import * as contracts from '@escuta/shared/contracts/calls/importacoes';
import { readerOf } from '../../access/accesses.ts';
import { actorOf } from '../../access/actor.ts';
import type { AppDeps } from '../../deps.ts';
import { success, successPage } from '../../http/answers.ts';
import { contentDisposition } from '../../http/object-bytes.ts';
import { formParts } from '../../intake/form-files.ts';
import { type Feature, route } from '../../route.ts';
import { importForm } from './form-service.ts';
import { refusedFile } from './refused-file.ts';
import {
  beginImportacao,
  cancel,
  confirm,
  pageOfImportacoes,
  pageOfLinhas,
  pageOfMantidas,
  previewUndo,
  read,
  readImportacao,
  simulate,
  undo,
} from './service.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const FORM = { files: 2, parts: 12 };

/** Imports of calls from sheets (docs/decisions/0026-import.md). */
export const importacoes: Feature<AppDeps> = (deps) => [
  route(contracts.createImportacao, async ({ params, body, session }) =>
    success(await beginImportacao(deps, session, params.id, body)),
  ),
  route(contracts.listImportacoes, async ({ params, query, scope }) =>
    successPage(await pageOfImportacoes(deps, scope, params.id, query)),
  ),
  route(contracts.getImportacao, async ({ params, scope }) =>
    success(await readImportacao(deps, scope, params.id)),
  ),
  route(contracts.readImportacao, async ({ params, body, scope, session, request }) =>
    success(await read(deps, { scope, actor: actorOf(session, request) }, params.id, body?.aba)),
  ),
  route(contracts.simulateImportacao, async ({ params, body, scope, session, request }) =>
    success(await simulate(deps, { scope, actor: actorOf(session, request) }, params.id, body.mapeamento)),
  ),
  route(contracts.confirmImportacao, async ({ params, body, scope, session, request }) =>
    success(await confirm(deps, { scope, actor: actorOf(session, request) }, params.id, body)),
  ),
  route(contracts.cancelImportacao, async ({ params, scope, session, request }) =>
    success(await cancel(deps, { scope, actor: actorOf(session, request) }, params.id)),
  ),
  route(contracts.undoImportacao, async ({ params, scope, session, request }) =>
    success(await undo(deps, { scope, actor: actorOf(session, request) }, params.id)),
  ),
  route(contracts.previewUndoImportacao, async ({ params, scope }) =>
    success(await previewUndo(deps, scope, params.id)),
  ),
  route(contracts.listLinhasDaImportacao, async ({ params, query, scope }) =>
    successPage(await pageOfLinhas(deps, scope, params.id, query)),
  ),
  route(contracts.listMantidasDaImportacao, async ({ params, query, scope }) =>
    successPage(await pageOfMantidas(deps, scope, params.id, query)),
  ),
  route(contracts.downloadRecusadas, async ({ params, query, scope, session, request, reply }) => {
    const { nome, corpo, empresaId } = await refusedFile(deps, scope, params.id, query.simulada);
    if (request.method !== 'HEAD') {
      const taken = { tipo: 'download', alvo: 'importacao', id: params.id, empresaId } as const;
      await deps.accesses.write(readerOf(session, request), [taken]);
    }
    reply.header('content-type', XLSX);
    reply.header('content-disposition', contentDisposition('attachment', nome));
    reply.header('cache-control', 'no-store');
    return reply.send(corpo);
  }),
  route(contracts.importItens, async ({ params, session, request }) =>
    success(
      await importForm(
        { deps, session, actor: actorOf(session, request) },
        params.id,
        formParts(request, FORM),
      ),
    ),
  ),
];
