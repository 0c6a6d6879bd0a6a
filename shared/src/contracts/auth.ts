import { z } from 'zod';
import { PAPEIS } from '../domain/permissions.ts';
import { ok, okMessage } from './common.ts';
import { defineContract } from './contract.ts';

export const papel = z.enum(PAPEIS);

/** The user as the session keeps it (specification 1, §3). */
export const sessionUser = z.object({
  id: z.uuid(),
  email: z.string(),
  nome: z.string().nullable(),
  role: papel,
  roles: z.array(papel),
  user_metadata: z.object({ role: papel, empresa_id: z.uuid() }),
  empresa_id: z.uuid(),
});
export type SessionUser = z.infer<typeof sessionUser>;

export const login = defineContract({
  id: 'login',
  method: 'POST',
  path: '/auth/login',
  access: { who: 'public' },
  summary: 'Entrar com CNPJ, e-mail e senha',
  tag: 'Autenticação',
  rateLimit: 60,
  body: z.object({
    email: z
      .string()
      .trim()
      .toLowerCase()
      .max(254)
      .regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, { error: 'E-mail inválido' }),
    password: z.string().min(1, { error: 'Informe a senha.' }).max(1024),
    cnpj: z.string().trim().min(1, { error: 'Informe o CNPJ.' }).max(32),
  }),
  response: ok(z.object({ token: z.string(), user: sessionUser })),
});

export const forgotPassword = defineContract({
  id: 'forgotPassword',
  method: 'POST',
  path: '/auth/forgot-password',
  access: { who: 'public' },
  summary: 'Pedir por e-mail um link de redefinição de senha para cada conta',
  tag: 'Autenticação',
  rateLimit: 10,
  body: z.object({
    email: z
      .string()
      .trim()
      .toLowerCase()
      .max(254)
      .regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, { error: 'E-mail inválido' }),
  }),
  response: okMessage,
});
