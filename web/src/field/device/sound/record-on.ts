import type { LiveInterview } from './live-interview.ts';
import { openMicrophone } from './recorder.ts';

/**
 * The microphone again, where nobody need be asked for it: a page that was closed in mid-interview records on at
 * once.
 */
export async function recordOn(live: LiveInterview): Promise<void> {
  if (live.get().som !== 'parada') return;
  const may = await navigator.permissions?.query({ name: 'microphone' as PermissionName }).catch(() => null);
  if (may?.state !== 'granted') return;
  try {
    await live.record(await openMicrophone());
  } catch {
    // The red bar stands, with its button.
  }
}
