import * as auth from '@escuta/shared/contracts/auth';
import type { Contract } from '@escuta/shared/contracts/contract';
import * as sistema from '@escuta/shared/contracts/sistema';
import { expect, it } from 'vitest';
import type { Endpoint } from './api.ts';
import { forgotPassword, login, version } from './entry-endpoints.ts';

it.each([
  ['login', login, auth.login],
  ['forgotPassword', forgotPassword, auth.forgotPassword],
  ['version', version, sistema.version],
] as [string, Endpoint, Contract][])('%s is the endpoint of its contract', (_name, endpoint, contract) => {
  const { id, method, path, kind, access } = contract;
  expect(endpoint).toEqual({ id, method, path, kind, access: { who: access.who } });
});
