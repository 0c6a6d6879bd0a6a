import type { IncomingMessage } from 'node:http';
import { AppError } from '@escuta/shared/domain/errors';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { registerErrors } from '../errors.ts';

type Part = {
  /** Full path: '/api/docs'. */
  path: string;
  methods: ('GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE')[];
  /** Imports the part's packages and registers its routes under `path`. */
  build: (part: FastifyInstance) => Promise<void>;
};

/**
 * Registers a rarely used part as a separate app, imported at its first request. The hooks of `app` (access, limits,
 * log) run before the part and set its answers' headers. After a failed build the next request retries.
 */
export function registerLazily(app: FastifyInstance, { path, methods, build }: Part): void {
  const ids = new WeakMap<IncomingMessage, string>();
  let made: Promise<FastifyInstance> | null = null;

  async function make(): Promise<FastifyInstance> {
    const part: FastifyInstance = Fastify({
      loggerInstance: app.log as FastifyBaseLogger,
      logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
      genReqId: (raw) => ids.get(raw) ?? '',
      requestIdHeader: false,
      // Only the surrounding app has connections.
      forceCloseConnections: false,
    });
    registerErrors(part);
    part.setNotFoundHandler(async () => {
      throw new AppError('nao_encontrado', 'Endereço não encontrado.');
    });
    await build(part);
    await part.ready();
    return part;
  }

  app.addHook('preClose', async () => {
    await made?.then(
      (part) => part.close(),
      () => undefined,
    );
  });

  void app.register(async (outer) => {
    // The inner app reads the bodies.
    outer.removeAllContentTypeParsers();
    outer.addContentTypeParser('*', (_request, _payload, done) => done(null));
    const inner = path.slice(outer.prefix.length);
    for (const url of [inner, `${inner}/*`]) {
      outer.route({
        method: methods,
        url,
        handler: async (request, reply) => {
          made ??= make().catch((error: unknown) => {
            made = null;
            throw error;
          });
          const part = await made;
          ids.set(request.raw, request.id);
          for (const [name, value] of Object.entries(reply.getHeaders()))
            if (value !== undefined) reply.raw.setHeader(name, value);
          reply.hijack();
          part.routing(request.raw, reply.raw);
        },
      });
    }
  });
}
