import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  describeDialogue,
  findInterruptions,
  findOvertalk,
  findReplyGaps,
  findSilences,
  type Interval,
  longestMonologue,
  planChunks,
  planUtterances,
  summariseGaps,
  totalMs,
  UTTERANCE_MAX_MS,
  unite,
} from './audio-facts.ts';

const at = (startMs: number, endMs: number): Interval => ({ startMs, endMs });

/** Arbitrary sorted, disjoint speech, as voice-activity detection gives. */
const speechArbitrary = fc
  .array(fc.tuple(fc.integer({ min: 240, max: 6000 }), fc.integer({ min: 120, max: 60_000 })), {
    maxLength: 30,
  })
  .map((steps) => {
    let cursor = 0;
    return steps.map(([pause, length]) => {
      const startMs = cursor + pause;
      cursor = startMs + length;
      return at(startMs, cursor);
    });
  });

describe('silences', () => {
  it('are the stretches of 3 s and more in which nobody speaks, start and end included', () => {
    const agent = [at(4000, 6000), at(12_000, 13_000)];
    const client = [at(5500, 8999)];
    expect(findSilences([agent, client], 15_999)).toEqual([at(0, 4000), at(8999, 12_000)]);
    expect(findSilences([agent, client], 16_000)).toEqual([
      at(0, 4000),
      at(8999, 12_000),
      at(13_000, 16_000),
    ]);
  });

  it('is the whole call when nobody speaks', () => {
    expect(findSilences([[], []], 5000)).toEqual([at(0, 5000)]);
  });

  it('never touch speech, and together with it fill the call', () => {
    fc.assert(
      fc.property(speechArbitrary, speechArbitrary, (a, b) => {
        const durationMs = Math.max(a.at(-1)?.endMs ?? 0, b.at(-1)?.endMs ?? 0, 1);
        const every = findSilences([a, b], durationMs, 1);
        expect(totalMs(every) + totalMs(unite(a, b))).toBe(durationMs);
      }),
    );
  });
});

describe('overtalk', () => {
  it('lists what both say at once from half a second on', () => {
    expect(findOvertalk([at(0, 5000), at(8000, 9000)], [at(4500, 6000), at(8600, 9500)])).toEqual([
      at(4500, 5000),
    ]);
  });
});

describe('interruptions', () => {
  it('names who started over the other and whether that one gave way', () => {
    const speech = {
      agente: [at(0, 5000), at(10_000, 13_000)],
      cliente: [at(4000, 8000), at(10_500, 12_000)],
    };
    expect(findInterruptions(speech)).toEqual([
      { by: 'cliente', startMs: 4000, overlapMs: 1000, yielded: true },
      { by: 'cliente', startMs: 10_500, overlapMs: 1500, yielded: false },
    ]);
  });

  it('counts a contribution with short pauses as one', () => {
    const speech = { agente: [at(0, 5000)], cliente: [at(4400, 5000), at(5400, 6500)] };
    expect(findInterruptions(speech)).toEqual([
      { by: 'cliente', startMs: 4400, overlapMs: 600, yielded: true },
    ]);
  });

  it('is not a short "aham", a start at the same time, or an overlap of a moment', () => {
    expect(findInterruptions({ agente: [at(0, 9000)], cliente: [at(3000, 3800)] })).toEqual([]);
    expect(findInterruptions({ agente: [at(0, 5000)], cliente: [at(200, 4000)] })).toEqual([]);
    expect(findInterruptions({ agente: [at(0, 5000)], cliente: [at(4600, 9000)] })).toEqual([]);
  });
});

describe('reply gaps', () => {
  it("run from the other party's last word to the reply", () => {
    const client = [at(0, 2000), at(6000, 8000), at(20_000, 21_000)];
    const agent = [at(2500, 3000), at(3300, 5000), at(8400, 9000)];
    expect(findReplyGaps(client, agent)).toEqual([500, 400]);
    expect(findReplyGaps(agent, client)).toEqual([1000]);
  });

  it('leave out overlapping replies', () => {
    expect(findReplyGaps([at(0, 3000)], [at(2800, 4000)])).toEqual([]);
  });

  it('are summarised by mean, median and p95', () => {
    expect(summariseGaps([])).toEqual({ count: 0, meanMs: null, medianMs: null, p95Ms: null });
    expect(summariseGaps([400, 100, 1000, 200])).toEqual({
      count: 4,
      meanMs: 425,
      medianMs: 300,
      p95Ms: 1000,
    });
    const hundred = Array.from({ length: 100 }, (_, i) => i + 1);
    expect(summariseGaps(hundred)).toEqual({ count: 100, meanMs: 51, medianMs: 51, p95Ms: 95 });
  });
});

