import { z } from 'zod';
import { isValidCnpj } from '../../domain/accounts/cnpj.ts';
import { PAPEIS } from '../../domain/accounts/permissions.ts';
import { storableText } from '../../domain/text/storable-text.ts';
import { dateTime, ok, okMessage, text } from '../common.ts';
import { defineContract } from '../contract.ts';

export const papel = z.enum(PAPEIS);

/** An e-mail address, trimmed and in lower case. Lists, display names and comments are refused. */
export const email = storableText(undefined, 'E-mail inválido')
  .trim()
  .toLowerCase()
  .max(254, { error: 'E-mail inválido' })
  .regex(/^[^\s@<>()[\],;:"\\\p{Cc}]+@[^\s@<>()[\],;:"\\\p{Cc}]+\.[^\s@<>()[\],;:"\\\p{Cc}]+$/u, {
    error: 'E-mail inválido',
  })
  .refine((address) => !/@\.|@.*\.(\.|$)/.test(address), { error: 'E-mail inválido' });

/** A CNPJ to be stored; the service normalises its punctuation. */
export const cnpjNovo = storableText()
  .trim()
  .min(1, { error: 'Informe o CNPJ.' })
  .max(32)
  .refine(isValidCnpj, { error: 'CNPJ inválido. Confira os dígitos.' });

/** A CNPJ at sign-in. An invalid CNPJ is answered like a wrong password. */
const cnpjDado = text(32).min(1, { error: 'Informe o CNPJ.' });

/** The service checks PASSWORD_MIN_LENGTH and the list of common passwords. */
export const senhaNova = storableText()
  .min(6, { error: 'A senha deve ter no mínimo 6 caracteres.' })
  .max(1024, { error: 'A senha deve ter no máximo 1024 caracteres.' });

/** The signed-in person, with the fields of specification 1, §3. */
export const sessionUser = z.object({
  id: z.uuid(),
  email: z.string(),
  nome: z.string().nullable(),
  role: papel,
  roles: z.array(papel),
  user_metadata: z.object({ role: papel, empresa_id: z.uuid() }),
  empresa_id: z.uuid(),
  /** True if the account may only do field work. */
  so_campo: z.boolean(),
});
export type SessionUser = z.infer<typeof sessionUser>;

export const login = defineContract({
  id: 'login',
  method: 'POST',
  path: '/auth/login',
  access: { who: 'public' },
  summary: 'Entrar com CNPJ, e-mail e senha',
  tag: 'Autenticação',
  touches: [],
  rateLimit: 60,
  body: z.object({
    email,
    password: storableText().min(1, { error: 'Informe a senha.' }).max(1024),
    cnpj: cnpjDado,
  }),
  response: ok(z.object({ token: z.string(), user: sessionUser })),
});

export const register = defineContract({
  id: 'register',
  method: 'POST',
  path: '/auth/register',
  access: { who: 'public' },
  summary: 'Cadastrar uma empresa e sua primeira pessoa (gerente), que já entra',
  tag: 'Autenticação',
  touches: [],
  rateLimit: 10,
  status: 201,
  body: z.object({
    email,
    password: senhaNova,
    cnpj: cnpjNovo,
    empresa: text(200).min(1, { error: 'Informe o nome da empresa.' }),
    nome: text(200).min(1, { error: 'Informe o seu nome.' }).optional(),
    /** Absent if the client does not ask for consent. */
    aceite_termos: z
      .literal(true, {
        error: 'Para se cadastrar, aceite os Termos de Uso e a Política de Privacidade.',
      })
      .optional(),
  }),
  response: ok(z.object({ token: z.string(), user: sessionUser })),
});

export const requestPasswordReset = defineContract({
  id: 'requestPasswordReset',
  method: 'POST',
  path: '/auth/forgot-password',
  access: { who: 'public' },
  summary: 'Pedir por e-mail um link de redefinição de senha para cada conta; a resposta é sempre a mesma',
  tag: 'Autenticação',
  touches: [],
  rateLimit: 10,
  body: z.object({ email }),
  response: okMessage,
});

export const resetPassword = defineContract({
  id: 'resetPassword',
  method: 'POST',
  path: '/auth/reset-password',
  access: { who: 'public' },
  summary: 'Pedir por e-mail o link de redefinição da conta de uma empresa; a resposta é sempre a mesma',
  tag: 'Autenticação',
  touches: [],
  rateLimit: 10,
  body: z.object({ email, cnpj: cnpjDado }),
  response: okMessage,
});

export const linkToken = storableText()
  .trim()
  .min(1, { error: 'Link inválido.' })
  .max(200, { error: 'Link inválido.' });

export const verifyPasswordLink = defineContract({
  id: 'verifyPasswordLink',
  method: 'POST',
  path: '/auth/reset-password/verify',
  access: { who: 'public' },
  summary: 'De quem é um link de senha ainda válido',
  tag: 'Autenticação',
  touches: [],
  rateLimit: 30,
  body: z.object({ token: linkToken }),
  response: ok(
    z.object({
      finalidade: z.enum(['redefinicao', 'convite']),
      email: z.string(),
      empresa: z.string(),
      cnpj: z.string(),
      /** '' if the account has no name; null if the link cannot set a name (reset, or person with other accounts). */
      nome: z.string().nullable(),
      expira_em: dateTime,
    }),
  ),
});

export const confirmPasswordLink = defineContract({
  id: 'confirmPasswordLink',
  method: 'POST',
  path: '/auth/reset-password/confirm',
  access: { who: 'public' },
  summary: 'Definir a senha com o link recebido por e-mail, uma vez; um convite aceito já entra',
  tag: 'Autenticação',
  touches: [],
  rateLimit: 30,
  body: z.object({
    token: linkToken,
    newPassword: senhaNova,
    /** Required for an invitation whose link may set the name. */
    nome: text(200).min(1, { error: 'Informe o seu nome.' }).optional(),
  }),
  response: okMessage.extend({
    /** The session of an accepted invitation; null after a password reset. */
    data: z.object({ token: z.string(), user: sessionUser }).nullable(),
  }),
});
