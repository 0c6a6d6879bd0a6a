/**
 * The few routes that the public pages call: the site, the sign-in, the registration, the password. Written by hand so that the
 * first page does not carry the contracts' schemas (25 kB of zod); entry-endpoints.test.ts holds each one against its
 * contract, and the shapes come from the contracts' types. Every other call imports its contract.
 */
import type * as auth from '@escuta/shared/contracts/auth';
import type * as leads from '@escuta/shared/contracts/leads';
import type * as sistema from '@escuta/shared/contracts/sistema';
import type * as users from '@escuta/shared/contracts/users';
import type { Endpoint } from './api.ts';

export const login: Endpoint<typeof auth.login> = {
  id: 'login',
  method: 'POST',
  path: '/auth/login',
  kind: 'json',
  access: { who: 'public' },
};

export const forgotPassword: Endpoint<typeof auth.forgotPassword> = {
  id: 'forgotPassword',
  method: 'POST',
  path: '/auth/forgot-password',
  kind: 'json',
  access: { who: 'public' },
};

export const register: Endpoint<typeof auth.register> = {
  id: 'register',
  method: 'POST',
  path: '/auth/register',
  kind: 'json',
  access: { who: 'public' },
};

export const verifyPasswordLink: Endpoint<typeof auth.verifyPasswordLink> = {
  id: 'verifyPasswordLink',
  method: 'POST',
  path: '/auth/reset-password/verify',
  kind: 'json',
  access: { who: 'public' },
};

export const confirmPasswordLink: Endpoint<typeof auth.confirmPasswordLink> = {
  id: 'confirmPasswordLink',
  method: 'POST',
  path: '/auth/reset-password/confirm',
  kind: 'json',
  access: { who: 'public' },
};

export const changePassword: Endpoint<typeof users.changePassword> = {
  id: 'changePassword',
  method: 'PUT',
  path: '/users/password',
  kind: 'json',
  access: { who: 'user' },
};

export const createLead: Endpoint<typeof leads.createLead> = {
  id: 'createLead',
  method: 'POST',
  path: '/leads/demo',
  kind: 'json',
  access: { who: 'public' },
};

export const operador: Endpoint<typeof sistema.operador> = {
  id: 'operador',
  method: 'GET',
  path: '/operador',
  kind: 'json',
  access: { who: 'public' },
};

export const version: Endpoint<typeof sistema.version> = {
  id: 'version',
  method: 'GET',
  path: '/version',
  kind: 'json',
  access: { who: 'public' },
};
