import { ALL_CONTRACTS } from '@escuta/shared/contracts/all';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { openApiDocument } from './openapi-document.ts';

/** Made once a process: it is the same for every app, and writing out all contracts takes most of a second of a core. */
let described: ReturnType<typeof openApiDocument> | undefined;

/** The pages of /api/docs, and the description itself at /api/docs/json. */
export async function buildDocs(app: FastifyInstance, path: string): Promise<void> {
  described ??= openApiDocument(ALL_CONTRACTS);
  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });
  await app.register(swagger, {
    mode: 'static',
    specification: { document: described as never },
  });
  await app.register(swaggerUi, {
    routePrefix: path,
    uiConfig: { docExpansion: 'none', deepLinking: true, persistAuthorization: false },
    // Its page needs no inline script; the rest is as everywhere.
    staticCSP: [
      "default-src 'self'",
      "script-src 'self'",
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' data:",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ].join('; '),
  });
}
