/**
 * The landing page as it is drawn at build time (vite/prerender.ts), for readers without script and for everybody's first
 * paint. The browser takes it over as it stands: the tree must be the one of main.tsx.
 */
import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { SiteApp } from './app/site-app.tsx';
import { paths } from './lib/paths.ts';

const { prelude } = await prerender(
  <StrictMode>
    <StaticRouter location={paths.home}>
      <SiteApp onLeave={() => undefined} />
    </StaticRouter>
  </StrictMode>,
  // Large boundaries would else be set in place by an inline script, which the content security policy refuses.
  { progressiveChunkSize: Number.POSITIVE_INFINITY },
);

/** The landing page's HTML. */
export const landing = await new Response(prelude).text();
