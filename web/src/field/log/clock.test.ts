import { expect, it } from 'vitest';
import { InterviewClock } from './clock.ts';

function clocks() {
  const now = { perf: 100, wall: 1_800_000_000_000 };
  return { now, clocks: { perf: () => now.perf, wall: () => now.wall } };
}
const pass = (now: { perf: number; wall: number }, ms: number) => {
  now.perf += ms;
  now.wall += ms;
};

it('counts from the beginning, whatever the wall clock says', () => {
  const { now, clocks: both } = clocks();
  const clock = new InterviewClock(null, both);
  pass(now, 1500);
  expect(clock.mono()).toBe(1500);
  now.wall -= 3_600_000;
  expect(clock.mono()).toBe(1500);
  expect(clock.jump()).toBe(-3_600_000);
  expect(clock.jump()).toBe(0);
  now.wall += 2000;
  expect(clock.jump()).toBe(0);
});

it('goes on over a restart by the wall clock, and never backwards', () => {
  const { now, clocks: both } = clocks();
  const last = { mono: 5000, relogio: now.wall - 60_000 };
  expect(new InterviewClock(last, both).mono()).toBe(65_000);
  // The wall clock was set back while the page was closed.
  now.wall -= 3_600_000;
  const clock = new InterviewClock(last, both);
  expect(clock.mono()).toBe(5000);
  pass(now, 10);
  expect(clock.mono()).toBe(5010);
});
