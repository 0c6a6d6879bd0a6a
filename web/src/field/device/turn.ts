/**
 * Allows one interview at a time on a device, over all tabs: beginning or continuing an interview pauses the other
 * before it records. Pages on plain http have no locks, and no microphone either.
 */
import { newId } from '../../lib/text/ids.ts';

const NAME = 'escuta-campo-vez';
/** A tab that does not release the turn within this time is frozen, and loses it, ms. */
const PATIENCE_MS = 5000;

const manager = (): LockManager | undefined => navigator.locks as LockManager | undefined;

/**
 * Takes the device's turn: waits until the interview that holds it has paused and stopped recording.
 * @param onLost another interview takes the turn, and waits for this
 * @returns a function that releases it
 */
export async function takeTurn(onLost: () => Promise<void>): Promise<() => void> {
  const locks = manager();
  if (!locks) return () => undefined;
  const channel = new BroadcastChannel(NAME);
  const gone = new AbortController();
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let has = false;
  const lose = async (): Promise<void> => {
    if (!has) return;
    has = false;
    channel.close();
    await onLost().catch(() => undefined);
    release();
  };
  channel.onmessage = () => void lose();
  channel.postMessage(newId());
  await new Promise<void>((resolve) => {
    const take = async (): Promise<void> => {
      has = true;
      clearTimeout(late);
      resolve();
      await held;
    };
    const late = setTimeout(() => {
      gone.abort();
      void locks.request(NAME, { steal: true }, take).catch(lose);
    }, PATIENCE_MS);
    // Rejects if another tab takes the turn, or if this one stopped waiting for it.
    void locks.request(NAME, { signal: gone.signal }, take).catch(lose);
  });
  return () => {
    has = false;
    channel.close();
    release();
  };
}

/** Pauses the interview in progress on this device, in any tab, because another interview is about to begin. */
export async function pauseOthers(): Promise<void> {
  (await takeTurn(async () => undefined))();
}
