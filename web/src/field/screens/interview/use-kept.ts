import { useLayoutEffect, useRef } from 'react';

/** Pause in typing after which the text is stored, ms. */
const PAUSE_MS = 400;
/**
 * Longest time for which typing without a pause delays the storing, ms. With the time of the write itself, a crash
 * loses less than a second of typing.
 */
const CEILING_MS = 700;

interface Kept {
  /** To be called on each change of the text. */
  typed: () => void;
  /** Stores the text now, if it changed since the last time. Never rejects. */
  keep: () => Promise<void>;
  /** Drops the change without storing it, because it was stored elsewhere or is not wanted. */
  drop: () => void;
}

/**
 * Stores a typed text: at each pause, during typing without a pause at least each second, when the page is hidden or
 * closed, and when the component unmounts.
 * @param store stores the latest text
 * @param onFailure called if `store` rejects; the text is stored again at the next change or exit
 */
export function useKept(store: () => Promise<void>, onFailure: () => void = () => undefined): Kept {
  const latest = useRef({ store, onFailure });
  // In a layout effect, so that the ref is up to date before the person can leave the drawn page.
  useLayoutEffect(() => {
    latest.current = { store, onFailure };
  });
  const kept = useRef<Kept>(null);
  kept.current ??= keeper(
    () => latest.current.store(),
    () => latest.current.onFailure(),
  );
  const { keep } = kept.current;
  useLayoutEffect(() => {
    const hidden = (): void => {
      if (document.visibilityState === 'hidden') void keep();
    };
    const gone = (): void => void keep();
    document.addEventListener('visibilitychange', hidden);
    window.addEventListener('pagehide', gone);
    return () => {
      document.removeEventListener('visibilitychange', hidden);
      window.removeEventListener('pagehide', gone);
      void keep();
    };
  }, [keep]);
  return kept.current;
}

function keeper(store: () => Promise<void>, failed: () => void): Kept {
  let pause: ReturnType<typeof setTimeout> | undefined;
  let ceiling: ReturnType<typeof setTimeout> | undefined;
  let waits = false;
  const drop = (): void => {
    clearTimeout(pause);
    clearTimeout(ceiling);
    ceiling = undefined;
    waits = false;
  };
  const keep = async (): Promise<void> => {
    if (!waits) return;
    drop();
    try {
      await store();
    } catch {
      waits = true;
      failed();
    }
  };
  return {
    drop,
    keep,
    typed: () => {
      waits = true;
      clearTimeout(pause);
      pause = setTimeout(() => void keep(), PAUSE_MS);
      ceiling ??= setTimeout(() => void keep(), CEILING_MS);
    },
  };
}
