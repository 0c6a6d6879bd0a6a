/** The theme: light for reading in the sun, dark only where a person chose it on this device. */
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

/** Applies the choice before the first paint. */
export function startTheme(): void {
  let dark = false;
  try {
    dark = localStorage.getItem(KEY) === 'escuro';
  } catch {
    // Without storage the theme is light.
  }
  apply(dark);
}

export function setDark(dark: boolean): void {
  try {
    localStorage.setItem(KEY, dark ? 'escuro' : 'claro');
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
  apply(dark);
}

export const useDark = (): boolean =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, isDark);
