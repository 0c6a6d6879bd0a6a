/** Gives the app's pages what they need of a person's device: stored data, sending, time and network. */
import { createContext, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import { httpTransport } from '../../lib/field-sync/field-api.ts';
import { sha256 } from '../../lib/field-sync/sha256.ts';
import { session } from '../../lib/network/session.ts';
import { paths } from '../../lib/paths.ts';
import type { AparelhoLocal, FieldStore } from '../log/model.ts';
import { type Situacao, Syncer } from '../sync/syncer.ts';
import { authorise } from './authorise.ts';
import { forgetOldBeginning } from './beginning.ts';
import { contact, markRevoked, type VersoesPublicadas } from './device.ts';
import { takePublished } from './download.ts';
import { takeGoals } from './goals.ts';
import { type Again, askAgain, wasEvicted } from './owner.ts';
import { takeBallast } from './sound/room.ts';
import { ifAlone } from './storage/locks.ts';
import { openStore } from './storage/store.ts';

export interface Field {
  owner: string;
  store: FieldStore;
  syncer: Pick<Syncer, 'get' | 'run' | 'subscribe'>;
  /** True if the browser evicted what was stored here. */
  evicted: boolean;
  /** Set in a rehearsal, in which nothing is stored or sent. */
  rehearsal?: true;
}

/** Ends the session and lets the same person sign in: to authorise this device again, or for a forgotten PIN. */
export function signInAgain(owner: string, why: Again): void {
  askAgain(owner, why);
  session.end('logout');
  toSignIn();
}

/** Opens the sign-in page, which afterwards leads back to the present address. */
export function toSignIn(): void {
  const { pathname, search } = window.location;
  window.location.assign(`${paths.auth}?destino=${encodeURIComponent(`${pathname}${search}`)}`);
}

/**
 * Opens a person's data on this device.
 * @returns the device, and a function that closes the device and resolves when nothing runs or writes any more
 */
export async function openField(owner: string): Promise<{ field: Field; close: () => Promise<void> }> {
  const store = openStore(owner);
  const evicted = await wasEvicted(store, owner);
  const gone = new AbortController();
  let segredo: string | null = null;
  let taking = false;
  const contacted = async (): Promise<boolean> => {
    // Registers the device if the person has signed in again.
    const aparelho = await authorise({ owner, store });
    if (!aparelho) return false;
    let published: VersoesPublicadas = [];
    const maySend = await contact(store, (versoes) => {
      published = versoes;
    });
    segredo = (await store.meta('aparelho'))?.segredo ?? null;
    // Downloads in the background, so that sending does not wait.
    if (!taking && published.length > 0) {
      taking = true;
      store.keepOpenFor(takePublished({ owner, store }, published).finally(() => (taking = false)));
    }
    if (maySend) store.keepOpenFor(takeGoals(store, segredo));
    return maySend;
  };
  const syncer = new Syncer({
    store,
    transport: httpTransport(() => segredo, gone.signal),
    sha256,
    contact: contacted,
    refused: () => markRevoked(store),
    alone: (work) => ifAlone(`escuta-campo-envio:${owner}`, work),
  });
  const stop = syncer.start();
  // Removes what a crash may have left: the bytes of a check of free space, or an earlier respondent's name.
  void store
    .dropTrial()
    .then(() => forgetOldBeginning(store, Date.now()))
    .then(() => takeBallast(store))
    .catch(() => undefined);
  return {
    field: { owner, store, syncer, evicted },
    close: async () => {
      gone.abort();
      // The store waits for the last writes of interviews on screen, which the interviews register by `keepOpenFor`.
      await stop();
      await store.close();
    },
  };
}

const FieldContext = createContext<Field | null>(null);
export const FieldProvider = FieldContext.Provider;

export function useField(): Field {
  const field = useContext(FieldContext);
  if (!field) throw new Error('useField outside of the runner');
  return field;
}

export const useSituacao = (): Situacao => {
  const { syncer } = useField();
  return useSyncExternalStore(syncer.subscribe, syncer.get);
};

/** Reads a value from the store, and reads it again after each change; `undefined` until the first reading ends. */
export function useStored<T>(read: (store: FieldStore) => Promise<T>): T | undefined {
  const { store } = useField();
  const [value, setValue] = useState<T>();
  useEffect(() => {
    let gone = false;
    let busy = false;
    let again = false;
    const load = async (): Promise<void> => {
      if (busy) {
        again = true;
        return;
      }
      busy = true;
      try {
        const next = await read(store);
        if (!gone) setValue(next);
      } catch {
        // The store is closing, so no more changes will follow.
      } finally {
        busy = false;
        if (again && !gone) {
          again = false;
          void load();
        }
      }
    };
    void load();
    const stop = store.subscribe(() => void load());
    return () => {
      gone = true;
      stop();
    };
  }, [store, read]);
  return value;
}

const readDevice = async (store: FieldStore) => ({ aparelho: await store.meta('aparelho') });
/** The device's record in the store; `undefined` until it is read. */
export const useDevice = (): { aparelho: AparelhoLocal | undefined } | undefined => useStored(readDevice);

/** True if the person's account is for field work only. */
export const useFieldOnly = (): boolean => useDevice()?.aparelho?.soCampo === true;

function watchNetwork(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}
/** True if there is a network at all; the server may still be unreachable. */
export const useOnline = (): boolean => useSyncExternalStore(watchNetwork, () => navigator.onLine);
