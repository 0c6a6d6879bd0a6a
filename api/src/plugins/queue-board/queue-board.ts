import { AppError } from '@escuta/shared/domain/errors';
import { recordAction } from '@escuta/shared/services/log/audit-log';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppDeps } from '../../deps.ts';
import { sendError } from '../errors.ts';
import { registerLazily } from './lazy-part.ts';
import { BOARD_CSP, CLOSED_PAGE } from './queue-board-page.ts';
import { BOARD_PATH, boardVisitor } from './queue-board-session.ts';

/** Actions that the board never allows, because jobs come from the outbox and their data from PostgreSQL. */
const NEVER = /\/(add|update-data)$/;

const isReading = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD';

/** Detects requests made by another site in the administrator's browser; only browsers send sec-fetch-site. */
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
 * Registers Bull Board over the stages' queues, for administrators with the board's cookie. The board is read-only
 * unless QUEUE_BOARD_WRITE is set; changes are logged before they run.
 */
export async function registerQueueBoard(api: FastifyInstance, deps: AppDeps): Promise<void> {
  const { env, db } = deps;
  await api.register(async (board) => {
    board.addHook('onRequest', async (request, reply) => {
      reply.header('content-security-policy', BOARD_CSP).header('cache-control', 'no-store');
      const visitor = isForeign(request) ? null : await boardVisitor(deps, request);
      if (!visitor) {
        return refuse(request, reply, new AppError('nao_autenticado', 'O painel das filas está fechado.'));
      }
      if (isReading(request)) return;
      const path = request.url.split('?', 1)[0] ?? '';
      if (!env.QUEUE_BOARD_WRITE || NEVER.test(path)) {
        return refuse(
          request,
          reply,
          new AppError('sem_permissao', 'O painel das filas é só para consulta.'),
        );
      }
      await recordAction(db, {
        usuarioId: visitor.usuarioId,
        via: 'pessoa',
        viaId: null,
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
    registerLazily(board, {
      path: BOARD_PATH,
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      build: async (part) => (await import('./queue-board-app.ts')).buildQueueBoard(part, BOARD_PATH, deps),
    });
  });
}
