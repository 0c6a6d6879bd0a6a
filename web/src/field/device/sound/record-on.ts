import type { LiveInterview } from './live-interview.ts';
import { openMicrophone } from './recorder.ts';

/**
 * Restarts the recording where the microphone needs no new permission: a page that was closed in mid-interview records
 * at once.
 */
export async function recordOn(live: LiveInterview): Promise<void> {
  if (live.get().som !== 'parada') return;
  const may = await navigator.permissions?.query({ name: 'microphone' as PermissionName }).catch(() => null);
  if (may?.state !== 'granted') return;
  try {
    await live.record(await openMicrophone());
  } catch {
    // After a failure the red bar stays, with its button.
  }
}
