/** What only one tab does at a time. Pages on plain http have no locks: there whoever asks is taken to be alone. */

const manager = (): LockManager | undefined => navigator.locks as LockManager | undefined;

/** Does something unless another tab is at it. @returns whether it was done here */
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
 * Holds a lock for as long as the page is about something.
 * @param onWait another tab holds it now
 * @param onHeld it is held here, from now on
 * @returns how to give it up, or to wait no longer
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
