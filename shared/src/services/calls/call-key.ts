import { createHash } from 'node:crypto';
import { callKeyText } from '../../domain/call-sheet/call-key.ts';

/** `auditoria_itens.chave_dup`: SHA-256 of a call's identifying fields. */
export const callKey = (call: Parameters<typeof callKeyText>[0]): Buffer =>
  createHash('sha256').update(callKeyText(call)).digest();

/** Key of a received call; null without start or number. */
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
