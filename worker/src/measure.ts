import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { WorkerEnv } from '@escuta/shared/node/env';
import type { LivePublisher } from '@escuta/shared/node/live-events';
import type { Logger } from '@escuta/shared/node/log';
import { ObjectNotFoundError, type ObjectStore } from '@escuta/shared/node/object-store';
import { Rounds } from '@escuta/shared/node/rounds';
import type { Redis } from 'ioredis';
import type { Pool } from 'pg';
import { isUnmeasurable, measureAudio } from './audio/measure-audio.ts';
import { WORK_DIR_PREFIX } from './engine/runner.ts';

/** PostgreSQL notification channel on which a trigger tells of recordings that nobody has measured. */
export const MEASURE_CHANNEL = 'escuta_medicao';

/** Without a wake-up the recordings are looked at this often, ms. */
const POLL_MS = 5000;
/** One that could not be measured now is tried again after this long, ms. */
const RETRY_MS = 15_000;
/** Who measures a recording and dies leaves it to the others after this long, ms. */
const HOLD_MS = 120_000;

type Unmeasured = {
  itemId: string;
  empresaId: string;
  projetoId: string;
  arquivoPath: string;
  status: 'pendente';
};

type MeasurerOptions = {
  pool: Pool;
  redis: Redis;
  store: ObjectStore;
  env: WorkerEnv;
  log: Logger;
  publish: LivePublisher;
  isMyTurn?: (everyMs: number) => boolean;
};

/**
 * Measures interviews' recordings as they come in, one at a time: their decoded length is their price, and credits are reserved before
 * anything is processed. What there is to measure stands in the items themselves; nothing is queued, nothing gets lost. A recording that
 * cannot be decoded at all is held to be of no length: its processing says why, and gives the credit back.
 */
export class Measurer {
  readonly #options: MeasurerOptions;
  readonly #rounds = new Rounds(() => this.#round());
  readonly #later = new Map<string, number>();
  readonly #abort = new AbortController();

  constructor(options: MeasurerOptions) {
    this.#options = options;
  }

  start(): void {
    const { isMyTurn = () => true } = this.#options;
    this.#rounds.start(POLL_MS, () => isMyTurn(POLL_MS));
  }

  /** A recording may have come in. */
  wake(): void {
    this.#rounds.wake();
  }

  async #round(): Promise<boolean> {
    const { log } = this.#options;
    try {
      for (;;) {
        const item = this.#rounds.stopped ? null : await this.#next();
        if (!item) return true;
        // Whatever becomes of it, the round goes on with another one.
        this.#later.set(item.arquivoPath, performance.now() + RETRY_MS);
        if (!(await this.#take(item))) continue;
        try {
          await this.#save(item, await this.#measure(item));
          this.#later.delete(item.arquivoPath);
        } catch (error) {
          if (!this.#abort.signal.aborted)
            log.warn({ itemId: item.itemId, motivo: (error as Error).message }, 'Gravação ainda não medida');
        } finally {
          await this.#release(item);
        }
        this.#rounds.moved();
      }
    } catch (error) {
      log.debug({ motivo: (error as Error).message }, 'Gravações a medir em espera');
      return false;
    }
  }

  async #next(): Promise<Unmeasured | null> {
    const now = performance.now();
    for (const [path, until] of this.#later) if (until <= now) this.#later.delete(path);
    const { rows } = await this.#options.pool.query<Unmeasured>({
      name: 'measure-next',
      text: `SELECT id AS "itemId", empresa_id AS "empresaId", projeto_id AS "projetoId", arquivo_path AS "arquivoPath",
               status::text AS status
             FROM auditoria_itens
             WHERE gravacao_ms IS NULL AND arquivo_path IS NOT NULL AND tipo_item IN ('entrevista', 'pesquisa')
               AND NOT (arquivo_path = ANY ($1::text[]))
             ORDER BY updated_at LIMIT 1`,
      values: [[...this.#later.keys()]],
    });
    return rows[0] ?? null;
  }

  #key({ itemId }: Unmeasured): string {
    return `${this.#options.env.REDIS_PREFIX}:medir:${itemId}`;
  }

  /** Each recording by one worker. While Redis is away it may be measured twice, which finds the same. */
  async #take(item: Unmeasured): Promise<boolean> {
    const { redis } = this.#options;
    const taken = await redis.set(this.#key(item), item.arquivoPath, 'PX', HOLD_MS, 'NX').catch(() => 'OK');
    return taken === 'OK';
  }

  async #release(item: Unmeasured): Promise<void> {
    await this.#options.redis.del(this.#key(item)).catch(() => undefined);
  }

  async #measure({ arquivoPath }: Unmeasured): Promise<number> {
    const { store, env } = this.#options;
    const { signal } = this.#abort;
    const folder = await mkdtemp(join(tmpdir(), `${WORK_DIR_PREFIX}${process.pid}-`));
    const filePath = join(folder, 'original');
    try {
      await pipeline(await store.get(arquivoPath), createWriteStream(filePath), { signal });
      return await measureAudio({
        filePath,
        signal,
        ffmpegPath: env.FFMPEG_PATH,
        timeoutMs: Math.max(120_000, env.AUDIO_MAX_MINUTES * 6000),
      });
    } catch (error) {
      if (isUnmeasurable(error) || error instanceof ObjectNotFoundError) return 0;
      throw error;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** Only of the recording that was measured: another one may be attached by now. */
  async #save({ itemId, empresaId, projetoId, arquivoPath, status }: Unmeasured, ms: number): Promise<void> {
    const { pool, publish } = this.#options;
    const { rowCount } = await pool.query({
      name: 'measure-save',
      text: `UPDATE auditoria_itens SET gravacao_ms = $3::int, call_duration = round($3::int / 1000.0), updated_at = now()
             WHERE id = $1 AND arquivo_path = $2 AND gravacao_ms IS NULL`,
      values: [itemId, arquivoPath, ms],
    });
    if (rowCount) publish([{ tipo: 'item', empresaId, projetoId, itemId, status }]);
  }

  /** Resolves when the recording in hand was given up. */
  stop(): Promise<void> {
    this.#abort.abort();
    return this.#rounds.stop();
  }
}
