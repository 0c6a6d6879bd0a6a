/** Creates a value on first use and caches it. For Intl objects: each takes milliseconds, and most pages need few. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
