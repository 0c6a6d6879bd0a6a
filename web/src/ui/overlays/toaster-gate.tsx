import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react';
import { toastHost } from '../../lib/browser/toast.ts';
import { session } from '../../lib/network/session.ts';

const loadToaster = (): Promise<{ default: ComponentType }> => import('./toaster.tsx');

/** Delay before the toast host loads in advance, ms. Without this it could not load to report a lost connection. */
const AHEAD_MS = 4000;
/** Pause between two tries to load the host, ms. */
const AGAIN_MS = 5000;

/**
 * Loads the toast host with the first toast, or a while after a signed-in page opened. If loading fails while toasts
 * wait, tries again; the failure never breaks the page.
 */
export function ToasterGate({ load = loadToaster }: { load?: () => Promise<{ default: ComponentType }> }) {
  const wanted = useSyncExternalStore(toastHost.subscribe, toastHost.isWanted, () => false);
  const [Host, setHost] = useState<ComponentType | null>(null);
  const [tries, setTries] = useState(0);
  const loaded = Host !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try is another effect
  useEffect(() => {
    if (loaded) return;
    let gone = false;
    let again: ReturnType<typeof setTimeout> | undefined;
    const next = (): void => setTries((n) => n + 1);
    const attempt = (): void => {
      if (!wanted && !session.get()) return;
      load().then(
        (module) => !gone && setHost(() => module.default),
        () => {
          if (gone || !wanted) return;
          again = setTimeout(next, AGAIN_MS);
          window.addEventListener('online', next, { once: true });
        },
      );
    };
    const first = setTimeout(attempt, wanted ? 0 : AHEAD_MS);
    return () => {
      gone = true;
      clearTimeout(first);
      clearTimeout(again);
      window.removeEventListener('online', next);
    };
  }, [wanted, loaded, tries, load]);
  return Host && wanted ? <Host /> : null;
}
