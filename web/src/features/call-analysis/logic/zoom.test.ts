// @vitest-environment node
import { expect, it } from 'vitest';
import { stepWindow, windowChoices } from './zoom.ts';

it('shows a short call whole and 5 minutes of a long one', () => {
  expect(windowChoices(82_563)).toEqual({ windows: [82_563, 60_000, 30_000, 15_000], initial: 82_563 });
  expect(windowChoices(3_600_000).initial).toBe(300_000);
  expect(windowChoices(6000)).toEqual({ windows: [6000], initial: 6000 });
});

it('steps through the windows and stops at the ends', () => {
  const { windows } = windowChoices(82_563);
  expect(stepWindow(windows, 82_563, 1)).toBe(60_000);
  expect(stepWindow(windows, 82_563, -1)).toBe(82_563);
  expect(stepWindow(windows, 15_000, 1)).toBe(15_000);
});
