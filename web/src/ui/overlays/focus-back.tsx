import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** Elements that the focus may go back to, the first choice first. */
type Openers = readonly Element[];

/** Of the dialogs that stand open, in the order of their opening. */
const standing: Openers[] = [];

/**
 * The focused element (for a menu's item, which closes, the menu's opener), then the opener of the dialog around it.
 */
function openers(): Openers {
  const active = document.activeElement;
  const menu = active?.closest('[role="menu"]');
  const opener = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : active;
  return [...(opener ? [opener] : []), ...(standing.at(-1) ?? [])];
}

/** Stands in a dialog's content, and so is drawn at the moment of its opening, before the focus moves in. */
function Opener({ into }: { into: RefObject<Openers> }) {
  const [found] = useState(openers);
  useLayoutEffect(() => {
    into.current = found;
    standing.push(found);
    return () => {
      standing.splice(standing.indexOf(found), 1);
    };
  }, [found, into]);
  return null;
}

/**
 * Gives the focus back when a dialog closes. The library knows only a dialog's own trigger; most dialogs are opened by
 * a state, and left the focus nowhere. Where the opener is gone (its row was deleted, its own dialog has closed too),
 * what opened that one gets it, and in the end the page's heading.
 * @returns what to draw in the content, and the content's `onCloseAutoFocus`
 */
export function useFocusBack() {
  const into = useRef<Openers>([]);
  const onCloseAutoFocus = (event: Event): void => {
    event.preventDefault();
    // Whoever has taken the focus meanwhile keeps it.
    if (document.activeElement && document.activeElement !== document.body) return;
    const back = into.current.find(
      (one) => one instanceof HTMLElement && one.isConnected && one !== document.body,
    );
    const target = back ?? document.querySelector('[data-route-heading]');
    if (target instanceof HTMLElement) target.focus({ preventScroll: !back });
  };
  return { opener: <Opener into={into} />, onCloseAutoFocus };
}
