import * as contracts from '@escuta/shared/contracts/surveys/indicacoes';
import { personOf } from '../../access/person.ts';
import type { AppDeps } from '../../deps.ts';
import { success } from '../../http/answers.ts';
import { type Feature, route } from '../../route.ts';
import { readGivenWork } from './repo.ts';

/** Signals and verifications that a gerente gave to the caller. */
export const indicacoes: Feature<AppDeps> = (deps) => [
  route(contracts.getIndicacoes, async ({ session }) =>
    success(await readGivenWork(deps.db, session.scope, personOf(session), contracts.INDICACOES_MAX)),
  ),
];
