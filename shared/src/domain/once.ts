/** What is made with its first use and kept. Of Intl's objects: each takes milliseconds, and a page opens without most of them. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
