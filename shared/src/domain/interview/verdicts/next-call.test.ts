import { expect, it } from 'vitest';
import { nextCallAt } from './next-call.ts';

/** 2026-11-DD HH:MM in São Paulo. The 28th is a Saturday. */
const at = (day: number, time: string) => new Date(`2026-11-${day}T${time}:00-03:00`);

it('nobody is called again before the first call', () => {
  expect(nextCallAt([], at(25, '10:00'))).toBeNull();
});

it.each([
  ['after a morning call, the afternoon of the day', ['10:00'], at(25, '10:05'), at(25, '14:00')],
  ['two hours later at the soonest', ['13:30'], at(25, '13:35'), at(25, '18:00')],
  ['after each other part of the day, the one left', ['10:00', '15:00'], at(25, '15:05'), at(25, '18:00')],
  [
    'once every part was tried, the next morning',
    ['10:00', '15:00', '18:40'],
    at(25, '18:45'),
    at(26, '09:00'),
  ],
  ['a part of the day that goes on begins now', ['10:00'], at(25, '15:20'), at(25, '15:20')],
] as const)('%s', (_, calls, now, expected) => {
  expect(
    nextCallAt(
      calls.map((time) => at(25, time)),
      now,
    ),
  ).toEqual(expected);
});

it('leaves Sunday out, also where days have passed', () => {
  expect(nextCallAt([at(28, '10:00'), at(28, '15:00'), at(28, '19:00')], at(28, '19:30'))).toEqual(
    at(30, '09:00'),
  );
  expect(nextCallAt([at(20, '10:00')], at(29, '11:00'))).toEqual(at(30, '14:00'));
});
