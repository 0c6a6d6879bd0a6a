import type { Logger } from '@escuta/shared/node/log';
import type { ObjectStore } from '@escuta/shared/node/object-store';
import { stageJobSchema } from '@escuta/shared/queues/pipeline';
import type { Pool } from 'pg';
import { z } from 'zod';
import type { StageQueues } from './pipeline/queues.ts';

/** Objects deleted in one sweep. */
const OBJECTS_PER_SWEEP = 100;
/** Sent messages are kept this long, for whoever looks into what happened. */
const OUTBOX_KEEP = '1 day';
const OUTBOX_PER_SWEEP = 5000;
/** Tests of template drafts: what they quote of a call is not kept longer. */
const TESTS_KEEP = '30 days';
const TESTS_PER_SWEEP = 1000;

type SweeperOptions = {
  pool: Pool;
  queues: StageQueues;
  store: ObjectStore;
  log: Logger;
  intervalMs: number;
  /** Jobs may have been added. */
  onSwept: () => void;
};

/**
 * Puts back what was lost: a stage that ought to run but has no job (Redis was emptied, a worker died), objects nobody
 * needs any more, old messages. Everything here may run twice or in several workers at once.
 */
export class Sweeper {
  readonly #options: SweeperOptions;
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> | null = null;

  constructor(options: SweeperOptions) {
    this.#options = options;
  }

  start(): void {
    this.#timer = setInterval(() => void this.sweep(), this.#options.intervalMs);
    void this.sweep();
  }

  /** One sweep. Never throws: what fails is there at the next one. */
  sweep(): Promise<void> {
    this.#running ??= this.#sweep().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #sweep(): Promise<void> {
    const { log } = this.#options;
    for (const step of [
      () => this.#strays(),
      () => this.#objects(),
      () => this.#outbox(),
      () => this.#templateTests(),
    ]) {
      await step().catch((error: Error) => log.warn({ motivo: error.message }, 'Varredura incompleta'));
    }
  }

  /**
   * Adds a job for every stage of an admitted run that is due or whose lease has run out. Bounded by the runs under
   * way; a job that still stands in its queue has the same id and stays as it is.
   */
  async #strays(): Promise<void> {
    const { pool, queues, onSwept } = this.#options;
    const { rows } = await pool.query({
      name: 'sweep-strays',
      text: `SELECT e.execucao_id AS "execucaoId", e.empresa_id AS "empresaId", e.etapa::text AS etapa, e.versao
             FROM execucoes x JOIN execucao_etapas e ON e.execucao_id = x.id AND e.etapa = x.etapa_atual
             WHERE x.status IN ('na_fila', 'executando') AND x.admitida_em < now() - interval '2 seconds'
               AND ((e.status = 'pendente' AND (e.proxima_em IS NULL OR e.proxima_em < now() - interval '2 seconds'))
                 OR (e.status = 'executando' AND e.lease_ate < now()))`,
    });
    const jobs = z.array(stageJobSchema).parse(rows);
    if (jobs.length === 0) return;
    await queues.add(jobs);
    onSwept();
  }

  async #objects(): Promise<void> {
    const { pool, store } = this.#options;
    const { rows } = await pool.query<{ id: string; chave: string }>({
      name: 'sweep-objects',
      text: `SELECT id, chave FROM objetos_pendentes WHERE apagar_em <= now() ORDER BY apagar_em LIMIT ${OBJECTS_PER_SWEEP}`,
    });
    for (const { id, chave } of rows) {
      // The object first: a crash in between leaves a row that deletes nothing the next time.
      await store.delete(chave);
      await pool.query('DELETE FROM objetos_pendentes WHERE id = $1 AND apagar_em <= now()', [id]);
    }
  }

  async #outbox(): Promise<void> {
    await this.#options.pool.query({
      name: 'sweep-outbox',
      text: `DELETE FROM outbox_mensagens WHERE id IN (
               SELECT id FROM outbox_mensagens WHERE enviada_em < now() - interval '${OUTBOX_KEEP}'
               ORDER BY enviada_em LIMIT ${OUTBOX_PER_SWEEP})`,
    });
  }

  async #templateTests(): Promise<void> {
    await this.#options.pool.query({
      name: 'sweep-template-tests',
      text: `DELETE FROM testes_template WHERE id IN (
               SELECT id FROM testes_template WHERE created_at < now() - interval '${TESTS_KEEP}'
               ORDER BY created_at LIMIT ${TESTS_PER_SWEEP})`,
    });
  }

  /** Resolves when the sweep under way has ended. */
  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    await this.#running;
  }
}
