/** Creates a value on first use and caches it. Used for Intl objects, each of which takes milliseconds to create. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
