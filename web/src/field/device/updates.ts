/**
 * The service worker of /entrevista/, and its updates: a new version waits for a person's press, and never starts
 * during an interview.
 */
import { useSyncExternalStore } from 'react';

const WORKER = '/entrevista/sw.js';
const EACH_MS = 60 * 60_000;

let waiting: ServiceWorker | null = null;
const listeners = new Set<() => void>();

function found(worker: ServiceWorker | null): void {
  waiting = worker;
  for (const listener of listeners) listener();
}

/** The browser's service workers; undefined on pages over plain http, although the type says otherwise. */
const container = (): ServiceWorkerContainer | undefined =>
  navigator.serviceWorker as ServiceWorkerContainer | undefined;

/** Registers the service worker, and looks for a newer version now and each hour. */
export async function keepUpdated(): Promise<void> {
  const workers = container();
  // Does nothing in development, where files change all the time.
  if (!workers || !import.meta.env.PROD) return;
  const registration = await workers.register(WORKER, { updateViaCache: 'none' });
  const look = (): void => {
    // On a first visit (no controller) there is no earlier version, so nothing is an update.
    if (registration.waiting && workers.controller) found(registration.waiting);
  };
  look();
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', look);
  });
  setInterval(() => void registration.update().catch(() => undefined), EACH_MS);
}

/** True if a newer version is waiting. */
export const useUpdate = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => waiting !== null,
  );

/** Activates the newer version and reloads the page. */
export function takeUpdate(): void {
  const workers = container();
  if (!waiting || !workers) return;
  workers.addEventListener('controllerchange', () => window.location.reload(), { once: true });
  waiting.postMessage('assumir');
}
