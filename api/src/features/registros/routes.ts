import { listRegistros } from '@escuta/shared/contracts/registros';
import { successPage } from '../../answers.ts';
import type { AppDeps } from '../../deps.ts';
import { type Feature, route } from '../../route.ts';
import { pageOfRegistros } from './service.ts';

export const registros: Feature<AppDeps> = (deps) => [
  route(listRegistros, async ({ query, scope }) => successPage(await pageOfRegistros(deps, scope, query))),
];
