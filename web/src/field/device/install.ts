/** Installs the field app on the phone where the browser offers it (Chromium); keeps the offer until it is used. */
import { useSyncExternalStore } from 'react';

type InstallOffer = Event & { prompt: () => Promise<unknown> };

let offer: InstallOffer | null = null;
const listeners = new Set<() => void>();

function set(next: InstallOffer | null): void {
  offer = next;
  for (const listener of listeners) listener();
}

/** Listens for the browser's offer to install, which comes only once, soon after the page loads. */
export function watchInstall(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    set(event as InstallOffer);
  });
  window.addEventListener('appinstalled', () => set(null));
}

/** Asks the browser to install; an offer works once. */
export function install(): void {
  const taken = offer;
  set(null);
  void taken?.prompt().catch(() => undefined);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** True on a phone or tablet whose browser offers to install. */
export const useInstallOffer = (): boolean =>
  useSyncExternalStore(subscribe, () => offer !== null && window.matchMedia('(pointer: coarse)').matches);