describe('longest monologue', () => {
  it("bridges short pauses and the other party's short remarks", () => {
    const own = [at(0, 4000), at(5000, 9000), at(20_000, 24_000)];
    expect(longestMonologue(own, [at(4200, 4800)])).toEqual(at(0, 9000));
  });

  it('ends at a real contribution of the other party or a long pause', () => {
    const own = [at(0, 4000), at(6000, 9000), at(12_000, 16_500)];
    expect(longestMonologue(own, [at(4500, 5600)])).toEqual(at(12_000, 16_500));
  });

  it('is nothing when the side never speaks', () => {
    expect(longestMonologue([], [at(0, 1000)])).toBeNull();
  });
});

describe('dialogue', () => {
  it('gives the same figures whichever side is called agent, with the names swapped', () => {
    fc.assert(
      fc.property(speechArbitrary, speechArbitrary, (a, b) => {
        const one = describeDialogue({ agente: a, cliente: b });
        const other = describeDialogue({ agente: b, cliente: a });
        expect(other.overtalk).toEqual(one.overtalk);
        expect(other.replyGaps.cliente).toEqual(one.replyGaps.agente);
        expect(other.interruptions.length).toBe(one.interruptions.length);
      }),
    );
  });
});

describe('utterances', () => {
  it('join short pauses, keep long ones apart and add room around', () => {
    const speech = [at(1000, 2000), at(2400, 3000), at(5000, 6000), at(6300, 6800)];
    expect(planUtterances(speech, 6900)).toEqual([
      { startMs: 800, endMs: 3200, speechStartMs: 1000, speechEndMs: 3000 },
      { startMs: 4800, endMs: 6900, speechStartMs: 5000, speechEndMs: 6800 },
    ]);
  });

  it('end at any pause once they are 8 s long', () => {
    const speech = [at(0, 8000), at(8300, 9000)];
    expect(planUtterances(speech, 10_000).map((u) => u.speechStartMs)).toEqual([0, 8300]);
  });

  it('cut a monologue without pauses where it is quietest', () => {
    const cuts = planUtterances([at(0, 40_000)], 40_000, (fromMs) => fromMs + 1000);
    expect(cuts.map((u) => [u.speechStartMs, u.speechEndMs])).toEqual([
      [0, 13_300],
      [13_300, 26_600],
      [26_600, 40_000],
    ]);
  });

  it('never overlap, never exceed the limit, stay in the call and cover all speech', () => {
    fc.assert(
      fc.property(speechArbitrary, (speech) => {
        const durationMs = (speech.at(-1)?.endMs ?? 0) + 50;
        const utterances = planUtterances(speech, durationMs);
        let previousEnd = 0;
        for (const { startMs, endMs, speechStartMs, speechEndMs } of utterances) {
          expect(startMs).toBeGreaterThanOrEqual(previousEnd);
          expect(endMs - startMs).toBeLessThanOrEqual(UTTERANCE_MAX_MS);
          expect(startMs).toBeLessThanOrEqual(speechStartMs);
          expect(endMs).toBeGreaterThanOrEqual(speechEndMs);
          expect(endMs).toBeLessThanOrEqual(durationMs);
          previousEnd = endMs;
        }
        const covered = utterances.map((u) => at(u.speechStartMs, u.speechEndMs));
        for (const { startMs, endMs } of speech) {
          const inside = unite(covered).some((u) => u.startMs <= startMs && u.endMs >= endMs);
          expect(inside).toBe(true);
        }
      }),
    );
  });
});

describe('chunks for large uploads', () => {
  it('end in the middle of the last pause that fits', () => {
    const speech = [at(0, 4000), at(5000, 8000), at(9000, 14_000)];
    expect(planChunks(speech, 15_000, 9000)).toEqual([at(0, 8500), at(8500, 15_000)]);
    expect(planChunks(speech, 15_000, 15_000)).toEqual([at(0, 15_000)]);
  });

  it('cover the whole recording within the limit', () => {
    fc.assert(
      fc.property(speechArbitrary, fc.integer({ min: 1000, max: 120_000 }), (speech, maxMs) => {
        const durationMs = (speech.at(-1)?.endMs ?? 0) + 700;
        let cursor = 0;
        for (const { startMs, endMs } of planChunks(speech, durationMs, maxMs)) {
          expect(startMs).toBe(cursor);
          expect(endMs).toBeGreaterThan(startMs);
          expect(endMs - startMs).toBeLessThanOrEqual(maxMs);
          cursor = endMs;
        }
        expect(cursor).toBe(durationMs);
      }),
    );
  });
});
