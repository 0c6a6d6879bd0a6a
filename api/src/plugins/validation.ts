import { AppError } from '@escuta/shared/domain/errors';
import type { FastifyInstance, FastifySchemaCompiler } from 'fastify';
import { validatorCompiler as zodValidator } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { answerText } from './answer-text.ts';

type Issue = Parameters<z.core.$ZodErrorMap>[0];

const items = (n: number | bigint): string => `${n} ${n === 1 ? 'item' : 'itens'}`;

/** Names of the expected types, for people. */
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

/** Message like '“limit” não é um número.' with the field's name, which a list's address does not show. */
function wrongKind(expected: string, path: readonly PropertyKey[] | undefined): string | undefined {
  const kind = KINDS[expected];
  const field = path?.map(String).join('.');
  return kind && `${field ? `“${field}”` : 'O valor enviado'} não é ${kind}.`;
}

/** The contract's message for an empty text, also used for a missing text. */
function emptyText(issue: Issue): string | undefined {
  const { checks = [] } = (issue.inst?._zod.def ?? {}) as { checks?: z.core.$ZodCheck[] };
  for (const check of checks) {
    const def = check._zod.def as z.core.$ZodCheckDef & { minimum?: number };
    if (def.check !== 'min_length' || def.minimum !== 1) continue;
    const said = def.error?.({ code: 'too_small', minimum: 1, origin: 'string', input: '' } as never);
    return typeof said === 'string' ? said : said?.message;
  }
  return undefined;
}

/** Short messages that replace zod's pt-BR messages about types; a contract's messages take precedence. */
function message(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined || issue.input === null) {
        if ((issue.path?.length ?? 0) === 0) return 'Envie os dados em JSON.';
        return emptyText(issue) ?? 'Campo obrigatório.';
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

/** True if a request has no value at a path ('/endereco/rua'). */
function isAbsent(data: unknown, place: string): boolean {
  let value = data;
  for (const key of place.split('/').slice(1)) {
    if (typeof value !== 'object' || value === null) return true;
    value = (value as Record<string, unknown>)[key];
  }
  return value === undefined || value === null;
}

/** Messages that make sense only if the request has a value. */
const OF_A_WRONG_VALUE = /^(Identificador|Formato|Data|Data e hora) inválid[oa]s?\.$/u;

/** Validates requests by zod schemas; reports a missing field as missing, not as 'Identificador inválido.' */
const validator: FastifySchemaCompiler<z.ZodType> = (route) => {
  const check = zodValidator(route);
  return (data: unknown) => {
    const result = check(data);
    const error = typeof result === 'object' && 'error' in result ? result.error : undefined;
    for (const issue of Array.isArray(error) ? error : []) {
      if (
        issue.message !== undefined &&
        OF_A_WRONG_VALUE.test(issue.message) &&
        isAbsent(data, issue.instancePath)
      )
        issue.message = 'Campo obrigatório.';
    }
    return result;
  };
};

/** Greatest numbers of levels and of values of a JSON body, far above those of any form or client. */
const JSON_NIVEIS = 32;
const JSON_VALORES = 10_000;

/**
 * Reason to refuse an excessive JSON text; null if acceptable. Scans the text, because processing the parsed value
 * (zod, JSON.stringify) could exhaust the stack or block the only thread.
 */
export function excessOf(json: string): string | null {
  let level = 0;
  let separators = 0;
  for (let at = 0; at < json.length; at++) {
    const char = json.charCodeAt(at);
    if (char === 0x22) {
      // Skips the string, up to a quote after an even number of backslashes.
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
 * Validates requests and serializes answers by the contracts' zod schemas; drops unknown fields of answers. An empty
 * JSON body counts as no body, because the specified clients always send a JSON content type.
 */
export function registerValidation(app: FastifyInstance): void {
  z.config({ ...z.locales.ptBR(), customError: message });
  app.setValidatorCompiler(validator);
  app.setSerializerCompiler(answerText);
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  // The handler reads the body as a stream; route.ts checks which routes accept one, and its size.
  app.addContentTypeParser('application/octet-stream', (_request, body, done) => done(null, body));
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const excess = excessOf(body as string);
    if (body === '') done(null, undefined);
    else if (excess !== null) done(new AppError('requisicao_invalida', excess), undefined);
    else parseJson(request, body as string, done);
  });
}
