// The parts of a start with their times, for `npm start -- --tempos`.

/** @type {{ name: string, from: number, until: number }[]} */
const parts = [];

/**
 * Does `work` and stores its time under a name.
 * @template T
 * @param {string} name
 * @param {() => T | Promise<T>} work
 * @returns {Promise<T>} the result of `work`
 */
export async function timed(name, work) {
  const from = performance.now();
  try {
    return await work();
  } finally {
    parts.push({ name, from, until: performance.now() });
  }
}

/** Formats a table of the parts in the order in which they began: seconds until a part began, and its duration, s. */
export function timesTable() {
  const width = Math.max(...parts.map(({ name }) => name.length));
  const seconds = (ms) => (ms / 1000).toFixed(1).replace('.', ',').padStart(6);
  return [
    `  ${'parte'.padEnd(width)}  início  duração (s)`,
    ...parts
      .toSorted((a, b) => a.from - b.from)
      .map(({ name, from, until }) => `  ${name.padEnd(width)}  ${seconds(from)}  ${seconds(until - from)}`),
  ].join('\n');
}
