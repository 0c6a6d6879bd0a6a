import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/**
 * After a navigation: to the top of the page, and the focus on its heading, so that a screen reader says where it is
 * and Tab starts from there. Not on the first load (the browser does that) and not when only the query changes.
 */
export function RouteFocus() {
  const { pathname, hash } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    if (hash) return;
    window.scrollTo({ top: 0, behavior: 'instant' });
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
