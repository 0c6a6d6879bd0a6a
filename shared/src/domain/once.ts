/** Creates a value on first use and caches it, because Intl objects take milliseconds each. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
