import { expect, it } from 'vitest';
import { momentAround, readClock, stretchProblem } from './clock-text.ts';

it('reads minutes and seconds, hours, or seconds alone', () => {
  expect(['1:05', '0:00', '75', '1:02:03', '120:30'].map(readClock)).toEqual([
    65_000, 0, 75_000, 3_723_000, 7_230_000,
  ]);
  expect(['', '1:', ':5', '1:75', 'a', '-1', '1,5', '1:2:3:4'].map(readClock)).toEqual(Array(8).fill(null));
});

it('proposes whole seconds within the recording, never longer than a moment', () => {
  expect(momentAround({ startMs: 12_345, endMs: 14_001 }, 60_000)).toEqual({ inicio: 12_000, fim: 15_000 });
  expect(momentAround({ startMs: 0, endMs: 300_000 }, 400_000)).toEqual({ inicio: 0, fim: 60_000 });
  expect(momentAround({ startMs: 58_200, endMs: 70_000 }, 59_400)).toEqual({ inicio: 58_000, fim: 60_000 });
});

it('says what is wrong at the field that it concerns', () => {
  expect(stretchProblem(5000, 8000, 60_000)).toBeNull();
  expect(stretchProblem(null, 8000, 60_000)?.campo).toBe('inicio');
  expect(stretchProblem(60_000, 61_000, 60_000)?.campo).toBe('inicio');
  expect(
    [stretchProblem(5000, 5000, 60_000), stretchProblem(0, 61_000, 90_000)].map((one) => one?.campo),
  ).toEqual(['fim', 'fim']);
});
