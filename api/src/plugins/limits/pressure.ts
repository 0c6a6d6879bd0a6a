import { performance } from 'node:perf_hooks';

/** Interval at which @fastify/under-pressure measures the event loop's delay, ms. */
const SAMPLE_MS = 1000;
/** Two stalls within this time count as lasting pressure, ms. */
const LASTING_MS = 10_000;

/**
 * Detects lasting pressure of the event loop. A single stall is over when it is measured; repeated stalls let requests
 * pile up.
 * @returns a function to call for each request after a stalled sample, with the sample's delay and the time, ms
 */
export function lastingPressure(): (delayMs: number, now?: number) => boolean {
  let sample = { delayMs: 0, at: Number.NEGATIVE_INFINITY };
  let before = Number.NEGATIVE_INFINITY;
  return (delayMs, now = performance.now()) => {
    // An equal delay within two intervals counts as the same sample, because on a busy machine the measuring timer may
    // be late.
    if (delayMs !== sample.delayMs || now - sample.at > 2 * SAMPLE_MS) {
      before = sample.at;
      sample = { delayMs, at: now };
    }
    return sample.at - before <= LASTING_MS;
  };
}
