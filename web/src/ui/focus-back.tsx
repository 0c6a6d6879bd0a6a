import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** What has the focus; for an item of a menu, which closes, what opened the menu. */
function opener(): Element | null {
  const active = document.activeElement;
  const menu = active?.closest('[role="menu"]');
  return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : active;
}

/** Stands in a dialog's content, and so is drawn at the moment of its opening, before the focus moves in. */
function Opener({ into }: { into: RefObject<Element | null> }) {
  const [element] = useState(opener);
  useLayoutEffect(() => {
    into.current = element;
  }, [element, into]);
  return null;
}

/**
 * Gives the focus back when a dialog closes. The library knows only a dialog's own trigger; most dialogs are opened by
 * a state, and left the focus nowhere. Where the opener is gone (its row was deleted), the page's heading gets it.
 * @returns what to draw in the content, and the content's `onCloseAutoFocus`
 */
export function useFocusBack() {
  const into = useRef<Element | null>(null);
  const onCloseAutoFocus = (event: Event): void => {
    event.preventDefault();
    // Whoever has taken the focus meanwhile keeps it.
    if (document.activeElement && document.activeElement !== document.body) return;
    const back = into.current;
    const target =
      back instanceof HTMLElement && back.isConnected && back !== document.body
        ? back
        : document.querySelector<HTMLElement>('[data-route-heading]');
    target?.focus({ preventScroll: target !== back });
  };
  return { opener: <Opener into={into} />, onCloseAutoFocus };
}
