import { REVISAO_MAX_MS } from '@escuta/shared/contracts/insights/insights';
import { useCallback, useEffect, useRef } from 'react';

/**
 * Returns how long the insight `id` has been on screen, ms, without time in a hidden tab; at most REVISAO_MAX_MS. With
 * another `id` the time starts at 0 again.
 */
export function useReviewTimer(id: string | null): () => number {
  const spent = useRef(0);
  const since = useRef<number | null>(null);
  useEffect(() => {
    if (id === null) return;
    spent.current = 0;
    const run = (): void => {
      if (document.hidden) {
        if (since.current !== null) spent.current += performance.now() - since.current;
        since.current = null;
      } else {
        since.current ??= performance.now();
      }
    };
    since.current = null;
    run();
    document.addEventListener('visibilitychange', run);
    return () => document.removeEventListener('visibilitychange', run);
  }, [id]);
  return useCallback(() => {
    const running = since.current === null ? 0 : performance.now() - since.current;
    return Math.min(REVISAO_MAX_MS, Math.round(spent.current + running));
  }, []);
}
