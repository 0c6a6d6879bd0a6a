/**
 * Chooses for each call the reason chosen least often so far, so that the calls show different reasons; of several such
 * reasons, the first.
 * @param calls the reasons of each call, the best first
 */
export function distinctReasons<R>(
  calls: readonly (readonly R[])[],
  keyOf: (reason: R) => string,
): (R | undefined)[] {
  const shown = new Map<string, number>();
  const times = (reason: R): number => shown.get(keyOf(reason)) ?? 0;
  return calls.map((reasons) => {
    const [first, ...rest] = reasons;
    if (first === undefined) return undefined;
    const chosen = rest.reduce((best, one) => (times(one) < times(best) ? one : best), first);
    shown.set(keyOf(chosen), times(chosen) + 1);
    return chosen;
  });
}
