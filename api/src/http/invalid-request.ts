/** Refusals of requests that do not fit their contract. */
import { AppError, type FieldError } from '@escuta/shared/domain/errors';

/** Generic sentences without their field's name. */
const NAMELESS =
  /^(Campo obrigatório\.|Use (no m|um ano)|O valor m|Envie no m|Valor inválido|Identificador inválido|Formato inválido|Data (e hora )?inválida|Invalid )/u;

/** A field's problem as a full sentence; adds the field's name to a generic one. */
export function namedSentence({ campo, mensagem }: FieldError): string {
  if (campo === '' || !NAMELESS.test(mensagem)) return mensagem;
  if (mensagem === 'Campo obrigatório.') return `O campo “${campo}” é obrigatório.`;
  return `“${campo}”: ${mensagem.charAt(0).toLowerCase()}${mensagem.slice(1)}`;
}

/**
 * Refuses a request by its fields, with the first field's message.
 * @param isNamed false for path parts, whose names people do not see
 */
export function invalidRequest(errors: readonly FieldError[], { isNamed = true } = {}): AppError {
  const [first] = errors;
  const sentence = first && (isNamed ? namedSentence(first) : first.mensagem);
  return new AppError('requisicao_invalida', sentence ?? 'Requisição inválida.', { errors });
}
