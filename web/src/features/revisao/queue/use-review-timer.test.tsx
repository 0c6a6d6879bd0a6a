import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useReviewTimer } from './use-review-timer.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function hide(hidden: boolean): void {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden);
  document.dispatchEvent(new Event('visibilitychange'));
}

it('counts from the insight’s appearance, not while the tab is hidden, and anew for the next', () => {
  const { result, rerender } = renderHook(({ id }) => useReviewTimer(id), { initialProps: { id: 'a' } });
  vi.advanceTimersByTime(3000);
  hide(true);
  vi.advanceTimersByTime(60_000);
  hide(false);
  vi.advanceTimersByTime(2000);
  expect(result.current()).toBe(5000);
  rerender({ id: 'b' });
  vi.advanceTimersByTime(700);
  expect(result.current()).toBe(700);
  vi.advanceTimersByTime(5 * 3_600_000);
  expect(result.current()).toBe(3_600_000);
});
