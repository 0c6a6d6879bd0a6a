/**
 * The few routes that the sign-in screen and the shell call before anything else is loaded. Written by hand so that the
 * first page does not carry the contracts' schemas (25 kB of zod); entry-endpoints.test.ts holds each one against its
 * contract, and the shapes come from the contracts' types. Every other call imports its contract.
 */
import type * as auth from '@escuta/shared/contracts/auth';
import type * as sistema from '@escuta/shared/contracts/sistema';
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

export const version: Endpoint<typeof sistema.version> = {
  id: 'version',
  method: 'GET',
  path: '/version',
  kind: 'json',
  access: { who: 'public' },
};
