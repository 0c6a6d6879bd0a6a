/**
 * Waits until all promises have settled, so that paid answers are stored even if another request fails.
 * @returns the promises' results, in order
 * @throws the first failure, after all promises have settled
 */
export async function settleAll<T>(works: readonly Promise<T>[]): Promise<T[]> {
  const settled = await Promise.allSettled(works);
  return settled.map((one) => {
    if (one.status === 'rejected') throw one.reason;
    return one.value;
  });
}
