import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '@escuta/prisma/db';
import type { WorkerEnv } from '@escuta/shared/node/env';
import { newId } from '@escuta/shared/node/ids';
import type { LivePublisher } from '@escuta/shared/node/live-events';
import type { Logger } from '@escuta/shared/node/log';
import { ObjectNotFoundError, type ObjectStore } from '@escuta/shared/node/object-store';
import { Rounds } from '@escuta/shared/node/rounds';
import type { Redis } from 'ioredis';

import { measureLimitMs, measureRecording } from './audio/measure-recording.ts';
import { fetchFile, makeWorkDir } from './engine/work-dir.ts';
import { saveSound } from './signals/sounds-repo.ts';

/** PostgreSQL notification channel on which a trigger tells of recordings that nobody has measured. */
export const MEASURE_CHANNEL = 'escuta_medicao';

/** Without a wake-up the recordings are looked at this often, ms. */
const POLL_MS = 5000;
/** One that could not be measured now is tried again after this long, ms. */
const RETRY_MS = 15_000;
/** Who measures a recording and dies leaves it to the others after this long, ms; who goes on holding it says so in between. */
const HOLD_MS = 120_000;
const HOLD_EVERY_MS = HOLD_MS / 4;

/** Only whoever holds a recording may go on holding it, or let it go. */
const RENEW = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('PEXPIRE', KEYS[1], ARGV[2]) end return 0`;
const RELEASE = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0`;

type Unmeasured = {
  itemId: string;
  empresaId: string;
  projetoId: string;
  arquivoPath: string;
  arquivoTipo: string | null;
  status: 'pendente';
  /** 0: it was not there, or could not be decoded, when it was looked at last. */
  gravacaoMs: 0 | null;
};

type MeasurerOptions = {
  db: Database;
  redis: Redis;
  store: ObjectStore;
  env: WorkerEnv;
  log: Logger;
  publish: LivePublisher;
  isMyTurn?: (everyMs: number) => boolean;
  /** How long fetching and measuring a recording may take, ms; by default what the longest recording that is accepted takes. */
  limitMs?: (recording: Pick<Unmeasured, 'arquivoPath'>) => number;
};

/** Recordings that nobody has looked at. */
const NEVER = 'gravacao_ms IS NULL';
/**
 * Those that were not in the store, or held no sound: a store can be put right. Ever more seldom (an hour after the last look at least, and
 * as long as it had been there by then), and no more after three days: whoever processes it is told. `updated_at` is when it was looked at
 * or changed last; the row says it, so that neither another worker nor a new start looks again.
 */
const AGAIN = `gravacao_ms = 0 AND coalesce(arquivo_recebido_em, created_at) > now() - interval '3 days'
  AND updated_at < now() - greatest(interval '1 hour', updated_at - coalesce(arquivo_recebido_em, created_at))`;

/**
 * Measures interviews' recordings as they come in, one at a time: their decoded length is their price, and credits are reserved before
 * anything is processed. What there is to measure stands in the items themselves; nothing is queued, nothing gets lost. A recording that
 * is not there, or cannot be decoded at all, is held to be of no length, so that nobody waits: its processing says why, and gives the
 * credit back. It is looked at again later on.
 */
export class Measurer {
  readonly #options: MeasurerOptions;
  readonly #rounds = new Rounds(() => this.#round());
  readonly #later = new Map<string, number>();
  readonly #token = newId();
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
        const holding = setInterval(() => void this.#hold(item), HOLD_EVERY_MS);
        try {
          const { ms, words } = await this.#measure(item);
          await this.#save(item, ms, words);
          this.#later.delete(item.arquivoPath);
        } catch (error) {
          if (!this.#abort.signal.aborted)
            log.warn({ itemId: item.itemId, motivo: (error as Error).message }, 'Gravação ainda não medida');
        } finally {
          clearInterval(holding);
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
    return (await this.#first('measure-next', NEVER)) ?? (await this.#first('measure-again', AGAIN));
  }

  async #first(name: string, measured: typeof NEVER | typeof AGAIN): Promise<Unmeasured | null> {
    const { rows } = await this.#options.db.query<Unmeasured>({
      name,
      text: `SELECT id AS "itemId", empresa_id AS "empresaId", projeto_id AS "projetoId", arquivo_path AS "arquivoPath", arquivo_tipo AS "arquivoTipo",
               status::text AS status, gravacao_ms AS "gravacaoMs"
             FROM auditoria_itens
             WHERE ${measured} AND arquivo_path IS NOT NULL AND tipo_item IN ('entrevista', 'pesquisa')
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
    const taken = await redis.set(this.#key(item), this.#token, 'PX', HOLD_MS, 'NX').catch(() => 'OK');
    return taken === 'OK';
  }

  /** A long recording takes longer than a hold lasts. */
  async #hold(item: Unmeasured): Promise<void> {
    await this.#options.redis.eval(RENEW, 1, this.#key(item), this.#token, HOLD_MS).catch(() => undefined);
    this.#rounds.moved();
  }

  async #release(item: Unmeasured): Promise<void> {
    await this.#options.redis.eval(RELEASE, 1, this.#key(item), this.#token).catch(() => undefined);
  }

  /** Its length, and its fingerprint where it holds sound. */
  async #measure({
    arquivoPath,
    arquivoTipo: tipo,
  }: Unmeasured): Promise<{ ms: number; words: Uint32Array | null }> {
    const { store, env, limitMs = () => measureLimitMs(env.AUDIO_MAX_MINUTES) } = this.#options;
    const timeoutMs = limitMs({ arquivoPath });
    // A store that never answers, or never ends, holds neither the recording nor the others for ever.
    const signal = AbortSignal.any([this.#abort.signal, AbortSignal.timeout(timeoutMs)]);
    const folder = await makeWorkDir();
    const filePath = join(folder, 'original');
    try {
      await fetchFile(store, arquivoPath, filePath, signal);
      return await measureRecording({ filePath, tipo, signal, ffmpegPath: env.FFMPEG_PATH, timeoutMs });
    } catch (error) {
      if (error instanceof ObjectNotFoundError) return { ms: 0, words: null };
      throw error;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** Only of the recording that was measured: another one may be attached by now. That it was looked at is kept in any case. */
  async #save(
    { itemId, empresaId, projetoId, arquivoPath, status, gravacaoMs }: Unmeasured,
    ms: number,
    words: Uint32Array | null,
  ): Promise<void> {
    const { db, publish } = this.#options;
    const rowCount = await db.transaction(async (tx) => {
      const saved = await tx.query({
        name: 'measure-save',
        text: `UPDATE auditoria_itens SET gravacao_ms = $3::int, call_duration = round($3::int / 1000.0), updated_at = now()
               WHERE id = $1 AND arquivo_path = $2 AND coalesce(gravacao_ms, 0) = 0`,
        values: [itemId, arquivoPath, ms],
      });
      if (saved.rowCount && words) await saveSound(tx, itemId, arquivoPath, words);
      return saved.rowCount;
    });
    if (rowCount && ms !== gravacaoMs) publish([{ tipo: 'item', empresaId, projetoId, itemId, status }]);
  }

  /** Resolves when the recording in hand was given up. */
  stop(): Promise<void> {
    this.#abort.abort();
    return this.#rounds.stop();
  }
}
