import { type Faults, sequence } from './provider.ts';

/** Number of requests in each stage: two transcriptions (one per channel), then an answer, then another answer. */
const STAGES = [2, 1, 1] as const;
/** Retry-After of a refusal, ms. */
const RETRY_AFTER_MS = 1000;

type Call = { stage: number; open: number };

/**
 * Computes the shortest possible time for these calls with this provider and these slots, s: only the provider takes
 * time, a free slot is used at once, errors are retried at once, and refusals after Retry-After. Faults occur in the
 * provider's own sequence. A transcription requests both channels at once, and keeps its slot while one is pending.
 */
export function shortestSeconds({
  calls,
  slots,
  latency,
  faults,
}: {
  calls: number;
  slots: number;
  latency: { transcribeMs: number; answerMs: number };
  faults: Faults;
}): number {
  const random = sequence();
  const ready: Call[][] = STAGES.map(() => []);
  const events: { at: number; then: () => void }[] = [];
  let now = 0;
  let free = slots;
  const after = (ms: number, then: () => void) => {
    const at = now + ms;
    const place = events.findIndex((event) => event.at > at);
    events.splice(place < 0 ? events.length : place, 0, { at, then });
  };
  /** Starts waiting calls while a slot is free; calls in a later stage come first. */
  const begin = () => {
    while (free > 0) {
      const next = ready.findLast((line) => line.length > 0)?.shift();
      if (!next) return;
      free -= 1;
      attend(next);
    }
  };
  const attend = (call: Call) => {
    let inAir = 0;
    let refused = 0;
    let unanswered = 0;
    const settle = () => {
      if (inAir > 0) return;
      free += 1;
      call.open = unanswered + refused;
      if (call.open === 0) {
        call.stage += 1;
        call.open = STAGES[call.stage] ?? 0;
      }
      const line = ready[call.stage];
      if (refused > 0) after(RETRY_AFTER_MS, () => void line?.push(call));
      else line?.push(call);
    };
    const ask = () => {
      const fate = random();
      if (fate < faults.refused) {
        refused += 1;
        return;
      }
      inAir += 1;
      after(call.stage === 0 ? latency.transcribeMs : latency.answerMs, () => {
        inAir -= 1;
        if (fate < faults.refused + faults.broken) unanswered += 1;
        settle();
      });
    };
    const askAll = (times: number) => {
      for (let n = 0; n < times; n += 1) ask();
      if (inAir === 0) return settle();
      // A refused request keeps its slot and waits there while the call's other request is pending.
      if (refused === 0) return;
      after(RETRY_AFTER_MS, () => {
        if (inAir === 0) return;
        const again = refused;
        refused = 0;
        askAll(again);
      });
    };
    askAll(call.open);
  };
  for (let n = 0; n < calls; n += 1) ready[0]?.push({ stage: 0, open: STAGES[0] });
  begin();
  for (let event = events.shift(); event; event = events.shift()) {
    now = event.at;
    event.then();
    begin();
  }
  return now / 1000;
}
