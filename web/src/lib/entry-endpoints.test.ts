import * as auth from '@escuta/shared/contracts/auth';
import type { Contract } from '@escuta/shared/contracts/contract';
import * as leads from '@escuta/shared/contracts/leads';
import * as sistema from '@escuta/shared/contracts/sistema';
import * as users from '@escuta/shared/contracts/users';
import { expect, it } from 'vitest';
import type { Endpoint } from './api.ts';
import * as endpoints from './entry-endpoints.ts';

const contracts = ([auth, leads, sistema, users] as object[])
  .flatMap(Object.values)
  .filter(
    (value: unknown): value is Contract => typeof value === 'object' && value !== null && 'path' in value,
  );

it.each(Object.values(endpoints) as Endpoint[])('$id is the endpoint of its contract', (endpoint) => {
  const contract = contracts.find(({ id }) => id === endpoint.id)!;
  const { id, method, path, kind, access } = contract;
  expect(endpoint).toEqual({ id, method, path, kind, access: { who: access.who } });
});
