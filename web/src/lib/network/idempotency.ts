/**
 * A key for `Idempotency-Key`, by which repetitions of a request (a second click, a retry after a lost connection)
 * change the server once. `crypto.randomUUID` is missing without https.
 */
export function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
