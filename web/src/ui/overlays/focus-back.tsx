import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** Elements that may get the focus back, the first choice first. */
type Openers = readonly Element[];

/** Openers of the open dialogs, in order of opening. */
const standing: Openers[] = [];

/**
 * The focused element (for an item of a closing menu, the menu's opener), then the opener of the surrounding dialog.
 */
function openers(): Openers {
  const active = document.activeElement;
  const menu = active?.closest('[role="menu"]');
  const opener = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : active;
  return [...(opener ? [opener] : []), ...(standing.at(-1) ?? [])];
}

/** Placed in a dialog's content, so that it renders when the dialog opens, before the focus moves in. */
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
 * Restores the focus when a dialog closes. The library knows only a dialog's own trigger, but state opens most dialogs.
 * If the opener was removed (a deleted row, a closed dialog), the element that opened the opener gets the focus,
 * finally the page's heading.
 * @returns an element for the content, and the content's `onCloseAutoFocus`
 */
export function useFocusBack() {
  const into = useRef<Openers>([]);
  const onCloseAutoFocus = (event: Event): void => {
    event.preventDefault();
    // If something else took the focus meanwhile, it stays there.
    if (document.activeElement && document.activeElement !== document.body) return;
    const back = into.current.find(
      (one) => one instanceof HTMLElement && one.isConnected && one !== document.body,
    );
    const target = back ?? document.querySelector('[data-route-heading]');
    if (target instanceof HTMLElement) target.focus({ preventScroll: !back });
  };
  return { opener: <Opener into={into} />, onCloseAutoFocus };
}
