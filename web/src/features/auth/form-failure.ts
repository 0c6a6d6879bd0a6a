/** Shows the reason for a failed form inside the form, because a toast could cover the form's buttons. */
import type { Problem } from '../../kit/form/use-api-form.ts';
import { ApiError } from '../../lib/network/api.ts';

/**
 * Message of a failed call: the server's words under the given title. Without a usable response the title is 'Erro de
 * conexão', except for a feature that is switched off (503 nao_configurado).
 */
export function failureOf(error: unknown, title: string): Problem {
  const lost =
    error instanceof ApiError &&
    (error.status === 0 || error.status >= 500) &&
    error.code !== 'nao_configurado';
  return {
    title: lost ? 'Erro de conexão' : title,
    // For a response from outside the API (a proxy), the specification wants 'HTTP 502: Bad Gateway' here.
    description: error instanceof Error ? error.message : 'Erro inesperado.',
  };
}

/** Focuses the first field, in the form's order, that has an error. */
export function focusFirstError(form: HTMLFormElement | null, errors: Record<string, unknown>): void {
  for (const element of form?.elements ?? []) {
    const name = element.getAttribute('name');
    if (name && errors[name] && element instanceof HTMLElement) {
      element.focus();
      return;
    }
  }
}
