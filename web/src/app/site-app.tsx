/**
 * The public site alone, without the data router. The first link into the signed-in area loads the whole application
 * (full-app.tsx), which contains the site's screens too.
 */
import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { paths } from '../lib/paths.ts';
import { PageExtras } from './page-extras.tsx';
import { RouteErrorBoundary } from './route-error.tsx';
import { siteScreens } from './site-screens.ts';

const pages = siteScreens.map(({ path, load }) => ({ path, Page: lazy(load) }));

function SiteExit({ onLeave }: { onLeave: () => void }) {
  useEffect(onLeave, [onLeave]);
  return <div className="min-h-dvh" aria-busy="true" />;
}

/** Scrolls to the top on each new page of the site. When the person goes back, the browser restores the position. */
function useTop(): void {
  const { pathname, hash } = useLocation();
  useEffect(() => {
    if (pathname && !hash) window.scrollTo({ top: 0, behavior: 'instant' });
  }, [pathname, hash]);
}

interface SiteAppProps {
  /** Called for an address outside the site. */
  onLeave: () => void;
  /** The page that was opened first, if its code is already loaded. */
  first?: { path: string; Page: ComponentType } | undefined;
}

/** The site's pages and their scroll position; an address outside the site calls `onLeave`. */
export function SiteApp({ onLeave, first }: SiteAppProps) {
  const location = useLocation();
  useTop();
  return (
    <>
      <PageExtras />
      <RouteErrorBoundary resetKey={location.key}>
        <Suspense fallback={<div className="min-h-dvh" aria-busy="true" />}>
          <Routes>
            {pages.map((page) => {
              const { path, Page } = page.path === first?.path ? first : page;
              return <Route key={path} path={path} element={<Page />} />;
            })}
            <Route path="/index.html" element={<Navigate to={paths.home} replace />} />
            <Route path="*" element={<SiteExit onLeave={onLeave} />} />
          </Routes>
        </Suspense>
      </RouteErrorBoundary>
    </>
  );
}
