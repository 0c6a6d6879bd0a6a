/**
 * The PIN that is asked for after a while without use. It keeps a phone that was left somewhere from being read by who
 * finds it; what is on the device rests on the device's own encryption. A wrong one never erases anything: it only has
 * to wait.
 */
import type { PinGuardado } from '../log/model.ts';

/** Idle time after which the PIN is asked for, ms. */
export const IDLE_MS = 5 * 60_000;
/** As PIN: this many digits. */
export const PIN_PATTERN = /^\d{4,8}$/;

const ROUNDS = 210_000;
/** Wrong ones that may follow at once; then each waits twice as long as the one before, ms. */
const FREE_TRIES = 3;
const FIRST_WAIT_MS = 5000;
const LONGEST_WAIT_MS = 15 * 60_000;

const hex = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
const unhex = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

async function derive(pin: string, sal: string, voltas: number): Promise<string> {
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(pin), 'PBKDF2', false, [
    'deriveBits',
  ]);
  const bits = await crypto.subtle.deriveBits(
    { name: 'PBKDF2', hash: 'SHA-256', salt: unhex(sal), iterations: voltas },
    key,
    256,
  );
  return hex(new Uint8Array(bits));
}

/** True if this page can keep one: plain http has no cryptography. */
export const canHavePin = (): boolean => (crypto.subtle as SubtleCrypto | undefined) !== undefined;

export async function makePin(pin: string): Promise<PinGuardado> {
  const sal = hex(crypto.getRandomValues(new Uint8Array(16)));
  return { sal, hash: await derive(pin, sal, ROUNDS), voltas: ROUNDS, erros: 0, esperarAte: 0 };
}

/** How long the next try waits after so many wrong ones, ms. */
export const waitAfter = (erros: number): number =>
  erros < FREE_TRIES ? 0 : Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (erros - FREE_TRIES));

/** Tries one. @returns whether it was right, and the PIN as it is kept from now on */
export async function tryPin(
  kept: PinGuardado,
  pin: string,
  now: number,
): Promise<{ certo: boolean; pin: PinGuardado }> {
  const wait = kept.esperarAte - now;
  // A wait that is longer than any it was given: the clock was set back since, and it begins anew.
  const longest = waitAfter(kept.erros);
  if (wait > longest) return { certo: false, pin: { ...kept, esperarAte: now + longest } };
  if (wait > 0) return { certo: false, pin: kept };
  if ((await derive(pin, kept.sal, kept.voltas)) === kept.hash) {
    return { certo: true, pin: { ...kept, erros: 0, esperarAte: 0 } };
  }
  const erros = kept.erros + 1;
  return { certo: false, pin: { ...kept, erros, esperarAte: now + waitAfter(erros) } };
}
