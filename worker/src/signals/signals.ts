import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '@escuta/prisma/db';
import { surveySignals } from '@escuta/shared/domain/interview/signals/survey-signals';
import type { Hand, RowWork, Turn } from '../background/loop.ts';
import { onLease } from '../background/wish.ts';
import { LEASE_MS, PLACE, saveSignals, takeSurvey, type Wanted } from './signals-repo.ts';
import { NewSound } from './sound-print.ts';
import { keptWords, nextNewRecording, otherSounds, type SoundPair, saveCompared } from './sounds-repo.ts';
import { readSurveyFacts } from './survey-repo.ts';

/** Interviews end one after the other: a survey is computed once nothing has changed for so long, or when it has waited for so long, ms. */
const QUIET_MS = 5000;
const LONGEST_MS = 60_000;
/** All of a survey is read for whatever changed in it: it is left alone for so many times as long as that took. */
const REST = 10;

const FIRST = '00000000-0000-0000-0000-000000000000';

type Options = { db: Database; isMyTurn?: Turn; quietMs?: number; rest?: number };

/**
 * Computes the signals of surveys in which something changed (triggers write `sinal_pedidos`), each by one worker at a time under a lease
 * in `sinal_calculos`: a worker that dies leaves wish and survey. It gives the event loop its turn between pieces of some 10 ms, and holds
 * of an interview what the rules need, never its texts.
 */
export function signalling({ db, isMyTurn, quietMs = QUIET_MS, rest = REST }: Options): RowWork<Wanted> {
  return {
    ...onLease<Wanted>({
      db,
      place: () => PLACE,
      leaseMs: LEASE_MS,
      backoff: { firstMs: 60_000, maxMs: 60_000 },
    }),
    nome: 'sinais',
    places: 1,
    pollMs: 5000,
    isMyTurn,
    atEnd: 'cut',
    take: async () =>
      [await takeSurvey(db, { quietMs, longestMs: LONGEST_MS, rest })].filter((wanted) => wanted !== null),
    run: async (wanted, hand) => {
      await compute(db, wanted, hand);
      return 'feito';
    },
  };
}

async function compute(db: Database, wanted: Wanted, hand: Hand): Promise<void> {
  const pesquisaId = wanted.id;
  /** Others get their turn. @throws once the survey is not ours any more */
  const turn = async () => {
    await nextTurn();
    hand.signal.throwIfAborted();
  };
  await compareNewRecordings(db, pesquisaId, turn);
  // Recordings are set against the others once: only what is done anew each time counts.
  const since = performance.now();
  const facts = await readSurveyFacts(db, pesquisaId, turn);
  const work = surveySignals({ pesquisaId, ...facts });
  for (;;) {
    const { value, done } = work.next();
    if (done) {
      await hand.hold();
      await saveSignals(db, wanted, {
        ...value,
        entrevistas: facts.interviews.length,
        duracaoMs: performance.now() - since,
      });
      return;
    }
    await turn();
  }
}

/** Each recording that came in is set against all others of the survey once: by the words that both have, then bit by bit. */
async function compareNewRecordings(
  db: Database,
  pesquisaId: string,
  turn: () => Promise<void>,
): Promise<void> {
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
      await turn();
      const last = others.at(-1);
      if (!last) break;
      after = last.itemId;
    }
    await saveCompared(db, recording, pairs);
  }
}
