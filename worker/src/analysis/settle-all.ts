/**
 * Waits until all works end, so that paid answers are stored even if another work fails.
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
