import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '@escuta/prisma/db';
import { NewSound } from '@escuta/shared/domain/interview/signals/sound-print';
import { surveySignals } from '@escuta/shared/domain/interview/signals/survey-signals';
import { newId } from '@escuta/shared/node/ids';
import type { Logger } from '@escuta/shared/node/log';
import { Rounds } from '@escuta/shared/node/rounds';
import {
  holdSurvey,
  LostSurveyError,
  releaseSurvey,
  saveSignals,
  takeSurvey,
  type Wanted,
} from './signals-repo.ts';
import { keptWords, nextNewRecording, otherSounds, type SoundPair, saveCompared } from './sounds-repo.ts';
import { readSurveyFacts } from './survey-repo.ts';

/** Wishes are looked for this often, ms. */
const POLL_MS = 5000;
/** Interviews end one after the other: a survey is computed once nothing has changed for so long, or when it has waited for so long, ms. */
const QUIET_MS = 5000;
const LONGEST_MS = 60_000;
/** All of a survey is read for whatever changed in it: it is left alone for so many times as long as that took. */
const REST = 10;
/** Who computes and dies leaves the survey to the others after this long, ms; who goes on says so in between. */
const HOLD_MS = 120_000;
const HOLD_EVERY_MS = HOLD_MS / 4;
/** One that could not be computed is tried again after this long, ms. */
const RETRY_MS = 60_000;

const FIRST = '00000000-0000-0000-0000-000000000000';

type SignalsOptions = {
  db: Database;
  log: Logger;
  isMyTurn?: (everyMs: number) => boolean;
  quietMs?: number;
  rest?: number;
};

/**
 * Computes the signals of surveys in which something changed (triggers write `sinal_pedidos`), each by one worker at a time under a lease
 * in `sinal_calculos`: a worker that dies leaves wish and survey. It gives the event loop its turn between pieces of some 10 ms, and holds
 * of an interview what the rules need, never its texts.
 */
export class Signals {
  readonly #options: SignalsOptions;
  readonly #rounds = new Rounds(() => this.#round());
  readonly #dono = newId();
  /** Surveys that could not be computed, until when they are left alone, ms of the process's clock. */
  readonly #later = new Map<string, number>();
  #heldAt = 0;

  constructor(options: SignalsOptions) {
    this.#options = options;
  }

  start(): void {
    const { isMyTurn = () => true } = this.#options;
    this.#rounds.start(POLL_MS, () => isMyTurn(POLL_MS));
  }

  /** Something may have changed. */
  wake(): void {
    this.#rounds.wake();
  }

  async #round(): Promise<boolean> {
    const { db, log, quietMs = QUIET_MS, rest = REST } = this.#options;
    try {
      for (;;) {
        const now = performance.now();
        for (const [id, until] of this.#later) if (until <= now) this.#later.delete(id);
        const wanted = this.#rounds.stopped
          ? null
          : await takeSurvey(db, this.#dono, { quietMs, longestMs: LONGEST_MS, holdMs: HOLD_MS, rest }, [
              ...this.#later.keys(),
            ]);
        if (!wanted) return true;
        this.#heldAt = performance.now();
        try {
          await this.#compute(wanted);
        } catch (error) {
          if (error instanceof LostSurveyError) continue;
          this.#later.set(wanted.pesquisaId, performance.now() + RETRY_MS);
          if (!this.#rounds.stopped)
            log.error({ err: error, pesquisaId: wanted.pesquisaId }, 'Sinais da pesquisa não calculados');
          await releaseSurvey(db, this.#dono, wanted.pesquisaId);
        }
        this.#rounds.moved();
      }
    } catch (error) {
      // The database is away: looked for again in a moment.
      log.debug({ motivo: (error as Error).message }, 'Sinais a calcular em espera');
      return false;
    }
  }

  async #compute(wanted: Wanted): Promise<void> {
    const { db } = this.#options;
    const { pesquisaId } = wanted;
    await this.#compareNewRecordings(pesquisaId);
    // Recordings are set against the others once: only what is done anew each time counts.
    const since = performance.now();
    const facts = await readSurveyFacts(db, pesquisaId, () => this.#turn(pesquisaId));
    const work = surveySignals({ pesquisaId, ...facts });
    for (;;) {
      const { value, done } = work.next();
      if (done) {
        await saveSignals(db, this.#dono, wanted, {
          ...value,
          entrevistas: facts.interviews.length,
          duracaoMs: performance.now() - since,
        });
        return;
      }
      await this.#turn(pesquisaId);
    }
  }

  /** Each recording that came in is set against all others of the survey once: by the words that both have, then bit by bit. */
  async #compareNewRecordings(pesquisaId: string): Promise<void> {
    const { db } = this.#options;
    for (;;) {
      const recording = await nextNewRecording(db, pesquisaId);
      if (!recording) return;
      const sound = new NewSound(recording.words);
      const pairs: SoundPair[] = [];
      for (let after = FIRST; ; ) {
        const others = await otherSounds(db, pesquisaId, recording.entrevistaId, after);
        for (const { itemId, amostra } of others) {
          if (!sound.resembles(amostra)) continue;
          const words = await keptWords(db, itemId);
          const found = words && sound.compare(words, amostra);
          if (found) pairs.push({ itemId, ...found });
        }
        await this.#turn(pesquisaId);
        const last = others.at(-1);
        if (!last) break;
        after = last.itemId;
      }
      await saveCompared(db, recording, pairs);
    }
  }

  /** Others get their turn; the survey stays held. @throws LostSurveyError */
  async #turn(pesquisaId: string): Promise<void> {
    await nextTurn();
    if (this.#rounds.stopped) throw new Error('o worker está parando');
    if (performance.now() - this.#heldAt < HOLD_EVERY_MS) return;
    this.#heldAt = performance.now();
    await holdSurvey(this.#options.db, this.#dono, pesquisaId, HOLD_MS);
    this.#rounds.moved();
  }

  /** Resolves when the survey in hand was given back. */
  stop(): Promise<void> {
    return this.#rounds.stop();
  }
}
