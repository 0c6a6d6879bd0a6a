/**
 * Renders pages at build time (vite/prerender.ts), for readers without script and for the first paint. The browser
 * hydrates them, so the tree must equal that of main.tsx.
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
    // React would move large boundaries into place by an inline script, which the content security policy forbids.
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  );
  return new Response(prelude).text();
}

/** HTML of each prerendered page. */
export const drawn = { landing: await draw(paths.home), signIn: await draw(paths.auth) };
