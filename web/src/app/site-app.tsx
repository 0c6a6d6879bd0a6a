/**
 * The public site by itself, for whoever arrives there: links and places only, without the data router. The first step
 * into the signed-in area hands over to the whole application (full-app.tsx), which has these screens as well.
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

/** A new place of the site begins at its top; going back, the browser itself finds the old one. */
function useTop(): void {
  const { pathname, hash } = useLocation();
  useEffect(() => {
    if (pathname && !hash) window.scrollTo({ top: 0, behavior: 'instant' });
  }, [pathname, hash]);
}

interface SiteAppProps {
  /** An address that is not the site's. */
  onLeave: () => void;
  /** The page that was opened, where its code is there already. */
  first?: { path: string; Page: ComponentType } | undefined;
}

/** Everything inside the site's router. */
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
