/**
 * A key that makes repetitions of one wish (a second click, a retry after a lost connection) one change on the server:
 * send it as `Idempotency-Key`. `crypto.randomUUID` would be missing where the product runs without https.
 */
export function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
