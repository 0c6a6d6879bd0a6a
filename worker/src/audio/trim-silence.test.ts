import { describe, expect, it } from 'vitest';
import { keepExpression, planFrames } from './trim-silence.ts';

function evaluate(expression: string, n: number): number {
  let at = 0;
  const read = (): number => {
    if (!expression.startsWith('if(lt(n,', at)) {
      at += 1;
      return Number(expression[at - 1]);
    }
    at += 'if(lt(n,'.length;
    const limit = Number.parseInt(expression.slice(at), 10);
    at = expression.indexOf(')', at) + 2;
    const below = read();
    at += 1;
    const above = read();
    at += 1;
    return n < limit ? below : above;
  };
  return read();
}

describe('silence trimming', () => {
  it('selects exactly the planned frames', () => {
    const ranges = Array.from({ length: 200 }, (_, i) => ({
      from: i * 10 + 3,
      to: i * 10 + 3 + (i % 6) + 1,
    }));
    const expression = keepExpression(ranges);
    for (let n = 0; n < 2010; n += 1) {
      expect(evaluate(expression, n)).toBe(ranges.some(({ from, to }) => n >= from && n < to) ? 1 : 0);
    }
  });

  it('nests no deeper than the logarithm of the number of pauses', () => {
    const ranges = Array.from({ length: 4000 }, (_, i) => ({ from: i * 10, to: i * 10 + 5 }));
    const closing = keepExpression(ranges).match(/\)+/g) ?? [];
    expect(Math.max(...closing.map((run) => run.length))).toBeLessThanOrEqual(15);
  });

  it('keeps all speech and maps it back, at rates that do not divide evenly too', () => {
    const speech = [
      { startMs: 3000, endMs: 4000 },
      { startMs: 60_000, endMs: 61_234 },
    ];
    for (const rate of [8000, 11_025, 44_100]) {
      const plan = planFrames(speech, 120_000, rate)!;
      for (const { startMs, endMs } of speech) {
        const trimmedStart = plan.timeMap.toTrimmedMs(startMs);
        expect(plan.timeMap.toOriginalMs(trimmedStart)).toBeCloseTo(startMs, 6);
        expect(plan.timeMap.toTrimmedMs(endMs) - trimmedStart).toBeCloseTo(endMs - startMs, 6);
      }
      expect(plan.timeMap.trimmedMs).toBeLessThan(4000);
    }
  });

  it('leaves a channel alone when there is nothing to gain', () => {
    expect(planFrames([{ startMs: 100, endMs: 9900 }], 10_000, 8000)).toBeNull();
    expect(planFrames([], 10_000, 8000)).toBeNull();
  });
});
