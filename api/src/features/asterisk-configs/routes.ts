import * as contracts from '@escuta/shared/contracts/calls/asterisk-configs';
import { actorOf } from '../../access/actor.ts';
import type { AppDeps } from '../../deps.ts';
import { success } from '../../http/answers.ts';
import { type Feature, route } from '../../route.ts';
import {
  activeConfigOf,
  addConfig,
  changeConfig,
  configsOf,
  deactivateConfig,
  testConfig,
  testUnsaved,
} from './service.ts';

export const asteriskConfigs: Feature<AppDeps> = (deps) => [
  route(contracts.listAsteriskConfigs, async ({ params, scope }) =>
    success(await configsOf(deps, scope, params.id)),
  ),
  route(contracts.getActiveAsteriskConfig, async ({ params, scope }) =>
    success(await activeConfigOf(deps, scope, params.id)),
  ),
  route(contracts.createAsteriskConfig, async ({ params, body, scope, session, request }) =>
    success(await addConfig(deps, scope, params.id, body, actorOf(session, request))),
  ),
  route(contracts.updateAsteriskConfig, async ({ params, body, scope, session, request }) =>
    success(await changeConfig(deps, scope, params.id, body, actorOf(session, request))),
  ),
  route(contracts.deactivateAsteriskConfig, async ({ params, scope, session, request }) =>
    success(await deactivateConfig(deps, scope, params.id, actorOf(session, request))),
  ),
  route(contracts.testAsteriskConfig, ({ params, scope, session, request }) =>
    testConfig(deps, scope, params.id, actorOf(session, request)),
  ),
  route(contracts.testUnsavedAsteriskConfig, ({ body, session, request }) =>
    testUnsaved(deps, session.empresaId, body, actorOf(session, request)),
  ),
];
