import { act, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { toast } from '../lib/browser/toast.ts';
import { forgetServerTime, noteServerTime } from '../lib/network/server-clock.ts';
import * as sessionModule from '../lib/network/session.ts';
import { SessionNotices } from './session-notices.tsx';

const mocks = { warning: vi.fn(), success: vi.fn(), info: vi.fn(), expiresAt: 0 };

const MINUTE = 60_000;
beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T12:00:00-03:00') });
  forgetServerTime();
  noteServerTime(new Date().toUTCString());
  mocks.warning.mockReset();
  mocks.success.mockReset();
  vi.spyOn(toast, 'success').mockImplementation(mocks.success);
  vi.spyOn(toast, 'warning').mockImplementation(mocks.warning);
  vi.spyOn(toast, 'info').mockImplementation(mocks.info);
  vi.spyOn(sessionModule, 'useRequiredSession').mockImplementation(
    () =>
      ({
        papel: 'usuario',
        empresaId: 'e',
        user: { id: 'u', email: 'a@b.co' },
        expiresAt: mocks.expiresAt,
      }) as ReturnType<typeof sessionModule.useRequiredSession>,
  );
  mocks.expiresAt = Date.now() + 60 * MINUTE;
});
afterEach(() => {
  vi.useRealTimers();
  forgetServerTime();
});

it('warns ten minutes before the session ends, with the hour, until it is waved away', () => {
  render(<SessionNotices />);
  vi.advanceTimersByTime(50 * MINUTE - 1);
  expect(mocks.warning).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(mocks.warning).toHaveBeenCalledTimes(1);
  const [title, options] = mocks.warning.mock.calls[0]!;
  expect(title).toBe('Sua sessão termina às 13:00');
  expect(options.duration).toBe(Number.POSITIVE_INFINITY);
  expect(options.description).toContain('Os textos digitados voltam quando você entrar de novo');
});

it('warns anew by a session that was renewed, and no more by the one before', () => {
  const view = render(<SessionNotices />);
  vi.advanceTimersByTime(45 * MINUTE);
  mocks.expiresAt = Date.now() + 60 * MINUTE;
  view.rerender(<SessionNotices />);
  vi.advanceTimersByTime(30 * MINUTE);
  expect(mocks.warning).not.toHaveBeenCalled();
  vi.advanceTimersByTime(20 * MINUTE);
  expect(mocks.warning).toHaveBeenCalledTimes(1);
});

it('warns at once who comes in within the last ten minutes', () => {
  mocks.expiresAt = Date.now() + 4 * MINUTE;
  render(<SessionNotices />);
  vi.advanceTimersByTime(0);
  expect(mocks.warning).toHaveBeenCalledTimes(1);
});

it('warns by the server’s clock, and says that the device’s is wrong until it is set right', () => {
  const server = Date.now();
  const HOUR = 60 * MINUTE;
  vi.setSystemTime(server + 13 * HOUR);
  const view = render(<SessionNotices />);
  expect(mocks.warning.mock.calls.map(([title]) => title)).toEqual([
    'O relógio deste aparelho está 13 horas adiantado',
  ]);
  expect(mocks.warning.mock.calls[0]![1].description).toContain('Acerte a data e a hora');
  vi.setSystemTime(server);
  act(() => vi.advanceTimersByTime(5000));
  expect(mocks.success.mock.calls.map(([title]) => title)).toEqual(['O relógio deste aparelho está certo']);
  act(() => vi.advanceTimersByTime(45 * MINUTE + 55_000));
  expect(mocks.warning).toHaveBeenCalledTimes(1);
  act(() => vi.advanceTimersByTime(4 * MINUTE));
  expect(mocks.warning.mock.calls.at(-1)![0]).toBe('Sua sessão termina às 13:00');
  view.unmount();
});
