import { lazy, Suspense, useSyncExternalStore } from 'react';
import { toastHost } from '../lib/toast.ts';

const Toaster = lazy(() => import('./toaster.tsx'));

/** Loads the toast host once the first toast is asked for. */
export function ToasterGate() {
  const wanted = useSyncExternalStore(toastHost.subscribe, toastHost.isWanted, () => false);
  return wanted ? (
    <Suspense>
      <Toaster />
    </Suspense>
  ) : null;
}
