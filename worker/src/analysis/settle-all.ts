/**
 * Waits for all works, so that each one's paid answers are stored even if another fails.
 * @returns their results, in order
 * @throws the first failure, after all have ended
 */
export async function settleAll<T>(works: readonly Promise<T>[]): Promise<T[]> {
  const settled = await Promise.allSettled(works);
  return settled.map((one) => {
    if (one.status === 'rejected') throw one.reason;
    return one.value;
  });
}
