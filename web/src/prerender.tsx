/**
 * Pages as they are drawn at build time (vite/prerender.ts), for readers without script and for everybody's first
 * paint. The browser takes them over as they stand: the tree must be the one of main.tsx.
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
    // Large boundaries would else be set in place by an inline script, which the content security policy refuses.
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  );
  return new Response(prelude).text();
}

/** The HTML of each page that comes drawn. */
export const drawn = { landing: await draw(paths.home), signIn: await draw(paths.auth) };
