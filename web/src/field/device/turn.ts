/**
 * Lets only one interview at a time run on a device, in all tabs together. Whoever begins or continues an interview
 * takes the turn, and the other interview is paused before the new one records. Pages over plain http lack the locks
 * for this, but they get no microphone and so cannot record.
 */
import { newId } from '../../lib/text/ids.ts';

const NAME = 'escuta-campo-vez';
/** Time within which a tab must release the turn, ms. A tab that takes longer counts as frozen, and loses the turn. */
const PATIENCE_MS = 5000;

const manager = (): LockManager | undefined => navigator.locks as LockManager | undefined;

/**
 * Takes the device's turn. Waits until the interview that has the turn is paused and no longer records.
 * @param onLost called when another interview takes the turn; that interview waits for the returned promise
 * @returns a function that releases the turn
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
    // The request rejects if another tab takes the turn, or if this tab stopped waiting for it.
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
