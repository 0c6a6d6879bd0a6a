import { resolve, sep } from 'node:path';
import { AppError } from '@escuta/shared/domain/errors';
import type {} from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { sendError } from './errors.ts';

/** The file of an address's page, but for those that have a route of their own. */
function pageOf(path: string): string {
  if (path.startsWith('/entrevista/')) return 'entrevista/index.html';
  return path === '/auth' ? 'auth.html' : 'app.html';
}

/**
 * Serves the built web app and answers what no route takes: / with the landing page, /auth with the sign-in, /api with the error body,
 * /entrevista/… with the interview runner's page, other pages with the app's own (its router knows them), anything else with 404. Files under assets/ carry a
 * hash in their names: cached for good. The runner's service worker (/entrevista/sw.js) is asked for anew each time, as pages are.
 * Without `webDist` there is no app and every unknown address is 404.
 */
export async function registerWeb(app: FastifyInstance, webDist: string | undefined): Promise<void> {
  const root = webDist === undefined ? null : resolve(webDist);
  if (root !== null) {
    // Loaded here: an API whose pages nginx serves starts without the package.
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
    // As the service worker asks for it: for any kind of answer.
    app.get('/entrevista/', (_request, reply) => reply.sendFile('entrevista/index.html'));
    // Without the slash it lies outside of the worker's scope.
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
    if (isPage) return reply.sendFile(pageOf(path));
    return sendError(reply, request, new AppError('nao_encontrado', 'Endereço não encontrado.'));
  });
}
