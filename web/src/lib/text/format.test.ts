import { plural } from '@escuta/shared/domain/text/in-words';
import { describe, expect, it } from 'vitest';
import {
  formatClock,
  formatClockMs,
  formatCost,
  formatDate,
  formatDateTime,
  formatDurationMs,
  formatFileSize,
  formatKilobytes,
  formatMegabytes,
  formatMinutes,
  formatNumber,
  formatPhone,
  formatShare,
  formatUsd,
  fromLocalDateTime,
  shortId,
  toLocalDate,
  toLocalDateTime,
  truncateFileName,
} from './format.ts';

describe('dates', () => {
  it('are shown as in Brasília, whatever the browser runs in', () => {
    expect(formatDateTime('2026-11-21T02:30:00.000Z')).toBe('20/11/2026 23:30');
    expect(formatDate('2026-11-21T02:30:00.000Z')).toBe('20/11/2026');
    expect(formatDateTime('2026-11-20T23:30:00-03:00')).toBe('20/11/2026 23:30');
    expect(toLocalDate('2026-01-01T02:00:00Z')).toBe('2025-12-31');
    // A date without a time stays this date in every time zone.
    expect([formatDate('2026-11-20'), toLocalDate('2026-11-20')]).toEqual(['20/11/2026', '2026-11-20']);
  });

  it('say when they are missing or unreadable', () => {
    expect(formatDateTime(null)).toBe('N/A');
    expect(formatDateTime('')).toBe('N/A');
    expect(formatDateTime('31/02')).toBe('Data inválida');
  });

  it('come back from an input as the same instant', () => {
    expect(fromLocalDateTime('2026-11-20T23:30')).toBe('2026-11-21T02:30:00.000Z');
    // A time in daylight saving time, which Brazil had until 2019.
    expect(fromLocalDateTime('2018-12-25T12:00')).toBe('2018-12-25T14:00:00.000Z');
    for (const iso of ['2018-11-04T03:30:00.000Z', '2019-02-16T20:00:00.000Z', '2026-11-21T02:30:00.000Z']) {
      expect(fromLocalDateTime(toLocalDateTime(iso))).toBe(iso);
    }
  });

  it('refuse what is no date', () => {
    for (const text of ['', '2026-02-30T10:00', '2026-13-01T10:00', '2026-01-01T24:00', '2026-01-01']) {
      expect(fromLocalDateTime(text)).toBeNull();
    }
  });
});

describe('durations', () => {
  it('are minutes with one decimal under 60, then hours and minutes', () => {
    expect(formatMinutes(0)).toBe('0,0 min');
    expect(formatMinutes(12.54)).toBe('12,5 min');
    expect(formatMinutes(59.94)).toBe('59,9 min');
    expect(formatMinutes(59.96)).toBe('1h 0min');
    expect(formatMinutes(60)).toBe('1h 0min');
    expect(formatMinutes(125)).toBe('2h 5min');
    expect(formatMinutes(119.7)).toBe('2h 0min');
    expect(formatMinutes(null)).toBe('N/A');
  });

  it('are m:ss on the analysis page', () => {
    expect(formatClock(0)).toBe('0:00');
    expect(formatClock(61)).toBe('1:01');
    expect(formatClock(3661)).toBe('1:01:01');
    expect(formatClockMs(59_999)).toBe('0:59');
    expect(formatClock(-1)).toBe('N/A');
    expect(formatClockMs(undefined)).toBe('N/A');
  });
});

it('writes numbers, sizes and costs in pt-BR', () => {
  expect(formatNumber(1234567)).toBe('1.234.567');
  expect(formatNumber(0.5, 1)).toBe('0,5');
  expect(formatNumber(Number.NaN)).toBe('N/A');
  expect(formatShare(0.8149, 1)).toBe('81,5%');
  expect(formatShare(0.875)).toBe('88%');
  expect(formatUsd(0.01234)).toBe('US$ 0,0123');
  expect(formatCost(1, 'EUR')).toBe('EUR 1,0000');
  expect(formatMegabytes(1_572_864)).toBe('1,50 MB');
  expect(formatKilobytes(1536)).toBe('1,5 KB');
  expect(formatFileSize(0)).toBe('0 KB');
  expect(formatFileSize(701)).toBe('0,7 KB');
  expect(formatFileSize(1_029_532)).toBe('0,98 MB');
  expect(formatFileSize(485 * 1024 ** 2)).toBe('485 MB');
  expect(formatFileSize(null)).toBe('N/A');
  expect(plural(1, 'item', 'itens')).toBe('1 item');
  expect(plural(2000, 'item', 'itens')).toBe('2.000 itens');
});

it.each([
  ['11987654321', '(11) 98765-4321'],
  ['1133334444', '(11) 3333-4444'],
  ['+55 (11) 3333-4444', '(11) 3333-4444'],
  ['5511987654321', '(11) 98765-4321'],
  ['011987654321', '(11) 98765-4321'],
  ['01511987654321', '(11) 98765-4321'],
  // Area code 55 (Santa Maria) is not the country's code.
  ['5533334444', '(55) 3333-4444'],
  ['08007701234', '0800 770 1234'],
  ['(08) 00770-1234', '0800 770 1234'],
  ['8007701234', '0800 770 1234'],
  ['03001234567', '0300 123 4567'],
  ['40040001', '4004-0001'],
  ['33334444', '3333-4444'],
  ['987654321', '98765-4321'],
  ['190', '190'],
  ['10315', '10315'],
  ['+44 20 7946 0958', '+44 20 7946 0958'],
  ['+1 212 555 1234', '+1 212 555 1234'],
  ['ramal 12', 'ramal 12'],
])('shows the phone %s as %s', (stored, shown) => {
  expect(formatPhone(stored)).toBe(shown);
});

it('shows a missing number and file names', () => {
  expect(formatPhone(null)).toBe('N/A');
  expect(truncateFileName('gravacao-2026-11-21-0001.wav')).toBe('gravacao-2026-11-21-…');
  expect(truncateFileName('curto.wav')).toBe('curto.wav');
});

it('tells two ids of the same minute apart', () => {
  expect(shortId('01a1fda0-e1b2-7370-850d-cefa22907d30')).toBe('01a1fda0…7d30');
  expect(shortId('curto')).toBe('curto');
});

it('rounds a length to the second that lists show, and a moment down', () => {
  expect([formatDurationMs(82_563), formatClockMs(82_563)]).toEqual(['1:23', '1:22']);
  expect(formatDurationMs(59_999)).toBe('1:00');
  expect(formatDurationMs(null)).toBe('N/A');
});
