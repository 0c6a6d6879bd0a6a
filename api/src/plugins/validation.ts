import { AppError } from '@escuta/shared/domain/errors';
import type { FastifyInstance } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { answerText } from './answer-text.ts';

type Issue = Parameters<z.core.$ZodErrorMap>[0];

const items = (n: number | bigint): string => `${n} ${n === 1 ? 'item' : 'itens'}`;

/** What a value should have been, in words that need no programmer. */
const KINDS: Readonly<Record<string, string>> = {
  number: 'um número',
  int: 'um número inteiro',
  boolean: 'verdadeiro ou falso (true ou false)',
  string: 'um texto',
  array: 'uma lista',
  object: 'um objeto',
  record: 'um objeto',
  date: 'uma data',
};

/** '“limit” não é um número.': the field is named, since the address of a list shows none. */
function wrongKind(expected: string, path: readonly PropertyKey[] | undefined): string | undefined {
  const kind = KINDS[expected];
  const field = path?.map(String).join('.');
  return kind && `${field ? `“${field}”` : 'O valor enviado'} não é ${kind}.`;
}

/** Short messages for people where zod's own pt-BR ones speak of types; the contracts' own messages go first. */
function message(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined || issue.input === null) {
        return (issue.path?.length ?? 0) === 0 ? 'Envie os dados em JSON.' : 'Campo obrigatório.';
      }
      return wrongKind(issue.expected, issue.path);
    case 'too_small':
      if (issue.origin === 'string') {
        return issue.minimum === 1 ? 'Campo obrigatório.' : `Use no mínimo ${issue.minimum} caracteres.`;
      }
      if (issue.origin === 'number' || issue.origin === 'int') return `O valor mínimo é ${issue.minimum}.`;
      if (issue.origin === 'array') return `Envie no mínimo ${items(issue.minimum)}.`;
      return undefined;
    case 'too_big':
      if (issue.origin === 'string') return `Use no máximo ${issue.maximum} caracteres.`;
      if (issue.origin === 'number' || issue.origin === 'int') return `O valor máximo é ${issue.maximum}.`;
      if (issue.origin === 'array') return `Envie no máximo ${items(issue.maximum)}.`;
      return undefined;
    case 'invalid_value':
      return `Valor inválido. Use: ${issue.values.map(String).join(', ')}.`;
    case 'invalid_union':
      return Array.isArray(issue.options) ? `Valor inválido. Use: ${issue.options.join(', ')}.` : undefined;
    case 'invalid_format':
      if (issue.format === 'uuid') return 'Identificador inválido.';
      return 'Formato inválido.';
    case 'unrecognized_keys':
      return `Campo desconhecido: ${issue.keys.join(', ')}.`;
    default:
      return undefined;
  }
}

/** Most levels of objects and lists in a body, and most values: no form or client comes near them. */
const JSON_NIVEIS = 32;
const JSON_VALORES = 10_000;

/**
 * What a JSON text has too much of, in words; null when it may be read. Told from the text, before anything walks the
 * value: what walks it (zod, JSON.stringify) uses the stack, which ends, and the only thread, which others wait for.
 */
export function excessOf(json: string): string | null {
  let level = 0;
  let separators = 0;
  for (let at = 0; at < json.length; at++) {
    const char = json.charCodeAt(at);
    if (char === 0x22) {
      // To the end of the text: a quote that no odd number of backslashes stands before.
      for (at++; at < json.length && json.charCodeAt(at) !== 0x22; at++)
        if (json.charCodeAt(at) === 0x5c) at++;
    } else if (char === 0x7b || char === 0x5b) {
      if (++level > JSON_NIVEIS) return `O JSON enviado tem mais de ${JSON_NIVEIS} níveis.`;
    } else if (char === 0x7d || char === 0x5d) level--;
    else if (char === 0x2c && ++separators >= JSON_VALORES) {
      return `O JSON enviado tem mais de ${JSON_VALORES.toLocaleString('pt-BR')} valores.`;
    }
  }
  return null;
}

/**
 * Requests are validated and answers written by the contracts' zod schemas: an answer loses every field that its
 * contract does not name. An empty body counts as none: the specifications' clients send a JSON content type always.
 */
export function registerValidation(app: FastifyInstance): void {
  z.config({ ...z.locales.ptBR(), customError: message });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(answerText);
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  // Read by its handler as it comes: which routes take one, and how much, is looked at before (route.ts).
  app.addContentTypeParser('application/octet-stream', (_request, body, done) => done(null, body));
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const excess = excessOf(body as string);
    if (body === '') done(null, undefined);
    else if (excess !== null) done(new AppError('requisicao_invalida', excess), undefined);
    else parseJson(request, body as string, done);
  });
}
