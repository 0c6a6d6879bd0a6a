// Tests that npm test leaves to npm run test:longo, declared only there, because a skipped test would count as failed
// (scripts/test.mjs).
import { test as one, describe as suite } from 'vitest';

/** True in a long run (scripts/lib/long-runs.mjs). */
export const LONGO = process.env.ESCUTA_TESTES_LONGOS === '1';

const nowhere = () => undefined;
/** Accepts the forms of Vitest's functions, and declares nothing. */
const undeclared = Object.assign(nowhere, { each: () => nowhere, for: () => nowhere });

/**
 * `longo.test` and `longo.describe`: Vitest's, in the long runs only. The file's other tests are its short form: the
 * most noticeable failures. A run of scripts/lib/long-runs.mjs names the file.
 */
export const longo = {
  test: LONGO ? one : (undeclared as unknown as typeof one),
  describe: LONGO ? suite : (undeclared as unknown as typeof suite),
};

/** Cases of one rule: in npm test the first `short` ones, in the long runs all. */
export const cases = <T>(all: readonly T[], short = 1): readonly T[] => (LONGO ? all : all.slice(0, short));
