import type { Database, Db } from '@escuta/prisma/db';
import { CONSUMIDORES, type Consumidor, EVENTOS, TIPOS_EVENTO } from '@escuta/shared/domain/log/events';
import { INSTALACAO } from '@escuta/shared/domain/scope';
import type { Logger } from '@escuta/shared/platform/process/log';
import type { LivePublisher } from '@escuta/shared/platform/redis/live-events';
import type { LiveEvent } from '@escuta/shared/queues/pipeline';
import { type Backoff, waitAfter } from '../background/backoff.ts';
import type { RoundWork } from '../background/loop.ts';
import { CONSUMERS } from './consumers.ts';
import type { Delivered } from './delivered.ts';

/** Interval between polls for due retries, ms. */
const POLL_MS = 5000;
/** Delay after the first failure, s; doubled after each further failure, up to an hour. */
const RETRY_S = 5;
const RETRY_MAX_MS = 3_600_000;

type Row = {
  id: string;
  empresa_id: string | null;
  tipo: Delivered['tipo'];
  alvo_id: string;
  dados: unknown;
  tentativas: number;
};

type Options = {
  db: Database;
  log: Logger;
  publish: LivePublisher;
  pollMs?: number;
  retryS?: number;
  consumers?: typeof CONSUMERS;
};

/**
 * Passes events to their consumers: takes (SKIP LOCKED), handles and deletes each delivery in one transaction. Leaves
 * events of unknown kinds to newer workers.
 */
export function delivering(options: Options): RoundWork {
  return {
    nome: 'eventos',
    pollMs: options.pollMs ?? POLL_MS,
    round: async (progress) => {
      for (const consumidor of CONSUMIDORES) {
        while (!progress.isStopped() && (await deliver(options, consumidor))) progress.moved();
      }
      return true;
    },
  };
}

/**
 * Delivers the next due event to a consumer.
 * @returns false if no event was due
 * @throws the database's errors
 */
async function deliver(options: Options, consumidor: Consumidor): Promise<boolean> {
  const { db, log, publish, consumers = CONSUMERS, retryS = RETRY_S } = options;
  let taken: Row | null = null;
  let told: readonly LiveEvent[] = [];
  await db.transaction(async (tx) => {
    taken = await take(tx, consumidor);
    if (!taken) return;
    const { id, empresa_id: empresaId, tipo, alvo_id: alvoId } = taken;
    // With a savepoint, a failed delivery is undone and postponed under one lock, before a worker can retry it.
    await tx.query('SAVEPOINT entrega');
    try {
      const dados = EVENTOS[tipo].dados.parse(taken.dados);
      told = await consumers[consumidor](tx, { id, empresaId, tipo, alvoId, dados } as Delivered);
      await tx.within(INSTALACAO).eventoEntrega.deleteMany({ where: { eventoId: id, consumidor } });
    } catch (error) {
      log.warn({ err: error, eventoId: id, consumidor }, 'Evento não entregue: será tentado de novo');
      told = [];
      await tx.query('rollback to savepoint entrega');
      await postpone(tx, taken, consumidor, error as Error, { firstMs: retryS * 1000, maxMs: RETRY_MAX_MS });
    }
  });
  publish(told);
  return taken !== null;
}

/** Takes a consumer's next due delivery, locked until the transaction ends. */
async function take(db: Db, consumidor: Consumidor): Promise<Row | null> {
  const { rows } = await db.query<Row>({
    name: 'evento_toma',
    text: `select e.id, e.empresa_id, e.tipo, e.alvo_id, e.dados, t.tentativas
           from evento_entregas t join eventos_dominio e on e.id = t.evento_id
           where t.consumidor = $1 and t.proxima_em <= now() and e.tipo = any ($2::text[])
           order by t.proxima_em, t.evento_id limit 1 for update of t skip locked`,
    values: [consumidor, TIPOS_EVENTO],
  });
  return rows[0] ?? null;
}

async function postpone(
  db: Db,
  row: Row,
  consumidor: Consumidor,
  error: Error,
  backoff: Backoff,
): Promise<void> {
  await db.query({
    name: 'evento_adia',
    text: `update evento_entregas set tentativas = tentativas + 1, erro = $3,
             proxima_em = now() + $4::float8 * interval '1 millisecond'
           where evento_id = $1 and consumidor = $2`,
    values: [row.id, consumidor, error.message.slice(0, 300), waitAfter(backoff, row.tentativas + 1)],
  });
}
