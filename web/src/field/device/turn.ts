/**
 * One interview at a time on a device, whichever tab it is in: beginning one, or going on with one, pauses the other
 * before anything is heard. Pages on plain http have no locks, and no microphone either.
 */
import { newId } from '../../lib/text/ids.ts';

const NAME = 'escuta-campo-vez';
/** A tab that does not give the turn up in this time is frozen, ms: the turn is taken from it. */
const PATIENCE_MS = 5000;

const manager = (): LockManager | undefined => navigator.locks as LockManager | undefined;

/**
 * Takes the device's turn: the interview that has it pauses first, and this waits until its recording has stopped.
 * @param onLost another interview takes the turn; awaited before that one has it
 * @returns how to give it up
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
    // Rejects where another tab takes the turn from this one, or this one gave up waiting for it.
    void locks.request(NAME, { signal: gone.signal }, take).catch(lose);
  });
  return () => {
    has = false;
    channel.close();
    release();
  };
}

/** Pauses the interview that is under way on this device, in whatever tab: the next one is about to begin. */
export async function pauseOthers(): Promise<void> {
  (await takeTurn(async () => undefined))();
}
