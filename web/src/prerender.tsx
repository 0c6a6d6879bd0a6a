/**
 * Renders pages at build time (vite/prerender.ts), for readers without JavaScript and for a quick first paint. The
 * browser hydrates them, so the React tree here must equal that of main.tsx.
 */
import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { SiteApp } from './app/site-app.tsx';
import { paths } from './lib/paths.ts';

async function draw(path: string): Promise<string> {
  const { prelude } = await prerender(
    <StrictMode>
      <StaticRouter location={path}>
        <SiteApp onLeave={() => undefined} />
      </StaticRouter>
    </StrictMode>,
    // Keeps React from moving large Suspense boundaries by an inline script, which the content security policy forbids.
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  );
  return new Response(prelude).text();
}

/** The prerendered pages as HTML. */
export const drawn = { landing: await draw(paths.home), signIn: await draw(paths.auth) };
