import * as contracts from '@escuta/shared/contracts/accounts/notificacoes';
import type { AppDeps } from '../../deps.ts';
import { success } from '../../http/answers.ts';
import { type Feature, route } from '../../route.ts';
import { notificacoesOf, readNotificacoes } from './service.ts';

export const notificacoes: Feature<AppDeps> = (deps) => [
  route(contracts.listNotificacoes, async ({ session }) => success(await notificacoesOf(deps, session))),
  route(contracts.readNotificacoes, async ({ body, session }) =>
    success(await readNotificacoes(deps, session, body.ids)),
  ),
];
