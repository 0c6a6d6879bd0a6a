import { useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

const DIALOG = '[role="dialog"],[role="alertdialog"]';

/** Focuses the page's heading, or the page itself, unless a dialog has taken the focus. */
function focusHeading(): void {
  if (document.querySelector(DIALOG)) return;
  const heading =
    document.querySelector<HTMLElement>('[data-route-heading]') ??
    document.querySelector<HTMLElement>('#conteudo');
  heading?.focus({ preventScroll: true });
}

/** True if an element within the page has the focus, because the page focused its first field or a person chose one. */
function isInUse(): boolean {
  const page = document.querySelector('#conteudo');
  const { activeElement } = document;
  return page !== null && activeElement !== page && page.contains(activeElement);
}

/**
 * Focuses the page's heading after a navigation, so that a screen reader says the page's name and Tab continues from
 * there. Does nothing on the first load, or if only the query changes. ScrollRestoration sets the scroll position.
 */
export function RouteFocus() {
  const { pathname, hash } = useLocation();
  const last = useRef(pathname);
  useLayoutEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    if (hash) return;
    // Focuses before the first paint, because a later focus could interrupt a person who is already typing.
    focusHeading();
    // A closing menu focuses its button, so after a press on a menu's link the next frame focuses the heading again.
    const frame = requestAnimationFrame(() => {
      if (!isInUse()) focusHeading();
    });
    return () => cancelAnimationFrame(frame);
  }, [pathname, hash]);
  return null;
}
