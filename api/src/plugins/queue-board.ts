import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { FastifyAdapter } from '@bull-board/fastify';
import { AppError } from '@escuta/shared/domain/errors';
import { ETAPA_LABEL, ETAPAS } from '@escuta/shared/domain/status';
import { recordAction } from '@escuta/shared/node/audit-log';
import { STAGE_QUEUES } from '@escuta/shared/queues/pipeline';
import { Queue } from 'bullmq';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppDeps } from '../deps.ts';
import { sendError } from './errors.ts';
import { BOARD_CSP, CLOSED_PAGE, withoutForeignFonts } from './queue-board-page.ts';
import { BOARD_PATH, boardVisitor } from './queue-board-session.ts';

/** What nobody does by hand: jobs are made from the outbox, and what they hold is read from PostgreSQL. */
const NEVER = /\/(add|update-data)$/;

const isReading = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD';

/** A request that another site made in the administrator's browser; without such headers it is no browser's. */
function isForeign(request: FastifyRequest): boolean {
  const site = request.headers['sec-fetch-site'];
  return site !== undefined && site !== 'same-origin' && !(isReading(request) && site !== 'cross-site');
}

function refuse(request: FastifyRequest, reply: FastifyReply, error: AppError): FastifyReply {
  const isPage = isReading(request) && (request.headers.accept ?? '').includes('text/html');
  if (!isPage) return sendError(reply, request, error);
  return reply.code(error.status).type('text/html; charset=utf-8').send(CLOSED_PAGE);
}

/**
 * Bull Board over the stages' queues, for an administrator who exchanged the session for the board's cookie. It only
 * reads, unless QUEUE_BOARD_WRITE lets it change queues; then each change is in the audit log before it is made.
 */
export async function registerQueueBoard(api: FastifyInstance, deps: AppDeps): Promise<void> {
  const { env, log, redis, pool } = deps;
  const queues = ETAPAS.map((etapa) => {
    const queue = new Queue(STAGE_QUEUES[etapa], {
      connection: redis,
      prefix: env.REDIS_PREFIX,
      skipVersionCheck: true,
      // The workers say what the queues are like; the board only looks.
      skipMetasUpdate: true,
    });
    queue.on('error', (error: Error) => log.debug({ motivo: error.message }, 'Fila indisponível'));
    return { etapa, queue };
  });
  deps.onStop(async () => {
    await Promise.allSettled(queues.map(({ queue }) => queue.close()));
  });

  const adapter = new FastifyAdapter();
  adapter.setBasePath(BOARD_PATH);
  createBullBoard({
    queues: queues.map(
      ({ etapa, queue }) =>
        new BullMQAdapter(queue, {
          readOnlyMode: !env.QUEUE_BOARD_WRITE,
          displayName: ETAPA_LABEL[etapa],
          description: `Etapa ${etapa}: os trabalhos levam só identificadores.`,
        }),
    ),
    serverAdapter: adapter,
    options: {
      uiConfig: {
        boardTitle: 'Filas do Escuta',
        locale: { lng: 'pt-BR' },
        hideDocsLink: true,
        sortQueues: false,
        showWorkers: false,
        miscLinks: [{ text: 'Voltar ao Escuta', url: '/admin' }],
      },
    },
  });

  await api.register(
    async (board) => {
      board.addHook('onRequest', async (request, reply) => {
        reply.header('content-security-policy', BOARD_CSP).header('cache-control', 'no-store');
        const visitor = isForeign(request) ? null : await boardVisitor(deps, request);
        if (!visitor) {
          return refuse(request, reply, new AppError('nao_autenticado', 'O painel das filas está fechado.'));
        }
        if (isReading(request)) return;
        const path = request.url.split('?', 1)[0] ?? '';
        if (!env.QUEUE_BOARD_WRITE || NEVER.test(path)) {
          return refuse(request, reply, new AppError('sem_permissao', 'O painel das filas só mostra.'));
        }
        await recordAction(pool, {
          usuarioId: visitor.usuarioId,
          enderecoIp: request.ip,
          requestId: request.id,
          empresaId: null,
          acao: 'filas_alteradas',
          recurso: 'fila',
          detalhes: {
            metodo: request.method,
            caminho: path.slice(BOARD_PATH.length, BOARD_PATH.length + 300),
          },
        });
      });
      board.addHook('onSend', async (_request, reply, payload) =>
        typeof payload === 'string' && String(reply.getHeader('content-type')).startsWith('text/html')
          ? withoutForeignFonts(payload)
          : payload,
      );
      await board.register(adapter.registerPlugin());
    },
    { prefix: BOARD_PATH.slice(api.prefix.length) },
  );
}
