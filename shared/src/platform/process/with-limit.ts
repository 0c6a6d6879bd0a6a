/**
 * Waits at most `limitMs` for a promise.
 * @returns whether it settled in time
 * @throws the promise's error
 */
export async function withLimit(work: Promise<unknown>, limitMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), limitMs);
  });
  try {
    return await Promise.race([work.then(() => true as const), limit]);
  } finally {
    clearTimeout(timer);
  }
}
