/**
 * A new value for the header `Idempotency-Key`, with which the server makes a change once, even if the request is
 * repeated (a second click, a retry after a lost connection). Does not use `crypto.randomUUID`, which is missing
 * without https.
 */
export function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
