/** Single keys that act on a whole page: when they do, and how a person switches them off. */
import { useState } from 'react';

const STORAGE_KEY = 'atalhos-do-player';

function readEnabled(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== 'desligados';
  } catch {
    return true;
  }
}

/** True if single keys act on pages that have them; remembered on this device. */
export function useShortcutsEnabled(): [boolean, (enabled: boolean) => void] {
  const [enabled, setEnabled] = useState(readEnabled);
  return [
    enabled,
    (next) => {
      setEnabled(next);
      try {
        if (next) localStorage.removeItem(STORAGE_KEY);
        else localStorage.setItem(STORAGE_KEY, 'desligados');
      } catch {
        // Without storage the choice lasts until the page is closed.
      }
    },
  ];
}

/** Elements in which keys have a meaning of their own. */
const TYPING = 'input, textarea, select, [contenteditable], [role="dialog"], [role="menu"], [role="listbox"]';
/** Elements that Space presses. */
const PRESSABLE = 'button, a, summary, [role="slider"], [role="switch"], [role="checkbox"]';

/** True if a key pressed on `target` is the page's to use. */
export function isPageKey(key: string, target: Element | null): boolean {
  if (target?.closest(TYPING)) return false;
  return key !== ' ' || !target?.matches(PRESSABLE);
}
