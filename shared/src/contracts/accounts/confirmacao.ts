/** Confirmation of a company's e-mail, and limits of an unconfirmed company. */
import { z } from 'zod';
import { CONVITES_TETO } from '../../domain/accounts/invite-limits.ts';
import { MAX_SALDO } from '../../domain/runs/credits.ts';
import { dateTime, idParams, ok, okMessage } from '../common.ts';
import { defineContract } from '../contract.ts';
import { linkToken } from './auth.ts';

export const verifyEmail = defineContract({
  id: 'verifyEmail',
  method: 'POST',
  path: '/auth/confirmar-email',
  access: { who: 'public' },
  summary: 'Confirmar o e-mail da empresa com o link recebido, uma vez',
  tag: 'Autenticação',
  touches: [],
  rateLimit: 30,
  body: z.object({ token: linkToken }),
  response: okMessage,
});

export const getConfirmacao = defineContract({
  id: 'getConfirmacao',
  method: 'GET',
  path: '/empresa/confirmacao',
  access: { who: 'user', can: ['company', 'read'] },
  summary: 'Se o e-mail da própria empresa foi confirmado: antes disso ela não convida ninguém',
  tag: 'Empresas',
  topic: 'empresas',
  response: ok(
    z.object({
      confirmado: z.boolean(),
      /** The caller's own address, to which a new link would go. */
      email: z.string(),
      /** True if this installation sends links; otherwise an administrator confirms the address. */
      por_email: z.boolean(),
    }),
  ),
});

export const resendConfirmacao = defineContract({
  id: 'resendConfirmacao',
  method: 'POST',
  path: '/empresa/confirmacao',
  access: { who: 'user', can: ['user', 'create'] },
  summary: 'Receber outro link de confirmação no próprio e-mail (três vezes em 24 horas)',
  tag: 'Empresas',
  touches: [],
  rateLimit: 20,
  response: okMessage,
});

export const confirmEmpresa = defineContract({
  id: 'confirmEmpresa',
  method: 'POST',
  path: '/empresas/{id}/confirmar-email',
  access: { who: 'admin' },
  summary: 'Confirmar o e-mail de uma empresa sem o link: de novo, nada muda',
  tag: 'Empresas',
  touches: ['empresas', 'conta', 'resumos', 'creditos'],
  params: idParams,
  response: okMessage,
});

const limites = z.object({
  email_confirmado_em: dateTime.nullable(),
  /**
   * `abertos`: open invitations; `max`: greatest number allowed; `proprio`: limit that an administrator set, null for
   * the product's rule.
   */
  convites: z.object({
    abertos: z.number().int(),
    max: z.number().int(),
    proprio: z.number().int().nullable(),
  }),
  /**
   * Credits. `mes`: bought this month; `max`: allowed without a request; `proprio`: limit that an administrator set,
   * null for the product's rule.
   */
  compras: z.object({ mes: z.number().int(), max: z.number().int(), proprio: z.number().int().nullable() }),
});
export type LimitesWire = z.infer<typeof limites>;

export const getLimites = defineContract({
  id: 'getLimites',
  method: 'GET',
  path: '/empresas/{id}/limites',
  access: { who: 'admin' },
  summary: 'O que uma empresa pode sem pedir: convites em aberto e créditos comprados no mês',
  tag: 'Empresas',
  topic: 'empresas',
  params: idParams,
  response: ok(limites),
});

export const updateLimites = defineContract({
  id: 'updateLimites',
  method: 'PUT',
  path: '/empresas/{id}/limites',
  access: { who: 'admin' },
  summary: 'Mudar os limites de uma empresa; null: os da instalação',
  tag: 'Empresas',
  touches: ['empresas'],
  params: idParams,
  body: z.object({
    convites_max: z
      .int({ error: 'Informe um número inteiro.' })
      .min(0, { error: 'Informe um número a partir de 0.' })
      .max(CONVITES_TETO, { error: 'Use no máximo 100.000 convites.' })
      .nullable(),
    compras_mes_max: z
      .int({ error: 'Informe um número inteiro.' })
      .min(0, { error: 'Informe um número a partir de 0.' })
      .max(MAX_SALDO, { error: 'Use no máximo 2.000.000.000 de créditos.' })
      .nullable(),
  }),
  response: ok(limites),
});
