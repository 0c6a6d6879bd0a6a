/** How a refused form is told. */
import { ApiError } from '../../lib/api.ts';
import { toast } from '../../lib/toast.ts';

/**
 * The toast of a failed call: the server's words under the given title, or under 'Erro de conexão' when there was no
 * sensible answer. A feature that is switched off on purpose (503 nao_configurado) is no lost connection.
 */
export function tellFailure(error: unknown, title: string): void {
  // Here, by the specification, an answer that is not the API's is told as 'HTTP 502: Bad Gateway'.
  const message = error instanceof Error ? error.message : 'Erro inesperado.';
  const lost =
    error instanceof ApiError &&
    (error.status === 0 || error.status >= 500) &&
    error.code !== 'nao_configurado';
  toast.error(lost ? 'Erro de conexão' : title, { description: message });
}

/** What the API says of single fields (`details: [{campo, mensagem}]`), by field; null when it says nothing of them. */
export function fieldErrors(error: unknown): Record<string, string> | null {
  if (!(error instanceof ApiError) || !Array.isArray(error.details)) return null;
  const entries = error.details.flatMap((detail: unknown) => {
    const { campo, mensagem } = (detail ?? {}) as { campo?: unknown; mensagem?: unknown };
    return typeof campo === 'string' && typeof mensagem === 'string' ? [[campo, mensagem] as const] : [];
  });
  return entries.length > 0 ? Object.fromEntries(entries) : null;
}

/** Puts the focus on the first field, in the form's order, that has an error. */
export function focusFirstError(form: HTMLFormElement | null, errors: Record<string, unknown>): void {
  for (const element of form?.elements ?? []) {
    const name = element.getAttribute('name');
    if (name && errors[name] && element instanceof HTMLElement) {
      element.focus();
      return;
    }
  }
}
