/** Links to stop one kind of mail without signing in. */
import { z } from 'zod';
import { EMAILS_DE_AVISO } from '../../domain/accounts/notices.ts';
import { ok } from '../common.ts';
import { defineContract } from '../contract.ts';
import { linkToken } from './auth.ts';

const tag = 'Preferências';
const access = { who: 'public' } as const;
const path = '/avisos/descadastro' as const;
const query = z.object({ token: linkToken });
/** The kind of mail that the link names; answered even if the account was deleted. */
const response = ok(z.object({ email: z.enum(EMAILS_DE_AVISO) }));

export const openDescadastro = defineContract({
  id: 'openDescadastro',
  method: 'GET',
  path,
  access,
  summary: 'Leva à página que pergunta antes de desligar um e-mail; não muda nada',
  tag,
  topic: null,
  kind: 'redirect',
  status: 303,
  query,
  response: z.string(),
});

export const readDescadastro = defineContract({
  id: 'readDescadastro',
  method: 'POST',
  path: `${path}/abrir`,
  access,
  summary:
    'Qual e-mail um link de descadastro desliga; não muda nada. 404 para um link que não é desta instalação',
  tag,
  touches: [],
  rateLimit: 30,
  bodyKb: 1,
  body: z.object({ token: linkToken }),
  response,
});

export const cancelEmailDeAviso = defineContract({
  id: 'cancelEmailDeAviso',
  method: 'POST',
  path,
  access,
  summary:
    'Desligar um e-mail de avisos pelo link que ele traz, com um clique e sem conta (RFC 8058): de novo, nada muda. O corpo, de qualquer tipo, não é lido',
  tag,
  touches: ['preferencias'],
  // The limit is high, because a mail provider's few servers send these requests for all its users, mostly on Mondays.
  rateLimit: 600,
  bodyKb: 4,
  ignoresBody: true,
  query,
  response,
});
