import * as campo from '@escuta/shared/contracts/campo';
import type { Contract } from '@escuta/shared/contracts/contract';
import * as envios from '@escuta/shared/contracts/envios';
import { expect, it } from 'vitest';
import * as endpoints from './endpoints.ts';

it.each(Object.entries(endpoints))('%s is its contract’s', (name, endpoint) => {
  const contract = { ...campo, ...envios }[name as 'putEntrevista'] as Contract;
  const { id, method, path, kind, access } = contract;
  expect(endpoint).toEqual({ id, method, path, kind, access: { who: access.who } });
});
