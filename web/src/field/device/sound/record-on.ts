import type { LiveInterview } from './live-interview.ts';
import { openMicrophone } from './recorder.ts';

/**
 * Starts the recording again if the microphone needs no new permission, so that an interview whose page was closed
 * records as soon as it is opened.
 */
export async function recordOn(live: LiveInterview): Promise<void> {
  if (live.get().som !== 'parada') return;
  const may = await navigator.permissions?.query({ name: 'microphone' as PermissionName }).catch(() => null);
  if (may?.state !== 'granted') return;
  try {
    await live.record(await openMicrophone());
  } catch {
    // After a failure the red bar stays, with a button to try again.
  }
}
