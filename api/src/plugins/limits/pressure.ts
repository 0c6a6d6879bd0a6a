import { performance } from 'node:perf_hooks';

/** How often the loop's delay is measured, ms (@fastify/under-pressure's own). */
const SAMPLE_MS = 1000;
/** Stalls this close to each other are one that lasts, ms. */
const LASTING_MS = 10_000;

/**
 * Whether the event loop stands for longer than a moment. One stall alone (a part's code that is loaded when it is first asked for, on a
 * machine that does much else) is over when it is measured: whoever came next would be refused for nothing, and a page whose script is
 * refused stays empty. Where stalls follow each other, requests pile up.
 * @returns told of each request that comes after a stalled sample: the sample's delay and the time, ms
 */
export function lastingPressure(): (delayMs: number, now?: number) => boolean {
  let sample = { delayMs: 0, at: Number.NEGATIVE_INFINITY };
  let before = Number.NEGATIVE_INFINITY;
  return (delayMs, now = performance.now()) => {
    // Its timer comes late where much is done: the same delay a little over a second later is the same sample.
    if (delayMs !== sample.delayMs || now - sample.at > 2 * SAMPLE_MS) {
      before = sample.at;
      sample = { delayMs, at: now };
    }
    return sample.at - before <= LASTING_MS;
  };
}
