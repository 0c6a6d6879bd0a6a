import { ALL_CONTRACTS } from '@escuta/shared/contracts/all';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { openApiDocument } from './openapi-document.ts';

/** The OpenAPI document, built once per process, because building takes almost a second of CPU. */
let described: ReturnType<typeof openApiDocument> | undefined;

/** Builds the pages of /api/docs, and the document at /api/docs/json. */
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
    // Forbids inline scripts, which Swagger's page does not need.
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
