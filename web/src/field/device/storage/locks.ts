/** Locks between tabs. Pages on plain http have none: there each tab counts as the only one. */

const manager = (): LockManager | undefined => navigator.locks as LockManager | undefined;

/**
 * Runs `work` unless another tab is doing so.
 * @returns whether it ran here
 */
export async function ifAlone(name: string, work: () => Promise<void>): Promise<boolean> {
  const locks = manager();
  if (!locks) {
    await work();
    return true;
  }
  return locks.request(name, { ifAvailable: true }, async (lock) => {
    if (!lock) return false;
    await work();
    return true;
  });
}

/**
 * Holds a lock while the page needs it.
 * @param onWait another tab holds it now
 * @param onHeld this tab holds it from now on
 * @returns a function that releases it or stops waiting
 */
export function hold(name: string, onWait: () => void, onHeld: () => void): () => void {
  const locks = manager();
  if (!locks) {
    onHeld();
    return () => undefined;
  }
  const gone = new AbortController();
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const take = async (): Promise<void> => {
    if (gone.signal.aborted) return;
    onHeld();
    await held;
  };
  void locks
    .request(name, { ifAvailable: true }, async (lock) => {
      if (lock) await take();
      return lock !== null;
    })
    .then(async (was) => {
      if (was || gone.signal.aborted) return;
      onWait();
      await locks.request(name, { signal: gone.signal }, take);
    })
    .catch((error: unknown) => {
      if (!gone.signal.aborted) throw error;
    });
  return () => {
    gone.abort();
    release();
  };
}
