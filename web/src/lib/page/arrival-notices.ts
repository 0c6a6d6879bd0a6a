import { useEffect, useRef } from 'react';
import { useSession } from '../network/session.ts';
import { entryTarget } from './guard-rules.ts';

/** Tells signed-in people whose role opens no page why they are outside the app, once per page load. */
export function useArrivalNotices(): void {
  const current = useSession();
  const told = useRef(false);
  useEffect(() => {
    if (told.current || !current || entryTarget(current) !== null) return;
    told.current = true;
    void import('./arrival-words.ts').then(
      ({ tellArrival }) => tellArrival(current.papel),
      // The words could not be loaded: the next change of the session tries again.
      () => {
        told.current = false;
      },
    );
  }, [current]);
}
