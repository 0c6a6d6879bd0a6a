/**
 * Waits for all of them. What each of them paid for is stored when it throws, whatever became of the others.
 * @returns their results, in their order @throws what the first of them failed with, when all have ended
 */
export async function settleAll<T>(works: readonly Promise<T>[]): Promise<T[]> {
  const settled = await Promise.allSettled(works);
  return settled.map((one) => {
    if (one.status === 'rejected') throw one.reason;
    return one.value;
  });
}
