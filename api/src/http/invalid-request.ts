/** How a request that does not fit its contract is refused. */
import { AppError, type FieldError } from '@escuta/shared/domain/errors';

/** Sentences that suit any field, and so do not say which one they are about. */
const NAMELESS =
  /^(Campo obrigatório\.|Use (no m|um ano)|O valor m|Envie no m|Valor inválido|Identificador inválido|Formato inválido|Data (e hora )?inválida|Invalid )/u;

/** What is wrong with a field, as a sentence that stands alone: one that suits any field gets its name. */
export function namedSentence({ campo, mensagem }: FieldError): string {
  if (campo === '' || !NAMELESS.test(mensagem)) return mensagem;
  if (mensagem === 'Campo obrigatório.') return `O campo “${campo}” é obrigatório.`;
  return `“${campo}”: ${mensagem.charAt(0).toLowerCase()}${mensagem.slice(1)}`;
}

/**
 * The refusal of a request by its fields. Its message is the sentence of the first one.
 * @param isNamed false for parts of an address, whose names people do not see
 */
export function invalidRequest(errors: readonly FieldError[], { isNamed = true } = {}): AppError {
  const [first] = errors;
  const sentence = first && (isNamed ? namedSentence(first) : first.mensagem);
  return new AppError('requisicao_invalida', sentence ?? 'Requisição inválida.', { errors });
}
