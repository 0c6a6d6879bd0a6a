/** By what two rows are the same call, where no identifier says so: the one place that defines it. */
import { phoneKey } from '../calls/phone-key.ts';

/** Digits of a number as it is compared: with or without +55, a carrier, brackets. */
export function digitsKey(numero: string): string {
  return phoneKey(numero).replace(/\D/gu, '');
}

/** The text hashed into `chave_dup` (shared/src/services/calls/call-key.ts): start to the second, number, extension and file. */
export function callKeyText(call: {
  /** Milliseconds since 1970. */
  inicio: number;
  /** Null: a call without one, which its identifier tells from others of its second. */
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
