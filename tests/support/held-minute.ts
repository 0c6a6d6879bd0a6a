import { vi } from 'vitest';

/**
 * Freezes this process's clock at the start of a minute: request limits count by whole minutes
 * (api/src/plugins/limits/rate-limit-store.ts), which must not change during a test.
 */
export async function inHeldMinute<T>(act: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ['Date'], now: Math.floor(Date.now() / 60_000) * 60_000 });
  try {
    return await act();
  } finally {
    vi.useRealTimers();
  }
}
