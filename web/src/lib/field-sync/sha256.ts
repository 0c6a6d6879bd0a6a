/** SHA-256 (FIPS 180-4), implemented here because pages on plain http have no `crypto.subtle`. */

const PRIMES = (() => {
  const found: number[] = [];
  for (let n = 2; found.length < 64; n += 1) if (found.every((prime) => n % prime !== 0)) found.push(n);
  return found;
})();
/** The first 32 bits of the fractional part of a root. */
const fraction = (root: number): number => ((root - Math.floor(root)) * 2 ** 32) | 0;
const K = PRIMES.map((prime) => fraction(Math.cbrt(prime)));
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

const at = (words: ArrayLike<number>, index: number): number => words[index] ?? 0;
const rotate = (word: number, by: number): number => (word >>> by) | (word << (32 - by));
const hexOf = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** SHA-256 (hex) in pure TypeScript, for browsers without `crypto.subtle`. */
export function sha256Slow(message: Uint8Array): string {
  const length = message.length;
  const padded = new Uint8Array(Math.ceil((length + 9) / 64) * 64);
  padded.set(message);
  padded[length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(length / 2 ** 29));
  view.setUint32(padded.length - 4, length << 3);
  const state = [...START];
  const w = new Int32Array(64);
  for (let block = 0; block < padded.length; block += 64) {
    for (let t = 0; t < 16; t += 1) w[t] = view.getInt32(block + 4 * t);
    for (let t = 16; t < 64; t += 1) {
      const early = at(w, t - 15);
      const late = at(w, t - 2);
      const s0 = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
      const s1 = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
      w[t] = (at(w, t - 16) + s0 + at(w, t - 7) + s1) | 0;
    }
    let [a, b, c, d, e, f, g, h] = state as [number, number, number, number, number, number, number, number];
    for (let t = 0; t < 64; t += 1) {
      const one =
        h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g)) + at(K, t) + at(w, t);
      const two = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    for (const [index, word] of [a, b, c, d, e, f, g, h].entries())
      state[index] = (at(state, index) + word) | 0;
  }
  const out = new DataView(new ArrayBuffer(32));
  for (const [index, word] of state.entries()) out.setInt32(4 * index, word);
  return hexOf(new Uint8Array(out.buffer));
}

/** SHA-256 (hex); computed by the browser if it has `crypto.subtle`, else by `sha256Slow`. */
export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  // Pages on plain http have no `crypto.subtle`, although its type says that it is always present.
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  return subtle ? hexOf(new Uint8Array(await subtle.digest('SHA-256', bytes))) : sha256Slow(bytes);
}
