import { getTrabalhoDaEquipe } from '@escuta/shared/contracts/team/equipe';
import type { AppDeps } from '../../deps.ts';
import { success } from '../../http/answers.ts';
import { type Feature, route } from '../../route.ts';
import { teamWork } from './service.ts';

export const equipe: Feature<AppDeps> = (deps) => [
  route(getTrabalhoDaEquipe, async ({ session }) => success(await teamWork(deps, session))),
];
