import { expect, it } from 'vitest';
import { momentOf } from './day.ts';

it.each([
  ['26/11/2026', '', '2026-11-26T15:00:00.000Z', 'dia'],
  ['26/11/2026', '10:20', '2026-11-26T13:20:00.000Z', 'instante'],
  ['2026-11-26', '10h20', '2026-11-26T13:20:00.000Z', 'instante'],
  ['26/11/26', '9h', '2026-11-26T12:00:00.000Z', 'instante'],
  ['26/11/2026', '1899-12-30 10:20', '2026-11-26T13:20:00.000Z', 'instante'],
  // An hour in the day's cell takes precedence over the hour's cell; midnight in the day's cell means no hour.
  ['26/11/2026 08:00', '10:20', '2026-11-26T11:00:00.000Z', 'instante'],
  ['26/11/2026 00:00:00', '', '2026-11-26T15:00:00.000Z', 'dia'],
  ['2026-11-26 12:00', '', '2026-11-26T15:00:00.000Z', 'instante'],
  ['2026-11-26T01:30:00.000Z', '', '2026-11-26T01:30:00.000Z', 'instante'],
  ['2026-11-26T09:10:05.120-03:00', '', '2026-11-26T12:10:00.000Z', 'instante'],
  ['2026-11-26T09:10:05+0000', '', '2026-11-26T09:10:00.000Z', 'instante'],
  ['2026-11-26 09:10:05', '', '2026-11-26T12:10:00.000Z', 'instante'],
  ['Nov 26, 2026 9:10:05 PM', '', '2026-11-27T00:10:00.000Z', 'instante'],
  ['Nov 26, 2026 12:10:05 AM', '', '2026-11-26T03:10:00.000Z', 'instante'],
  ['November 26, 2026', '10:20', '2026-11-26T13:20:00.000Z', 'instante'],
  ['26/11/2026', 'manhã', '2026-11-26T15:00:00.000Z', 'dia'],
  ['26/11/2026', '25:80', '2026-11-26T15:00:00.000Z', 'dia'],
])('%s and "%s" are %s, known by %s', (data, hora, em, precisao) => {
  expect(momentOf(data, hora)).toEqual({ em: new Date(em), precisao });
});

it.each(['31/02/2026', '', 'ontem', '10:20', '01/01/1900'])('"%s" is no day', (data) => {
  expect(momentOf(data, '10:20')).toBeNull();
});
