import { withLimit } from '@escuta/shared/platform/process/with-limit';

/** The interval of asking whether to go on, ms. */
const ASK_MS = 500;

/**
 * Waits for work that takes long, and asks meanwhile whether anybody still wants it.
 * @param stop aborted where nobody does, with the reason @throws what the work throws, or `goOn`
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
