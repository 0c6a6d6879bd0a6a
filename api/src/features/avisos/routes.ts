import * as contracts from '@escuta/shared/contracts/accounts/avisos';
import { unsubscribePage } from '@escuta/shared/services/accounts/unsubscribe';
import type { AppDeps } from '../../deps.ts';
import { success } from '../../http/answers.ts';
import { type Feature, publicRoute } from '../../route.ts';
import { emailOf, unsubscribe } from './service.ts';

/** Routes of the links in notice mails, which stop such mails without a sign-in. */
export const avisos: Feature<AppDeps> = (deps) => [
  publicRoute(contracts.openDescadastro, async ({ query, reply }) =>
    reply.headers(HIDDEN).redirect(unsubscribePage(query.token), contracts.openDescadastro.status),
  ),
  publicRoute(contracts.readDescadastro, async ({ body, reply }) => {
    reply.headers(HIDDEN);
    return success(emailOf(deps, body.token));
  }),
  publicRoute(contracts.cancelEmailDeAviso, async ({ query, request, reply }) => {
    reply.headers(HIDDEN);
    return success(await unsubscribe(deps, query.token, { enderecoIp: request.ip, requestId: request.id }));
  }),
];

/** Headers that forbid search engines and caches to keep the page. */
const HIDDEN = { 'x-robots-tag': 'noindex, nofollow', 'cache-control': 'no-store' };
