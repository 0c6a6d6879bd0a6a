/** Turns screens.ts and site-screens.ts into the router's routes: frames, guards, error boundaries, code on demand. */
import { PAPEIS } from '@escuta/shared/domain/accounts/permissions';
import type { ReactNode } from 'react';
import { matchRoutes, Navigate, Outlet, type RouteObject, useLocation } from 'react-router-dom';
import { useDocumentTitle } from '../lib/page/document-title.ts';
import { paths } from '../lib/paths.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { Guard, RoleGuard } from './access/guards.tsx';
import { Root } from './root.tsx';
import { RouteError, RouteErrorBoundary } from './route-error.tsx';
import { type Frame, privateScreens, type Screen } from './screens.ts';
import { siteScreens } from './site-screens.ts';

const loadPrivateArea = () => import('./private-area.tsx');
const loadShell = () => import('./shell/shell.tsx');

function PageSkeleton() {
  return (
    <div aria-busy="true" className="grid gap-6">
      <div className="grid gap-2">
        <Skeleton className="h-7 w-56" />
        <Skeleton className="h-4 w-80 max-w-full" />
      </div>
      <Skeleton className="h-64 w-full" />
    </div>
  );
}

/** Frame of one screen: role check, title and an error boundary of its own. */
function ScreenFrame({ screen, children }: { screen: Screen; children: ReactNode }) {
  const location = useLocation();
  useDocumentTitle(screen.title);
  const guarded =
    screen.frame === 'site' ? (
      children
    ) : (
      <RoleGuard papeis={screen.papeis} field={screen.field}>
        {children}
      </RoleGuard>
    );
  return <RouteErrorBoundary resetKey={location.key}>{guarded}</RouteErrorBoundary>;
}

/** Route of a screen. The screen's code loads with the navigation; until then the former page stays, with a bar. */
function routeOf(screen: Screen): RouteObject {
  return {
    path: screen.path,
    handle: screen,
    hydrateFallbackElement: screen.frame === 'site' ? <Blank /> : <PageSkeleton />,
    errorElement: <RouteError />,
    lazy: async () => {
      const { default: Page } = await screen.load();
      return {
        element: (
          <ScreenFrame screen={screen}>
            <Page />
          </ScreenFrame>
        ),
      };
    },
  };
}

const Bare = () => (
  <main id="conteudo" tabIndex={-1} className="mx-auto min-h-dvh w-full max-w-3xl px-6 py-10 outline-none">
    <Outlet />
  </main>
);

const Blank = () => <div className="min-h-dvh" aria-busy="true" />;

const inFrame = (frame: Frame) => privateScreens.filter((screen) => screen.frame === frame).map(routeOf);

/** Route that shows a page inside the shell for an unknown address of the signed-in area. */
const unknown = (path: string): RouteObject => ({
  path,
  hydrateFallbackElement: <PageSkeleton />,
  lazy: async () => ({ Component: (await import('./shell/not-found.tsx')).default }),
});

export const routes: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <RouteError />,
    children: [
      ...siteScreens.map(routeOf),
      // The router loads the code of both nested frames at once. React's Suspense would show a fallback for each frame
      // in turn, and each fallback for at least 300 ms.
      {
        hydrateFallbackElement: <Blank />,
        errorElement: <RouteError />,
        lazy: async () => {
          const { default: PrivateArea } = await loadPrivateArea();
          return {
            element: (
              <Guard papeis={PAPEIS}>
                <PrivateArea />
              </Guard>
            ),
          };
        },
        children: [
          { element: <Bare />, children: inFrame('bare') },
          {
            hydrateFallbackElement: <Blank />,
            lazy: async () => ({ Component: (await loadShell()).default }),
            children: [...inFrame('shell'), unknown('/dashboard/*'), unknown('/admin/*')],
          },
        ],
      },
      { path: '/index.html', element: <Navigate to={paths.home} replace /> },
      { path: paths.entrevistadores, element: <Navigate to={paths.agentes} replace /> },
      {
        path: '*',
        hydrateFallbackElement: <Blank />,
        lazy: async () => ({ Component: (await import('./not-found-page.tsx')).default }),
      },
    ],
  },
];

/** Fetches the code of a path's screen before a person opens it. A failure appears when the person opens it. */
function prefetch(pathname: string): void {
  const screen = matchRoutes(routes, pathname)?.at(-1)?.route.handle as Screen | undefined;
  if (!screen) return;
  const wanted: Promise<unknown>[] = [screen.load()];
  if (screen.frame !== 'site') wanted.push(loadPrivateArea());
  if (screen.frame === 'shell') wanted.push(loadShell());
  void Promise.all(wanted).catch(() => undefined);
}

/** Fetches the code of the page whose link has the pointer or the focus, because a person will probably open it. */
export function prefetchOnIntent(): void {
  const seen = new Set<string>();
  const onIntent = (event: Event): void => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
    if (!(link instanceof HTMLAnchorElement) || link.origin !== window.location.origin) return;
    if (seen.has(link.pathname)) return;
    seen.add(link.pathname);
    prefetch(link.pathname);
  };
  document.addEventListener('pointerover', onIntent, { passive: true });
  document.addEventListener('focusin', onIntent);
}
