import { useEffect, useRef } from 'react';
import { useSession } from '../network/session.ts';
import { entryTarget } from './guard-rules.ts';

/** Tells somebody who is signed in, but whose role opens nothing, why they stand outside. Once a page. */
export function useArrivalNotices(): void {
  const current = useSession();
  const told = useRef(false);
  useEffect(() => {
    if (told.current || !current || entryTarget(current) !== null) return;
    told.current = true;
    void import('./arrival-words.ts').then(
      ({ tellArrival }) => tellArrival(current.papel),
      // Said at the next change, once there is a connection again.
      () => {
        told.current = false;
      },
    );
  }, [current]);
}
