// Declares tests that only npm run test:longo runs; npm test does not even declare them, because a skipped test would
// count as failed (scripts/test.mjs).
import { test as one, describe as suite } from 'vitest';

/** True in a long run (scripts/lib/long-runs.mjs). */
export const LONGO = process.env.ESCUTA_TESTES_LONGOS === '1';

const nowhere = () => undefined;
/** Can be called like Vitest's functions, and declares no test. */
const undeclared = Object.assign(nowhere, { each: () => nowhere, for: () => nowhere });

/**
 * Vitest's functions in a long run; in npm test they declare nothing, and the file's other tests, its short version,
 * find the most noticeable failures. scripts/lib/long-runs.mjs must name each file that uses `longo`.
 */
export const longo = {
  test: LONGO ? one : (undeclared as unknown as typeof one),
  describe: LONGO ? suite : (undeclared as unknown as typeof suite),
};

/** Chooses cases of one rule: in npm test the first `short` ones, in the long runs all. */
export const cases = <T>(all: readonly T[], short = 1): readonly T[] => (LONGO ? all : all.slice(0, short));
