import type { FastifyInstance } from 'fastify';
import { registerLazily } from '../queue-board/lazy-part.ts';

const DOCS_PATH = '/api/docs';

/** Registers the API's description at /api/docs (pages) and /api/docs/json; builds it on first request. */
export function registerDocs(app: FastifyInstance): void {
  registerLazily(app, {
    path: DOCS_PATH,
    methods: ['GET', 'HEAD'],
    build: async (part) => (await import('./docs-pages.ts')).buildDocs(part, DOCS_PATH),
  });
}
