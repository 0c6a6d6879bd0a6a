import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { currentTime, forgetServerTime, noteServerTime, serverNow } from './server-clock.ts';

const SERVER = Date.parse('2026-11-28T12:00:00Z');
const HOUR = 3_600_000;
const said = (at: number): void => noteServerTime(new Date(at).toUTCString());

beforeEach(() => {
  // The device's clock is 13 hours ahead.
  vi.useFakeTimers({ now: SERVER + 13 * HOUR });
  forgetServerTime();
});
afterEach(() => {
  vi.useRealTimers();
  forgetServerTime();
});

it('knows nothing before an answer, and the server’s time from then on, whatever becomes of the device’s clock', () => {
  expect(serverNow()).toBeNull();
  expect(currentTime()).toBe(SERVER + 13 * HOUR);
  said(SERVER);
  expect(currentTime()).toBe(SERVER);
  vi.advanceTimersByTime(60_000);
  vi.setSystemTime(SERVER - 48 * HOUR);
  expect(currentTime()).toBe(SERVER + 60_000);
});

it('is not set back by an answer from a cache, nor by one without a readable date', () => {
  said(SERVER);
  said(SERVER - HOUR);
  noteServerTime(null);
  noteServerTime('ontem');
  expect(serverNow()).toBe(SERVER);
  said(SERVER + 5000);
  expect(serverNow()).toBe(SERVER + 5000);
});
