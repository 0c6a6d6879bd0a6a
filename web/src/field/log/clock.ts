/**
 * An interview's clock. While the page is open it is `performance.now()`, which nobody can set. For the time in which
 * the page was closed it uses the difference of the wall clock, but it never runs backwards.
 */

/** Least difference, ms, between wall clock and monotonic clock that shows that a clock was set or the device slept. */
export const CLOCK_JUMP_MS = 2000;

interface Clocks {
  perf: () => number;
  wall: () => number;
}

const BROWSER: Clocks = { perf: () => performance.now(), wall: () => Date.now() };

export class InterviewClock {
  readonly #clocks: Clocks;
  readonly #mono: number;
  readonly #perf: number;
  #offset: number;

  /** Starts or continues an interview's clock. `last`: both clocks at the last event; null if the interview begins. */
  constructor(last: { mono: number; relogio: number } | null, clocks: Clocks = BROWSER) {
    this.#clocks = clocks;
    this.#perf = clocks.perf();
    this.#offset = clocks.wall() - this.#perf;
    this.#mono = last ? last.mono + Math.max(0, clocks.wall() - last.relogio) : 0;
  }

  /** Time since the interview began, ms. */
  mono(): number {
    return this.#mono + (this.#clocks.perf() - this.#perf);
  }

  relogio(): number {
    return this.#clocks.wall();
  }

  /** By how much the wall clock was set since the last call, ms; 0 if it is not more than `CLOCK_JUMP_MS`. */
  jump(): number {
    const offset = this.#clocks.wall() - this.#clocks.perf();
    const moved = Math.round(offset - this.#offset);
    if (Math.abs(moved) <= CLOCK_JUMP_MS) return 0;
    this.#offset = offset;
    return moved;
  }
}
