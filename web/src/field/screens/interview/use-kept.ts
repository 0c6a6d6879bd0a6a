import { useLayoutEffect, useRef } from 'react';

/** The text is stored after a pause of this length, ms. */
const PAUSE_MS = 400;
/**
 * The text is stored at least this often without a pause, ms: with the write itself, a crash loses less than a
 * second.
 */
const CEILING_MS = 700;

interface Kept {
  /** Call on each change of the text. */
  typed: () => void;
  /** Stores the text now, if it changed since the last time. Never rejects. */
  keep: () => Promise<void>;
  /** Forgets the change, because it was stored elsewhere or is not wanted. */
  drop: () => void;
}

/**
 * Stores a typed text at each pause, at least each second without one, and when the page is hidden or closed or the
 * component unmounts.
 * @param store stores the latest text
 * @param onFailure called if `store` rejects; the text is stored again with the next change or exit
 */
export function useKept(store: () => Promise<void>, onFailure: () => void = () => undefined): Kept {
  const latest = useRef({ store, onFailure });
  // Set before the drawn page can be left.
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
