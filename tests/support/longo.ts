// What npm test leaves to npm run test:longo: a test that is declared there only. A skipped test would be a failed one (scripts/test.mjs).
import { test as one, describe as suite } from 'vitest';

/** Whether this is one of the long runs (scripts/lib/long-runs.mjs), which each know their files. */
export const LONGO = process.env.ESCUTA_TESTES_LONGOS === '1';

const nowhere = () => undefined;
/** Takes what Vitest's own take, in each of their forms, and declares nothing. */
const undeclared = Object.assign(nowhere, { each: () => nowhere, for: () => nowhere });

/**
 * `longo.test` and `longo.describe`: as Vitest's, in the long runs only. The file's other tests are its short form: what people would see
 * first that it no longer holds. A file with such tests is named by a run of scripts/lib/long-runs.mjs (tests/architecture/long-runs.test.ts).
 */
export const longo = {
  test: LONGO ? one : (undeclared as unknown as typeof one),
  describe: LONGO ? suite : (undeclared as unknown as typeof suite),
};

/** Cases of one rule: in npm test those of the short form, the first `short` of them; in the long runs all. */
export const cases = <T>(all: readonly T[], short = 1): readonly T[] => (LONGO ? all : all.slice(0, short));
