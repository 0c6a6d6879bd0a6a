/**
 * The theme: light, dark, or as the system is set. theme-bootstrap.js reads the same storage key and applies the theme
 * before the first paint.
 */
import { useSyncExternalStore } from 'react';

export type Tema = 'claro' | 'escuro' | 'sistema';
const KEY = 'tema';
/** The system's theme; null during prerendering, where no browser exists. */
const media = typeof window === 'undefined' ? null : window.matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

function read(): Tema {
  try {
    const value = localStorage.getItem(KEY);
    return value === 'claro' || value === 'escuro' ? value : 'sistema';
  } catch {
    return 'sistema';
  }
}

let choice: Tema = read();

function isDark(): boolean {
  return choice === 'escuro' || (choice === 'sistema' && media?.matches === true);
}

function apply(): void {
  const dark = isDark();
  document.documentElement.classList.toggle('dark', dark);
  document.documentElement.style.colorScheme = dark ? 'dark' : 'light';
  for (const listener of listeners) listener();
}

if (media) {
  media.addEventListener('change', apply);
  window.addEventListener('storage', (event) => {
    if (event.key !== KEY) return;
    choice = read();
    apply();
  });
}

/** Sets the theme and stores it on this device. */
export function setTema(tema: Tema): void {
  choice = tema;
  try {
    if (tema === 'sistema') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, tema);
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
  apply();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The chosen theme, whether the dark theme is shown now, and the setter. */
export function useTema(): { tema: Tema; escuro: boolean; setTema: (tema: Tema) => void } {
  const tema = useSyncExternalStore(
    subscribe,
    () => choice,
    () => 'sistema' as const,
  );
  const escuro = useSyncExternalStore(subscribe, isDark, () => false);
  return { tema, escuro, setTema };
}
