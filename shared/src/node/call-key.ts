import { createHash } from 'node:crypto';
import { callKeyText } from '../domain/call-sheet/call-key.ts';

/** `auditoria_itens.chave_dup`: SHA-256 of what makes two rows one call. */
export const callKey = (call: Parameters<typeof callKeyText>[0]): Buffer =>
  createHash('sha256').update(callKeyText(call)).digest();
