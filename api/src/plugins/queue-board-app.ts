import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { FastifyAdapter } from '@bull-board/fastify';
import { ETAPA_LABEL, ETAPAS } from '@escuta/shared/domain/status';
import { STAGE_QUEUES } from '@escuta/shared/queues/pipeline';
import { Queue } from 'bullmq';
import type { FastifyInstance } from 'fastify';
import type { AppDeps } from '../deps.ts';
import { withoutForeignFonts } from './queue-board-page.ts';

/** Bull Board's pages and routes under `path`, over the stages' queues. Who may enter was settled before (queue-board.ts). */
export async function buildQueueBoard(
  app: FastifyInstance,
  path: string,
  { env, log, redis }: Pick<AppDeps, 'env' | 'log' | 'redis'>,
): Promise<void> {
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
  app.addHook('onClose', async () => {
    await Promise.allSettled(queues.map(({ queue }) => queue.close()));
  });

  const adapter = new FastifyAdapter();
  adapter.setBasePath(path);
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

  app.addHook('onSend', async (_request, reply, payload) =>
    typeof payload === 'string' && String(reply.getHeader('content-type')).startsWith('text/html')
      ? withoutForeignFonts(payload)
      : payload,
  );
  await app.register(adapter.registerPlugin(), { prefix: path });
}
