import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** Elements that may get the focus when a dialog closes; the first of them that still exists gets it. */
type Openers = readonly Element[];

/** For each open dialog, in order of opening, the elements that may get the focus back. */
const standing: Openers[] = [];

/**
 * The focused element (or, for an entry of a closing menu, the menu's button), followed by the openers of the dialog
 * around it.
 */
function openers(): Openers {
  const active = document.activeElement;
  const menu = active?.closest('[role="menu"]');
  const opener = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : active;
  return [...(opener ? [opener] : []), ...(standing.at(-1) ?? [])];
}

/** Placed in a dialog's content, so that it renders when the dialog opens, before the focus moves into the dialog. */
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
 * Returns the focus when a dialog closes. The dialog library can do this only for a dialog opened by its own trigger,
 * but most dialogs are opened by state. If the element that opened the dialog is gone (a deleted row, a closed dialog),
 * the element that opened the surrounding dialog gets the focus, or else the page's heading.
 * @returns an element to place in the dialog's content, and the content's `onCloseAutoFocus`
 */
export function useFocusBack() {
  const into = useRef<Openers>([]);
  const onCloseAutoFocus = (event: Event): void => {
    event.preventDefault();
    // If another element has taken the focus since, it keeps the focus.
    if (document.activeElement && document.activeElement !== document.body) return;
    const back = into.current.find(
      (one) => one instanceof HTMLElement && one.isConnected && one !== document.body,
    );
    const target = back ?? document.querySelector('[data-route-heading]');
    if (target instanceof HTMLElement) target.focus({ preventScroll: !back });
  };
  return { opener: <Opener into={into} />, onCloseAutoFocus };
}
