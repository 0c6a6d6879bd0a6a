import { useCallback, useState } from 'react';
import { useMedia } from '../../lib/browser/media.ts';
import { useWindowKeys } from '../../lib/page/window-keys.ts';
import { NAV_GROUPS, type NavGroup } from '../screens.ts';

const COOKIE = 'sidebar_state';
const COOKIE_DAYS = 7;
/** Below 768 px the sidebar is a sheet. */
export const MOBILE_QUERY = '(max-width: 767.98px)';

/** Reads from the cookies whether the sidebar is expanded; it is expanded if its cookie is absent. */
export function readSidebarCookie(cookies: string): boolean {
  const match = new RegExp(`(?:^|;\\s*)${COOKIE}=(\\w+)`).exec(cookies);
  return match?.[1] !== 'false';
}

function writeSidebarCookie(open: boolean): void {
  // biome-ignore lint/suspicious/noDocumentCookie: Safari before 18.4 and plain HTTP have no CookieStore
  document.cookie = `${COOKIE}=${open}; path=/; max-age=${COOKIE_DAYS * 86_400}; SameSite=Lax`;
}

export interface SidebarState {
  isMobile: boolean;
  /** On desktop only: true if the sidebar is expanded (16rem), false if it is collapsed to icons (3rem). */
  open: boolean;
  mobileOpen: boolean;
  setMobileOpen: (open: boolean) => void;
  toggle: () => void;
}

/** The sidebar's state, which a cookie keeps and Ctrl/Cmd+B changes. */
export function useSidebarState(): SidebarState {
  const isMobile = useMedia(MOBILE_QUERY);
  const [open, setOpen] = useState(() => readSidebarCookie(document.cookie));
  const [mobileOpen, setMobileOpen] = useState(false);

  const toggle = useCallback(() => {
    if (isMobile) {
      setMobileOpen((value) => !value);
      return;
    }
    setOpen((value) => {
      writeSidebarCookie(!value);
      return !value;
    });
  }, [isMobile]);

  useWindowKeys((event) => {
    if (
      event.key.toLowerCase() !== 'b' ||
      !(event.ctrlKey || event.metaKey) ||
      event.shiftKey ||
      event.altKey
    )
      return;
    event.preventDefault();
    toggle();
  });

  return { isMobile, open, mobileOpen, setMobileOpen, toggle };
}

const FOLDED_KEY = 'menu-dobrado';

function readFolded(): readonly NavGroup[] {
  try {
    const kept = (localStorage.getItem(FOLDED_KEY) ?? '').split(',');
    return NAV_GROUPS.filter((group) => kept.includes(group));
  } catch {
    // Without storage every group is unfolded.
    return [];
  }
}

/** Folded groups of the administrator's menu, stored in this browser. */
export function useFoldedGroups(): [readonly NavGroup[], (group: NavGroup, folded: boolean) => void] {
  const [folded, setFolded] = useState(readFolded);
  const fold = useCallback(
    (group: NavGroup, fold: boolean) =>
      setFolded((known) => {
        const next = NAV_GROUPS.filter((one) => (one === group ? fold : known.includes(one)));
        try {
          localStorage.setItem(FOLDED_KEY, next.join(','));
        } catch {
          // Without storage the choice lasts until the page is left.
        }
        return next;
      }),
    [],
  );
  return [folded, fold];
}
