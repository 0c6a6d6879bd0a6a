/**
 * The service worker of /entrevista/, and its next version: it waits until somebody says so, and never while an
 * interview is open.
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

/** Absent on plain http, whatever the type says. */
const container = (): ServiceWorkerContainer | undefined =>
  navigator.serviceWorker as ServiceWorkerContainer | undefined;

/** Puts it there, and looks for a newer one now and each hour. */
export async function keepUpdated(): Promise<void> {
  const workers = container();
  // The pages as they are written have none: they change under one's hands.
  if (!workers || !import.meta.env.PROD) return;
  const registration = await workers.register(WORKER, { updateViaCache: 'none' });
  const look = (): void => {
    // The first one has nothing to wait for.
    if (registration.waiting && workers.controller) found(registration.waiting);
  };
  look();
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', look);
  });
  setInterval(() => void registration.update().catch(() => undefined), EACH_MS);
}

/** True if a newer version waits. */
export const useUpdate = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => waiting !== null,
  );

/** Takes the newer version and loads the page anew. */
export function takeUpdate(): void {
  const workers = container();
  if (!waiting || !workers) return;
  workers.addEventListener('controllerchange', () => window.location.reload(), { once: true });
  waiting.postMessage('assumir');
}
