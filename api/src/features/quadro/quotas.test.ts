import { expect, it } from 'vitest';
import { quotaState } from './quotas.ts';

it.each([
  { meta: 10, feitas: 0, faltam: 10, excedem: 0 },
  { meta: 10, feitas: 10, faltam: 0, excedem: 0 },
  { meta: 10, feitas: 13, faltam: 0, excedem: 3 },
])('target $meta, done $feitas: $faltam missing, $excedem too many', ({ meta, ...state }) => {
  expect(quotaState(meta, state.feitas)).toEqual(state);
});
