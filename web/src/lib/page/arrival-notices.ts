import { useEffect, useRef } from 'react';
import { useSession } from '../network/session.ts';
import { entryTarget } from './guard-rules.ts';

/** Explains to signed-in people whose role opens no page why they are outside, once per page load. */
export function useArrivalNotices(): void {
  const current = useSession();
  const told = useRef(false);
  useEffect(() => {
    if (told.current || !current || entryTarget(current) !== null) return;
    told.current = true;
    void import('./arrival-words.ts').then(
      ({ tellArrival }) => tellArrival(current.papel),
      // Retried at the next change, once there is a connection.
      () => {
        told.current = false;
      },
    );
  }, [current]);
}
