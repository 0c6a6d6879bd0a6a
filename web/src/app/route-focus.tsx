import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/**
 * After a navigation the focus goes to the page's heading, so that a screen reader says where it is and Tab starts from
 * there. Not on the first load (the browser does that) and not when only the query changes. Where the page stands is the
 * router's business (ScrollRestoration): at the top, or where it was left when one goes back.
 */
export function RouteFocus() {
  const { pathname, hash } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    if (hash) return;
    const frame = requestAnimationFrame(() => {
      // A dialog that opened with the page keeps the focus it took.
      if (document.querySelector('[role="dialog"],[role="alertdialog"]')) return;
      const heading =
        document.querySelector<HTMLElement>('[data-route-heading]') ??
        document.querySelector<HTMLElement>('#conteudo');
      heading?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [pathname, hash]);
  return null;
}
