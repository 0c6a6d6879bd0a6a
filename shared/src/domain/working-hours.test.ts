import { expect, it } from 'vitest';
import { workingMorning } from './working-hours.ts';

it.each([
  ['a Monday afternoon', '2026-11-30T17:00:00Z', '2026-11-30T13:14:00Z'],
  ['a Monday before the end of the call', '2026-11-30T13:15:00Z', '2026-11-27T13:14:00Z'],
  ['a Sunday night', '2026-11-30T02:30:00Z', '2026-11-27T13:14:00Z'],
  ['a Saturday', '2026-11-28T18:00:00Z', '2026-11-27T13:14:00Z'],
])('dates an example asked for on %s to a working morning', (_, now, at) => {
  expect(workingMorning(new Date(now), 82_000)).toEqual(new Date(at));
});
