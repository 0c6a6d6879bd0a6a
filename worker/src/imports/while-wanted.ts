import { withLimit } from '@escuta/shared/platform/process/with-limit';

/** Interval between calls of `goOn`, ms. */
const ASK_MS = 500;

/**
 * Waits for long work and calls `goOn` meanwhile; aborts `stop` if `goOn` throws.
 * @throws the errors of the work and of `goOn`
 */
export async function whileWanted<T>(
  work: Promise<T>,
  goOn: () => Promise<void>,
  stop: AbortController,
): Promise<T> {
  try {
    while (!(await withLimit(work, ASK_MS))) await goOn();
    return await work;
  } catch (error) {
    stop.abort(error);
    throw error;
  }
}
