/** Light in the sun: dark only where somebody chose it on this device. */
import { useSyncExternalStore } from 'react';

const KEY = 'campo:tema';
const listeners = new Set<() => void>();

function isDark(): boolean {
  return document.documentElement.classList.contains('dark');
}

function apply(dark: boolean): void {
  document.documentElement.classList.toggle('dark', dark);
  document.documentElement.style.colorScheme = dark ? 'dark' : 'light';
  for (const listener of listeners) listener();
}

/** As it was chosen, before the first paint. */
export function startTheme(): void {
  let dark = false;
  try {
    dark = localStorage.getItem(KEY) === 'escuro';
  } catch {
    // Without storage it is light.
  }
  apply(dark);
}

export function setDark(dark: boolean): void {
  try {
    localStorage.setItem(KEY, dark ? 'escuro' : 'claro');
  } catch {
    // The choice lasts until the page is closed.
  }
  apply(dark);
}

export const useDark = (): boolean =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, isDark);
