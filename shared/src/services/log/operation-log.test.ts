import { expect, it } from 'vitest';
import { ALL_CONTRACTS } from '../../contracts/all.ts';
import { OPERATION_LOG } from './operation-log.ts';

it('says of every contract that is not a GET what it leaves in the log', () => {
  const changing = ALL_CONTRACTS.filter(({ method }) => method !== 'GET').map(({ id }) => id);
  expect(Object.keys(OPERATION_LOG).sort()).toEqual(changing.sort());
});
