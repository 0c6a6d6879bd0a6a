// SQL: a copy is claimed by putting off its turn; what is saved is saved only while the recording is still there.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '@escuta/prisma/db';
import type { WorkerEnv } from '@escuta/shared/node/env';
import { newId } from '@escuta/shared/node/ids';
import type { Logger } from '@escuta/shared/node/log';
import { ObjectNotFoundError, type ObjectStore } from '@escuta/shared/node/object-store';
import { discardStoredObject, withdrawObject } from '@escuta/shared/node/pending-objects';
import { Rounds } from '@escuta/shared/node/rounds';

import { COPY_TYPE, writeListeningCopy } from '../audio/listening-copy.ts';
import { isUnmeasurable } from '../audio/measure-audio.ts';
import { measureLimitMs } from '../audio/measure-recording.ts';
import { fetchFile, makeWorkDir } from '../engine/work-dir.ts';
import { storeFileAs } from './local-files.ts';

/** PostgreSQL notification channel on which a trigger tells of recordings that may need a copy. */
export const COPY_CHANNEL = 'escuta_copia';

/** Without a wake-up the copies are looked at this often, ms. */
const POLL_MS = 15_000;
/** One that could not be made now is tried again after this long, twice as long each time, ms; and no more after so many tries. */
const RETRY_MS = 15_000;
const TRIES = 8;

type Options = {
  db: Database;
  store: ObjectStore;
  env: Pick<WorkerEnv, 'AUDIO_MAX_MINUTES' | 'FFMPEG_PATH'>;
  log: Logger;
  isMyTurn?: (everyMs: number) => boolean;
};

type Asked = { chave: string; empresaId: string; tipo: string | null; tentativas: number };

/**
 * Makes listening copies of recordings that browsers do not play, one at a time, as rows ask for them (copias_escuta). The recording itself
 * stays as it came. What is asked for stands in the rows: nothing is queued, and who dies leaves the copy to the others.
 */
export class ListeningCopies {
  readonly #options: Options;
  readonly #rounds = new Rounds(() => this.#round());
  readonly #abort = new AbortController();

  constructor(options: Options) {
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
        const asked = this.#rounds.stopped ? null : await this.#claim();
        if (!asked) return true;
        try {
          await this.#make(asked);
        } catch (error) {
          if (this.#abort.signal.aborted) await this.#giveBack(asked);
          else await this.#putOff(asked, error);
        }
        this.#rounds.moved();
      }
    } catch (error) {
      log.debug({ motivo: (error as Error).message }, 'Cópias para ouvir em espera');
      return false;
    }
  }

  get #limitMs(): number {
    return measureLimitMs(this.#options.env.AUDIO_MAX_MINUTES);
  }

  async #claim(): Promise<Asked | null> {
    const { rows } = await this.#options.db.query<Asked>({
      name: 'copy-claim',
      text: `UPDATE copias_escuta SET tentativas = tentativas + 1, proxima_em = now() + $1 * interval '1 millisecond'
             WHERE chave_original = (SELECT chave_original FROM copias_escuta WHERE situacao = 'pendente' AND proxima_em <= now()
               ORDER BY proxima_em LIMIT 1 FOR UPDATE SKIP LOCKED)
             RETURNING chave_original AS chave, empresa_id AS "empresaId", tipo, tentativas`,
      // Reading, making and storing it, each at its longest.
      values: [3 * this.#limitMs],
    });
    return rows[0] ?? null;
  }

  async #make({ chave, empresaId, tipo }: Asked): Promise<void> {
    const { store, env } = this.#options;
    const timeoutMs = this.#limitMs;
    // A store that never answers, or never ends, holds the others up no longer than this.
    const signal = AbortSignal.any([this.#abort.signal, AbortSignal.timeout(2 * timeoutMs)]);
    const folder = await makeWorkDir();
    try {
      const filePath = join(folder, 'original');
      const outPath = join(folder, 'copia.mp3');
      await fetchFile(store, chave, filePath, signal);
      const made = await writeListeningCopy({
        filePath,
        tipo,
        outPath,
        maxMinutos: env.AUDIO_MAX_MINUTES,
        signal,
        timeoutMs,
        ffmpegPath: env.FFMPEG_PATH,
      });
      if (made) await this.#keep({ chave, empresaId }, outPath);
      else await this.#settle(chave, 'dispensada');
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** Stores a copy beside its recording, announced first: one whose recording went meanwhile goes, too. */
  async #keep({ chave, empresaId }: Pick<Asked, 'chave' | 'empresaId'>, filePath: string): Promise<void> {
    const { db } = this.#options;
    const place = { empresaId, chave: `${chave}-${newId()}` };
    const stored = await storeFileAs(this.#options, place, filePath, COPY_TYPE);
    await db.transaction(async (tx) => {
      const { rowCount } = await tx.query({
        name: 'copy-made',
        text: `UPDATE copias_escuta SET situacao = 'pronta', chave_objeto = $2, tamanho = $3, sha256 = $4
               WHERE chave_original = $1 AND situacao = 'pendente'`,
        values: [chave, stored.chave, stored.tamanho, stored.sha256],
      });
      if (rowCount) await withdrawObject(tx, stored.chave);
      else await discardStoredObject(tx, empresaId, stored.chave);
    });
  }

  async #settle(chave: string, situacao: 'dispensada' | 'falhou'): Promise<void> {
    await this.#options.db.query({
      name: 'copy-settled',
      text: `UPDATE copias_escuta SET situacao = $2 WHERE chave_original = $1 AND situacao = 'pendente'`,
      values: [chave, situacao],
    });
  }

  /** This worker stops: another one takes it at once. */
  async #giveBack({ chave }: Asked): Promise<void> {
    await this.#options.db.query({
      name: 'copy-back',
      text: `UPDATE copias_escuta SET proxima_em = now(), tentativas = tentativas - 1
             WHERE chave_original = $1 AND situacao = 'pendente'`,
      values: [chave],
    });
  }

  /** What cannot be decoded never will be; what is not there, or fails otherwise, may be there later. */
  async #putOff({ chave, tentativas }: Asked, error: unknown): Promise<void> {
    const { db, log } = this.#options;
    if (isUnmeasurable(error) || tentativas >= TRIES) {
      log.warn({ motivo: (error as Error).message }, 'Cópia para ouvir não pôde ser feita');
      return this.#settle(chave, 'falhou');
    }
    if (!(error instanceof ObjectNotFoundError))
      log.info({ motivo: (error as Error).message }, 'Cópia para ouvir fica para depois');
    await db.query({
      name: 'copy-later',
      text: `UPDATE copias_escuta SET proxima_em = now() + $2 * interval '1 millisecond' WHERE chave_original = $1`,
      values: [chave, RETRY_MS * 2 ** tentativas],
    });
  }

  /** Resolves when the copy in hand was given up. */
  stop(): Promise<void> {
    this.#abort.abort();
    return this.#rounds.stop();
  }
}
