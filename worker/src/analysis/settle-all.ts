/**
 * Like Promise.all, but waits for all promises, so that paid answers are stored even if another request fails.
 * @throws the first failure
 */
export async function settleAll<T>(works: readonly Promise<T>[]): Promise<T[]> {
  const settled = await Promise.allSettled(works);
  return settled.map((one) => {
    if (one.status === 'rejected') throw one.reason;
    return one.value;
  });
}
