/** Locks between tabs. Pages over plain http have no locks: there each tab acts as if it were the only one. */

const manager = (): LockManager | undefined => navigator.locks as LockManager | undefined;

/**
 * Runs `work` unless another tab runs the work of the same name.
 * @returns true if `work` ran in this tab
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
 * Takes a lock and keeps it until it is released.
 * @param onWait called if another tab has the lock now
 * @param onHeld called when this tab gets the lock
 * @returns a function that releases the lock, or stops waiting for it
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
