/** Defines when two rows without an identifier are the same call. */
import { phoneKey } from '../calls/phone-key.ts';

/** Returns the digits for comparing numbers, without +55, carrier and brackets. */
export function digitsKey(numero: string): string {
  return phoneKey(numero).replace(/\D/gu, '');
}

/** Returns the text hashed into `chave_dup`: start to the second, number, extension, file. */
export function callKeyText(call: {
  inicio: number;
  /** If null, `uniqueId` separates calls of the same second. */
  numero: string | null;
  ramal: string | null;
  arquivo: string | null;
  uniqueId?: string | null;
}): string {
  return JSON.stringify([
    Math.floor(call.inicio / 1000),
    call.numero === null ? `sem numero ${call.uniqueId ?? ''}` : digitsKey(call.numero),
    (call.ramal ?? '').trim().toUpperCase(),
    (call.arquivo ?? '').trim(),
  ]);
}
