import { useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

const DIALOG = '[role="dialog"],[role="alertdialog"]';

/** Puts the focus on the page's heading, or on the page. A dialog keeps what it took. */
function focusHeading(): void {
  if (document.querySelector(DIALOG)) return;
  const heading =
    document.querySelector<HTMLElement>('[data-route-heading]') ??
    document.querySelector<HTMLElement>('#conteudo');
  heading?.focus({ preventScroll: true });
}

/** True if something of the page has the focus, not only the page: the page's own first field, or a person's choice. */
function isInUse(): boolean {
  const page = document.querySelector('#conteudo');
  const { activeElement } = document;
  return page !== null && activeElement !== page && page.contains(activeElement);
}

/**
 * After a navigation the focus goes to the page's heading, so that a screen reader says where it is and Tab starts from
 * there. Not on the first load (the browser does that) and not when only the query changes. Where the page stands is
 * the router's business (ScrollRestoration): at the top, or where it was left when one goes back.
 */
export function RouteFocus() {
  const { pathname, hash } = useLocation();
  const last = useRef(pathname);
  useLayoutEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    if (hash) return;
    // With the drawing: later it would be taken from whoever types already.
    focusHeading();
    // The menu that led here gives the focus back to its button as it closes.
    const frame = requestAnimationFrame(() => {
      if (!isInUse()) focusHeading();
    });
    return () => cancelAnimationFrame(frame);
  }, [pathname, hash]);
  return null;
}
