/** Single-key shortcuts that act on a whole page: when they work, and the setting that turns them off. */
import { useState } from 'react';

const STORAGE_KEY = 'atalhos-do-player';

function readEnabled(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== 'desligados';
  } catch {
    return true;
  }
}

/** State of single-key shortcuts on this device, and the setter, which stores the choice. */
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

/** Elements that handle keys themselves, so that shortcuts do not work in them. */
const TYPING = 'input, textarea, select, [contenteditable], [role="dialog"], [role="menu"], [role="listbox"]';
/** Elements that Space activates. */
const PRESSABLE = 'button, a, summary, [role="slider"], [role="switch"], [role="checkbox"]';

/** True if the page may use a key pressed on `target`. */
export function isPageKey(key: string, target: Element | null): boolean {
  if (target?.closest(TYPING)) return false;
  return key !== ' ' || !target?.matches(PRESSABLE);
}
