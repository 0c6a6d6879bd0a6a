/**
 * An interview's clock: `performance.now()` since it began, which nobody can set. After a reload of the page it
 * continues by the wall clock's difference, never backwards.
 */

/** A larger difference between wall clock and monotonic clock means that it was set (or the device slept), ms. */
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

  /** @param last both clocks at the interview's last event; null: it begins now */
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

  /** Movement of the wall clock since the last call, ms; 0 below `CLOCK_JUMP_MS`. */
  jump(): number {
    const offset = this.#clocks.wall() - this.#clocks.perf();
    const moved = Math.round(offset - this.#offset);
    if (Math.abs(moved) <= CLOCK_JUMP_MS) return 0;
    this.#offset = offset;
    return moved;
  }
}
