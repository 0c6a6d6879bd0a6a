import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '@escuta/prisma/db';
import { surveySignals } from '@escuta/shared/domain/interview/signals/survey-signals';
import type { Hand, RowWork, Turn } from '../background/loop.ts';
import { onLease } from '../background/wish.ts';
import { askOutdated, LEASE_MS, PLACE, saveSignals, takeSurvey, type Wanted } from './signals-repo.ts';
import { NewSound } from './sound-print.ts';
import { keptWords, nextNewRecording, otherSounds, type SoundPair, saveCompared } from './sounds-repo.ts';
import { readSurveyFacts } from './survey-repo.ts';

/** Time without changes after which signals are computed, ms; at the latest LONGEST_MS after the first change. */
const QUIET_MS = 5000;
const LONGEST_MS = 60_000;
/** Rest after a computation, as a multiple of its duration. */
const REST = 10;

const FIRST = '00000000-0000-0000-0000-000000000000';

type Options = { db: Database; isMyTurn?: Turn; quietMs?: number; rest?: number };

/**
 * Computes signals of changed surveys (database triggers write to `sinal_pedidos`). Lets other work run about every 10
 * ms, and stores no texts of interviews.
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
    begin: () => askOutdated(db),
    take: async () => {
      const wanted = await takeSurvey(db, { quietMs, longestMs: LONGEST_MS, rest });
      return wanted ? [wanted] : [];
    },
    run: async (wanted, hand) => {
      await compute(db, wanted, hand);
      return 'feito';
    },
  };
}

async function compute(db: Database, wanted: Wanted, hand: Hand): Promise<void> {
  const pesquisaId = wanted.id;
  /** Lets other work run. @throws if another worker has claimed the survey */
  const turn = async () => {
    await nextTurn();
    hand.signal.throwIfAborted();
  };
  await compareNewRecordings(db, pesquisaId, turn);
  // Measures only repeated work; new recordings are compared only once.
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

/** Compares each new recording once with all others: first by a sample of the fingerprints. */
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
