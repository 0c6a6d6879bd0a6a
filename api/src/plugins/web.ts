import { resolve, sep } from 'node:path';
import { AppError } from '@escuta/shared/domain/errors';
import type {} from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { sendError } from './errors.ts';

/** Private pages that search engines must not index: a moment (docs/decisions/0033-moments.md), and unsubscribing. */
const HIDDEN = new Set(['/momento', '/descadastro']);

/** The file that serves a page's address, for pages without a route of their own. */
function pageOf(path: string): string {
  if (path.startsWith('/entrevista/')) return 'entrevista/index.html';
  return path === '/auth' ? 'auth.html' : 'app.html';
}

/**
 * Serves the web app and answers unknown routes: / is the landing page, /auth the sign-in, /entrevista/… the interview
 * runner, and other pages the app. Unknown /api routes and requests not for pages get a 404; without `webDist` all
 * unknown routes do. Hashed assets are cached forever; pages and /entrevista/sw.js are revalidated.
 */
export async function registerWeb(app: FastifyInstance, webDist: string | undefined): Promise<void> {
  const root = webDist === undefined ? null : resolve(webDist);
  if (root !== null) {
    // Imported only here, so that an API behind an nginx that serves the pages starts without this package.
    const { default: fastifyStatic } = await import('@fastify/static');
    const hashed = [`${root}${sep}assets${sep}`, `${root}${sep}entrevista${sep}assets${sep}`];
    await app.register(fastifyStatic, {
      root,
      preCompressed: true,
      dotfiles: 'deny',
      cacheControl: false,
      index: false,
      wildcard: true,
      setHeaders: (reply, path) => {
        reply.header(
          'cache-control',
          hashed.some((folder) => path.startsWith(folder))
            ? 'public, max-age=31536000, immutable'
            : 'no-cache',
        );
      },
    });
    app.get('/', (_request, reply) => reply.sendFile('index.html'));
    // The service worker requests this page without accepting HTML, so the pages' fallback does not serve it.
    app.get('/entrevista/', (_request, reply) => reply.sendFile('entrevista/index.html'));
    // Without the final slash the page is outside the service worker's scope.
    app.get('/entrevista', (_request, reply) => reply.redirect('/entrevista/'));
  }
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    const isPage =
      root !== null &&
      (request.method === 'GET' || request.method === 'HEAD') &&
      path !== '/api' &&
      !path.startsWith('/api/') &&
      !/^\/(?:entrevista\/)?assets\//.test(path) &&
      (request.headers.accept ?? '').includes('text/html');
    if (isPage) {
      // Repeats the HTML's rule for search engines as a header.
      if (HIDDEN.has(path)) reply.header('x-robots-tag', 'noindex, nofollow');
      return reply.sendFile(pageOf(path));
    }
    return sendError(reply, request, new AppError('nao_encontrado', 'Endereço não encontrado.'));
  });
}
