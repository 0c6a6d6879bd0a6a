import { expect, it } from 'vitest';
import { momentUrl, readMoment } from './moment.ts';

it('reads seconds and clocks', () => {
  expect(readMoment('83')).toBe(83_000);
  expect(readMoment('1.5')).toBe(1500);
  expect(readMoment('1:23')).toBe(83_000);
  expect(readMoment('1:02:03')).toBe(3_723_000);
});

it('takes anything else for no moment', () => {
  for (const text of [null, '', '-1', '1:75', 'abc', '1e9', '99999999', 'Infinity'])
    expect(readMoment(text)).toBeNull();
});

it('names the second that sounds, beside what the address says already', () => {
  expect(momentUrl('https://escuta.example/dashboard/call-analysis/x?t=3&a=b#fim', 83_999)).toBe(
    'https://escuta.example/dashboard/call-analysis/x?t=83&a=b',
  );
  expect(readMoment(new URL(momentUrl('https://e.example/x', 83_999)).searchParams.get('t'))).toBe(83_000);
});
