import { PAPEIS } from '@escuta/shared/domain/permissions';
import { lazy, Suspense } from 'react';
import { BrowserRouter, Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { ToasterGate } from '../components/ui/toaster-gate.tsx';
import { Guard } from './guards.tsx';
import { paths } from './paths.ts';
import { publicScreens } from './public-screens.ts';
import { RouteErrorBoundary } from './route-error.tsx';
import { RouteFocus } from './route-focus.tsx';
import { ScreenRoute } from './screen-route.tsx';
import { shellScreens } from './screens.ts';

const PrivateArea = lazy(() => import('./private-area.tsx'));
const NotFoundPage = lazy(() => import('./not-found-page.tsx'));

function SkipLink() {
  return (
    // biome-ignore lint/a11y/useValidAnchor: it leads to a place of this page; only the router must not see the hash
    <a
      href="#conteudo"
      className="focus-ring -translate-y-20 fixed top-2 left-2 z-[60] rounded-md bg-primary px-4 py-2 font-medium text-primary-foreground focus:translate-y-0"
      onClick={(event) => {
        // Not a navigation: the router would take the hash for a new place.
        event.preventDefault();
        document.getElementById('conteudo')?.focus();
      }}
    >
      Pular para o conteúdo
    </a>
  );
}

function AppRoutes() {
  const location = useLocation();
  return (
    <RouteErrorBoundary resetKey={location.key}>
      <Suspense fallback={<div className="min-h-dvh" aria-busy="true" />}>
        <Routes>
          {publicScreens.map(({ path, page: Page }) => (
            <Route key={path} path={path} element={<Page />} />
          ))}
          <Route
            element={
              <Guard papeis={PAPEIS}>
                <PrivateArea />
              </Guard>
            }
          >
            {shellScreens.map((screen) => (
              <Route key={screen.path} path={screen.path} element={<ScreenRoute screen={screen} />} />
            ))}
          </Route>
          <Route path="/index.html" element={<Navigate to={paths.home} replace />} />
          <Route path="*" element={<NotFoundPage />} />
        </Routes>
      </Suspense>
    </RouteErrorBoundary>
  );
}

/** Everything inside the router. */
export function AppContent() {
  return (
    <>
      <SkipLink />
      <RouteFocus />
      <AppRoutes />
      <ToasterGate />
    </>
  );
}

/** The whole application. */
export function App() {
  return (
    <BrowserRouter>
      <AppContent />
    </BrowserRouter>
  );
}
