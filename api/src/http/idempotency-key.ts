/** Checks an `Idempotency-Key`: 1 to 200 printable ASCII characters. */
export function isIdempotencyKey(text: string): boolean {
  return /^[\x20-\x7e]{1,200}$/.test(text) && text.trim() !== '';
}
