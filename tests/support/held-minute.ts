import { vi } from 'vitest';

/**
 * Counts requests with the clock of this process held at the beginning of a minute: limits count by whole minutes (api/src/plugins/limits/rate-limit-store.ts),
 * and none is to turn while a test counts.
 */
export async function inHeldMinute<T>(act: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ['Date'], now: Math.floor(Date.now() / 60_000) * 60_000 });
  try {
    return await act();
  } finally {
    vi.useRealTimers();
  }
}
