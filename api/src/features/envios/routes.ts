import * as contracts from '@escuta/shared/contracts/operation/envios';
import type { AppDeps } from '../../deps.ts';
import { success } from '../../http/answers.ts';
import { type Feature, route } from '../../route.ts';
import { readIncoming } from './part-bytes.ts';
import { endUpload, openUpload, readUpload, receivePart } from './service.ts';

/** Uploads in numbered parts: recordings of devices in the field (0017), files of the audit portal (0021). */
export const envios: Feature<AppDeps> = (deps) => [
  route(contracts.createEnvio, async ({ body, session }) => success(await openUpload(deps, session, body))),
  route(contracts.uploadParte, async ({ params, session, request }) =>
    success(await receivePart(deps, session, params, readIncoming(request))),
  ),
  route(contracts.getEnvio, async ({ params, session }) =>
    success(await readUpload(deps, session, params.id)),
  ),
  route(contracts.completeEnvio, async ({ params, body, session }) =>
    success(await endUpload(deps, session, params.id, body.partes)),
  ),
];
