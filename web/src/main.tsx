import './styles/app.css';
import firstAsks from 'virtual:first-asks';
import { type ComponentType, lazy, StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { RouteErrorBoundary } from './app/route-error.tsx';
import { SiteApp } from './app/site-app.tsx';
import { siteScreens } from './app/site-screens.ts';
import { API_BASE } from './lib/network/api.ts';
import { session, watchSession } from './lib/network/session.ts';
import { watchDrafts } from './lib/page/drafts.ts';
import { askFirst, firstAddresses } from './lib/page/first-answers.ts';
import { rememberedBasis } from './lib/page/remembered-basis.ts';

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no #root');

const FullApp = lazy(() => import('./app/full-app.tsx'));

let root: Root;
const showFullApp = (): void =>
  startTransition(() =>
    root.render(
      <StrictMode>
        <RouteErrorBoundary resetKey="">
          <FullApp />
        </RouteErrorBoundary>
      </StrictMode>,
    ),
  );

watchSession();
watchDrafts();
const { pathname, search } = window.location;
const current = session.get();
if (current) {
  askFirst(
    API_BASE,
    firstAddresses(current.soCampo ? [] : firstAsks, pathname, search, rememberedBasis(current.user.id)),
    current.token,
  );
}
// The landing page and the sign-in are prerendered (vite/prerender.ts). Signed-in people go to another page, so for
// them the prerendered one is discarded.
const isDrawn = container.hasChildNodes() && container.dataset.desenho === pathname && !current;
if (!isDrawn) {
  container.replaceChildren();
  delete container.dataset.desenho;
}
const siteScreen = siteScreens.find(({ path }) => path === pathname);
if (siteScreen) {
  const site = (Page?: ComponentType) => (
    <StrictMode>
      <BrowserRouter>
        <SiteApp onLeave={showFullApp} first={Page && { path: siteScreen.path, Page }} />
      </BrowserRouter>
    </StrictMode>
  );
  if (isDrawn) {
    root = hydrateRoot(container, site());
  } else {
    root = createRoot(container);
    // Loads the screen's code first, because otherwise React would draw the fallback and hold the page back for 300 ms.
    siteScreen.load().then(
      ({ default: Page }) => root.render(site(Page)),
      () => root.render(site()),
    );
  }
} else {
  root = createRoot(container);
  showFullApp();
}
// Shows the page: theme-bootstrap.js hid it, so that people who go to another page do not see the prerendered one.
document.documentElement.classList.remove('sem-desenho');
