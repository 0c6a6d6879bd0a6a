import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { FastifyAdapter } from '@bull-board/fastify';
import { ETAPA_LABEL, ETAPAS, type Etapa } from '@escuta/shared/domain/runs/status';
import { readRunsUnderWay } from '@escuta/shared/platform/redis/queue-state';
import { STAGE_QUEUES } from '@escuta/shared/queues/pipeline';
import { Queue } from 'bullmq';
import type { FastifyInstance } from 'fastify';
import type { AppDeps } from '../../deps.ts';
import { inOwnLooks, inOwnWords, WORDS_FILE } from './queue-board-page.ts';

/**
 * A stage's queue on the board. PostgreSQL counts the running stages, because a stage that continues in its
 * predecessor's slot has no job in the queue.
 */
class StageAdapter extends BullMQAdapter {
  readonly #running: () => Promise<number>;

  constructor(
    queue: Queue,
    running: () => Promise<number>,
    options: ConstructorParameters<typeof BullMQAdapter>[1],
  ) {
    super(queue, options);
    this.#running = running;
  }

  override async getJobCounts() {
    const [counts, running] = await Promise.all([super.getJobCounts(), this.#running()]);
    return { ...counts, active: Math.max(counts.active ?? 0, running) };
  }
}

/** The stages' queues by their names in Redis and on screens. */
const NAMES = ETAPAS.map((etapa) => ({ queue: STAGE_QUEUES[etapa], label: ETAPA_LABEL[etapa] }));

/** Builds Bull Board's pages and routes under `path`, over the stages' queues. queue-board.ts checks access. */
export async function buildQueueBoard(
  app: FastifyInstance,
  path: string,
  { env, log, redis, db }: Pick<AppDeps, 'env' | 'log' | 'redis' | 'db'>,
): Promise<void> {
  const queues = ETAPAS.map((etapa) => {
    const queue = new Queue(STAGE_QUEUES[etapa], {
      connection: redis,
      prefix: env.REDIS_PREFIX,
      skipVersionCheck: true,
      // The workers configure the queues; the board only reads.
      skipMetasUpdate: true,
    });
    queue.on('error', (error: Error) => log.debug({ motivo: error.message }, 'Fila indisponível'));
    return { etapa, queue };
  });
  app.addHook('onClose', async () => {
    await Promise.allSettled(queues.map(({ queue }) => queue.close()));
  });

  // A page requests all queues at once; the requests share a statement.
  let reading: ReturnType<typeof readRunsUnderWay> | null = null;
  const running = async (etapa: Etapa): Promise<number> => {
    reading ??= readRunsUnderWay(db).finally(() => {
      reading = null;
    });
    const { grupos } = await reading;
    const own = grupos.filter((group) => group.etapa === etapa && group.estado === 'executando');
    return own.reduce((sum, { n }) => sum + n, 0);
  };

  const adapter = new FastifyAdapter();
  adapter.setBasePath(path);
  createBullBoard({
    queues: queues.map(
      ({ etapa, queue }) =>
        new StageAdapter(queue, () => running(etapa), {
          readOnlyMode: !env.QUEUE_BOARD_WRITE,
          displayName: ETAPA_LABEL[etapa],
          description:
            'Os trabalhos contêm só identificadores. “Em andamento” também conta as etapas que continuam na mesma vaga, sem um trabalho na fila.',
        }),
    ),
    serverAdapter: adapter,
    options: {
      uiConfig: {
        boardTitle: 'Filas da Escuta',
        boardLogo: { path: '/favicon.svg', width: 28, height: 28 },
        favIcon: { default: '/favicon.svg', alternative: '/favicon.svg' },
        locale: { lng: 'pt-BR' },
        hideDocsLink: true,
        sortQueues: false,
        showWorkers: false,
        miscLinks: [{ text: 'Voltar à Escuta', url: '/admin' }],
      },
    },
  });

  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload === 'string' && String(reply.getHeader('content-type')).startsWith('text/html')) {
      return inOwnLooks(payload, NAMES);
    }
    const isWords = request.method === 'GET' && request.url.split('?', 1)[0] === `${path}${WORDS_FILE}`;
    if (!isWords || !(payload instanceof Readable)) return payload;
    // The file's length and tag do not fit the changed bytes.
    reply.removeHeader('content-length').removeHeader('etag').removeHeader('last-modified');
    return inOwnWords(await text(payload));
  });
  await app.register(adapter.registerPlugin(), { prefix: path });
}
