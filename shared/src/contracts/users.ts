import { z } from 'zod';
import { ACTIONS, RESOURCES } from '../domain/permissions.ts';
import { sessionUser } from './auth.ts';
import { ok } from './common.ts';
import { defineContract } from './contract.ts';

export const userPermissions = z.record(
  z.enum(RESOURCES),
  z.partialRecord(z.enum([...ACTIONS, 'manage_all']), z.boolean()),
);

export const getProfile = defineContract({
  id: 'getProfile',
  method: 'GET',
  path: '/users/profile',
  access: { who: 'user', can: ['company', 'read'] },
  summary: 'O usuário da sessão, sua empresa e suas permissões',
  tag: 'Usuários',
  response: ok(
    z.object({
      user: sessionUser,
      userPermissions,
      empresa: z.object({ id: z.uuid(), nome: z.string(), cnpj: z.string() }),
    }),
  ),
});
