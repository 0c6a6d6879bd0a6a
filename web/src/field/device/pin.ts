/**
 * The PIN that the app asks for after some idle time. It keeps a person who finds an abandoned phone from reading the
 * data, but does not encrypt: the stored data rely on the device's own encryption. A wrong PIN never erases anything,
 * it only causes a wait.
 */
import type { PinGuardado } from '../log/model.ts';

/** Idle time after which the PIN is requested, ms. */
export const IDLE_MS = 5 * 60_000;
export const PIN_PATTERN = /^\d{4,8}$/;

const ROUNDS = 210_000;
/** Number of the wrong try that causes the first wait. Each further wrong try doubles the wait. */
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

/** True if a PIN can be stored from this page; over plain http the browser offers no cryptography for that. */
export const canHavePin = (): boolean => (crypto.subtle as SubtleCrypto | undefined) !== undefined;

export async function makePin(pin: string): Promise<PinGuardado> {
  const sal = hex(crypto.getRandomValues(new Uint8Array(16)));
  return { sal, hash: await derive(pin, sal, ROUNDS), voltas: ROUNDS, erros: 0, esperarAte: 0 };
}

/** Wait after a number of wrong attempts, ms. */
export const waitAfter = (erros: number): number =>
  erros < FREE_TRIES ? 0 : Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (erros - FREE_TRIES));

/**
 * Compares a typed PIN with the stored one.
 * @returns whether it is right, and the record to store
 */
export async function tryPin(
  kept: PinGuardado,
  pin: string,
  now: number,
): Promise<{ certo: boolean; pin: PinGuardado }> {
  const wait = kept.esperarAte - now;
  // A wait that is longer than possible means that the clock was set back, so the wait starts again.
  const longest = waitAfter(kept.erros);
  if (wait > longest) return { certo: false, pin: { ...kept, esperarAte: now + longest } };
  if (wait > 0) return { certo: false, pin: kept };
  if ((await derive(pin, kept.sal, kept.voltas)) === kept.hash) {
    return { certo: true, pin: { ...kept, erros: 0, esperarAte: 0 } };
  }
  const erros = kept.erros + 1;
  return { certo: false, pin: { ...kept, erros, esperarAte: now + waitAfter(erros) } };
}
