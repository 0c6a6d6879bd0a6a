import type { FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { z } from 'zod';

type Issue = Parameters<z.core.$ZodErrorMap>[0];

/** Short messages for people where zod's own pt-BR ones speak of types; the contracts' own messages go first. */
function message(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined || issue.input === null) {
        return (issue.path?.length ?? 0) === 0 ? 'Envie os dados em JSON.' : 'Campo obrigatório.';
      }
      return undefined;
    case 'too_small':
      if (issue.origin === 'string') {
        return issue.minimum === 1 ? 'Campo obrigatório.' : `Use no mínimo ${issue.minimum} caracteres.`;
      }
      if (issue.origin === 'number' || issue.origin === 'int') return `O valor mínimo é ${issue.minimum}.`;
      return undefined;
    case 'too_big':
      if (issue.origin === 'string') return `Use no máximo ${issue.maximum} caracteres.`;
      if (issue.origin === 'number' || issue.origin === 'int') return `O valor máximo é ${issue.maximum}.`;
      return undefined;
    case 'invalid_value':
      return `Valor inválido. Use: ${issue.values.map(String).join(', ')}.`;
    case 'invalid_format':
      if (issue.format === 'uuid') return 'Identificador inválido.';
      return 'Formato inválido.';
    case 'unrecognized_keys':
      return `Campo desconhecido: ${issue.keys.join(', ')}.`;
    default:
      return undefined;
  }
}

/**
 * Requests are validated and answers written by the contracts' zod schemas: an answer loses every field that its
 * contract does not name. An empty body counts as none: the specifications' clients send a JSON content type always.
 */
export function registerValidation(app: FastifyInstance): void {
  z.config({ ...z.locales.ptBR(), customError: message });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else parseJson(request, body as string, done);
  });
}
