import { createHash } from 'node:crypto';
import { callKeyText } from '../../domain/call-sheet/call-key.ts';

/** `auditoria_itens.chave_dup`: SHA-256 of what makes two rows one call. */
export const callKey = (call: Parameters<typeof callKeyText>[0]): Buffer =>
  createHash('sha256').update(callKeyText(call)).digest();

/** The key of a call as it came in; null where its start or number is not known. What people correct of it later does not change it. */
export function callKeyOf(call: {
  inicio: Date | string | null;
  numero: string | null;
  ramal: string | null;
  arquivo: string | null;
}): Buffer | null {
  const { inicio, numero, ramal, arquivo } = call;
  if (inicio === null || numero === null || !/\d/u.test(numero)) return null;
  return callKey({ inicio: new Date(inicio).getTime(), numero, ramal, arquivo });
}
