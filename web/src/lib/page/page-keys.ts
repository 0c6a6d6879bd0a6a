/** Single keys that act on a whole page: when they work, and the switch that turns them off. */
import { useState } from 'react';

const STORAGE_KEY = 'atalhos-do-player';

function readEnabled(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== 'desligados';
  } catch {
    return true;
  }
}

/** True if single keys act on pages, stored on this device; and the setter. */
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

/** Elements in which keys keep their own meaning. */
const TYPING = 'input, textarea, select, [contenteditable], [role="dialog"], [role="menu"], [role="listbox"]';
/** Elements that Space presses. */
const PRESSABLE = 'button, a, summary, [role="slider"], [role="switch"], [role="checkbox"]';

/** True if the page may use a key pressed on `target`. */
export function isPageKey(key: string, target: Element | null): boolean {
  if (target?.closest(TYPING)) return false;
  return key !== ' ' || !target?.matches(PRESSABLE);
}
