import { vi } from 'vitest';

/**
 * Stops this process's clock at the start of a minute while `act` runs, because limits of requests count by whole
 * minutes (api/src/plugins/limits/rate-limit-store.ts), and the minute must not change during a test.
 */
export async function inHeldMinute<T>(act: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ['Date'], now: Math.floor(Date.now() / 60_000) * 60_000 });
  try {
    return await act();
  } finally {
    vi.useRealTimers();
  }
}
