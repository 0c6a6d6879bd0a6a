import { randomUUID } from 'node:crypto';
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { AppError, type ErrorBody, type ErrorCode } from '@escuta/shared/domain/errors';
import { isDiskFull } from '@escuta/shared/platform/storage/disk-full';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { invalidRequest, namedSentence } from '../http/invalid-request.ts';
import { hasMoreBody } from './limits/refused-bodies.ts';

/** Errors of Fastify and its plugins, by code. */
const FRAMEWORK_ERRORS: Record<string, [ErrorCode, string]> = {
  FST_ERR_CTP_INVALID_JSON_BODY: ['requisicao_invalida', 'O corpo da requisição não é um JSON válido.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['requisicao_invalida', 'O corpo da requisição está vazio.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    'requisicao_invalida',
    'O tamanho declarado não confere com o enviado.',
  ],
  FST_ERR_CTP_BODY_TOO_LARGE: ['corpo_grande', 'O corpo da requisição é grande demais.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['tipo_nao_suportado', 'Tipo de conteúdo não suportado: envie JSON.'],
  FST_ERR_CTP_INVALID_TYPE: ['tipo_nao_suportado', 'Tipo de conteúdo não suportado: envie JSON.'],
  FST_ERR_BAD_URL: ['requisicao_invalida', 'O endereço não é válido.'],
  FST_ERR_MAX_PARAM_LENGTH: ['endereco_longo', 'O endereço é longo demais.'],
  FST_ERR_NOT_FOUND: ['nao_encontrado', 'Endereço não encontrado.'],
  FST_PARTS_LIMIT: ['corpo_grande', 'O formulário tem partes demais.'],
  FST_FILES_LIMIT: ['corpo_grande', 'Envie um arquivo de cada vez.'],
  FST_FIELDS_LIMIT: ['corpo_grande', 'O formulário tem campos demais.'],
  FST_REQ_FILE_TOO_LARGE: ['corpo_grande', 'O arquivo é grande demais.'],
  FST_INVALID_MULTIPART_CONTENT_TYPE: ['tipo_nao_suportado', 'Envie o arquivo como multipart/form-data.'],
  FST_MULTIPART_PREMATURE_CLOSE: ['requisicao_invalida', 'O envio foi interrompido. Envie de novo.'],
  FST_PROTO_VIOLATION: ['requisicao_invalida', 'Campo inválido no formulário.'],
};

/**
 * Error codes of Node, Prisma and PostgreSQL if a server is away or full, or a session limit was reached (55P03, 57014,
 * 25P03), and of the system if the storage folder is read-only, forbidden, faulty or lost, or too many files are open.
 */
const AWAY_CODE =
  /^(EROFS|EACCES|EPERM|EIO|ESTALE|EMFILE|ENFILE|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|P1001|P1002|P1008|P1017|P2024|57P01|57P02|57P03|53300|08\w{3}|55P03|57014|25P03)$/;
/** Messages of pg and ioredis for an unreachable or full server, if the error has no code. */
const AWAY_MESSAGE =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Reached the max retries per request limit|Connection is closed|Stream isn't writeable|Command timed out|Socket timeout|Client was closed and is not queryable|Query read timeout)/;

type Cause = { name?: unknown; code?: unknown; originalCode?: unknown; message?: unknown };

/** An error with its causes and Prisma's wrapped errors, outermost first. */
function causesOf(error: unknown, depth = 0): Cause[] {
  if (typeof error !== 'object' || error === null || depth > 4) return [];
  const { cause, meta, driverAdapterError } = error as Record<string, unknown>;
  return [
    error as Cause,
    ...[cause, meta, driverAdapterError].flatMap((inner) => causesOf(inner, depth + 1)),
  ];
}

/** True if PostgreSQL, Redis or the storage is away, so that the client may retry. */
function isDependencyAway(error: Error): boolean {
  for (const one of causesOf(error)) {
    if ([one.code, one.originalCode].some((code) => typeof code === 'string' && AWAY_CODE.test(code)))
      return true;
    if (typeof one.message === 'string' && AWAY_MESSAGE.test(one.message)) return true;
  }
  return false;
}

/**
 * PostgreSQL's codes for conflicting requests: a referenced row was deleted (23503), or a deadlock (40P01, 40001;
 * Prisma: P2034). The change was rolled back and may be retried.
 */
const RACE_CODE = /^(23503|40P01|40001|P2034)$/;

/**
 * PostgreSQL's codes for an invalid value: too long, out of range, or unreadable as text, time or JSON. Contracts
 * normally refuse such values first. Other codes, such as division by zero (22012), are the product's faults.
 */
const VALUE_CODE = /^22(001|003|007|008|009|021|P02|P03|P05|00[EF]|01B|026|032)$/;
const PRISMA_VALUE_CODE = /^(P2000|P2006|P2007|P2020|P2033|P2039)$/;

/** True if the database refused a value of the request, by pg or Prisma. */
function isRefusedValue(error: Error): boolean {
  return causesOf(error).some(({ code, originalCode }) =>
    [code, originalCode].some(
      (one) => typeof one === 'string' && (VALUE_CODE.test(one) || PRISMA_VALUE_CODE.test(one)),
    ),
  );
}

/** Messages of busboy for an unreadable multipart form; these errors have no code. */
const FORM_MESSAGE =
  /^(Multipart: Boundary not found|Unexpected end of multipart data|\w+ terminated early due to|The needle cannot |Malformed )/;

/** Code and message for plugins' errors that have only an HTTP status. */
const BY_STATUS: Record<number, [ErrorCode, string]> = {
  400: ['requisicao_invalida', 'Requisição inválida.'],
  403: ['nao_encontrado', 'Endereço não encontrado.'],
  404: ['nao_encontrado', 'Endereço não encontrado.'],
  405: ['nao_encontrado', 'Endereço não encontrado.'],
  408: ['tempo_esgotado', 'O envio demorou demais. Envie de novo.'],
  412: ['requisicao_invalida', 'Requisição inválida.'],
  413: ['corpo_grande', 'O corpo da requisição é grande demais.'],
  414: ['endereco_longo', 'O endereço é longo demais.'],
  415: ['tipo_nao_suportado', 'Tipo de conteúdo não suportado: envie JSON.'],
  416: ['faixa_invalida', 'A faixa pedida não existe no arquivo.'],
};

function toAppError(error: FastifyError): AppError {
  if (error instanceof AppError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    return invalidRequest(
      error.validation.map((issue) => ({
        campo: issue.instancePath.slice(1).replaceAll('/', '.'),
        mensagem: issue.message ?? 'Valor inválido.',
      })),
      { isNamed: error.validationContext !== 'params' },
    );
  }
  const known = FRAMEWORK_ERRORS[error.code];
  if (known) {
    return new AppError(known[0], known[1], { cause: error });
  }
  // Node's error for a client that left during its request.
  if (error.code === 'ECONNRESET' && error.message === 'aborted') {
    return new AppError('requisicao_invalida', 'O envio foi interrompido. Envie de novo.', { cause: error });
  }
  if (causesOf(error).some(({ name }) => name === 'ResultUnknownError')) {
    return new AppError(
      'resultado_desconhecido',
      'O banco de dados parou de responder no meio da operação: não sabemos se a operação foi salva. Confira antes de tentar de novo.',
      { cause: error },
    );
  }
  if (isDiskFull(error)) {
    return new AppError(
      'sem_espaco',
      'O armazenamento de gravações está cheio: o arquivo não foi salvo. Avise o administrador da instalação e envie de novo depois.',
      { cause: error },
    );
  }
  if (isDependencyAway(error)) {
    return new AppError(
      'indisponivel',
      'O serviço está indisponível no momento. Tente novamente em instantes.',
      {
        cause: error,
        retryAfterS: 5,
      },
    );
  }
  if (
    causesOf(error).some(({ code, originalCode }) =>
      [code, originalCode].some((one) => typeof one === 'string' && RACE_CODE.test(one)),
    )
  ) {
    return new AppError(
      'conflito',
      'Os dados mudaram enquanto a operação era feita. Atualize a página e tente de novo.',
      { cause: error },
    );
  }
  if (isRefusedValue(error)) {
    return new AppError(
      'requisicao_invalida',
      'Um dos valores enviados não pode ser salvo. Confira os dados.',
      {
        cause: error,
      },
    );
  }
  if (FORM_MESSAGE.test(error.message)) {
    return new AppError('requisicao_invalida', 'O formulário enviado está incompleto ou malformado.', {
      cause: error,
    });
  }
  const byStatus = BY_STATUS[error.statusCode ?? 0];
  if (byStatus) return new AppError(byStatus[0], byStatus[1], { cause: error });
  return new AppError('erro_interno', 'Erro interno. Tente novamente.', { cause: error });
}

const NAMED_FIELDS = 5;

/** Joins the messages of the error and of its further fields. */
function sentenceOf({ message, errors }: AppError): string {
  // The message already describes the first field's error.
  const further = errors.slice(1).map((error) => namedSentence(error));
  const said = [...new Set([message, ...further])].slice(0, NAMED_FIELDS);
  // Some of the specified messages have no full stop.
  return said
    .map((text, index) => (index + 1 < said.length && !/[.!?]$/.test(text) ? `${text}.` : text))
    .join(' ');
}

export function errorBody(error: AppError, requestId: string): ErrorBody {
  return {
    success: false,
    message: error.message,
    error: error.message,
    details: sentenceOf(error),
    errors: error.errors,
    dados: error.dados,
    code: error.code,
    requestId,
  };
}

/** Sends an error as JSON in the product's format, with Retry-After if the error has a waiting time. */
export function sendError(reply: FastifyReply, request: FastifyRequest, error: AppError): FastifyReply {
  if (error.retryAfterS !== undefined) reply.header('retry-after', String(Math.ceil(error.retryAfterS)));
  // Closes the connection of a client that stopped sending; refused-bodies.ts handles other incomplete bodies.
  if (error.code === 'tempo_esgotado') reply.header('connection', 'close');
  return reply
    .code(error.status)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .serializer((payload: unknown) => JSON.stringify(payload))
    .send(errorBody(error, request.id));
}

/** Errors of Node's HTTP parser, by code; they occur before a request object exists. */
const CONNECTION_ERRORS: Record<string, [ErrorCode, string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['tempo_esgotado', 'O envio demorou demais. Envie de novo.'],
  HPE_HEADER_OVERFLOW: ['cabecalhos_grandes', 'Os cabeçalhos da requisição são grandes demais.'],
};

/** Answers an unparsable HTTP request on its socket, in the product's error format, then ends the connection. */
export function answerConnectionError(error: Error & { code?: string }, socket: Socket): void {
  // Closes the connection without an answer if the client left or another answer is already being sent.
  const underWay = (socket as Socket & { _httpMessage?: ServerResponse })._httpMessage;
  if (error.code === 'ECONNRESET' || !socket.writable || underWay?.headersSent) {
    socket.destroy();
    return;
  }
  const [code, message] = CONNECTION_ERRORS[error.code ?? ''] ?? [
    'requisicao_invalida',
    'A requisição HTTP é inválida.',
  ];
  const appError = new AppError(code, message);
  const body = JSON.stringify(errorBody(appError, randomUUID()));
  socket.end(
    [
      `HTTP/1.1 ${appError.status} ${STATUS_CODES[appError.status]}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Cache-Control: no-store',
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}

/** Answers the errors that occur before routing: an unreadable or too long address. */
export function answerFrameworkError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  // Closes the connection of an incomplete body, because the hooks that discard the rest of a body do not run here.
  if (hasMoreBody(request)) reply.header('connection', 'close');
  sendError(reply.header('x-request-id', request.id), request, toAppError(error));
}

/** Answers every failure in the same JSON format; unexpected failures are logged, and their text never shown. */
export function registerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const appError = toAppError(error);
    if (appError.code === 'erro_interno') request.log.error({ err: error }, 'Erro inesperado');
    else if (['indisponivel', 'resultado_desconhecido', 'sem_espaco'].includes(appError.code))
      request.log.warn({ err: error }, 'Dependência indisponível');
    else if (appError.code === 'requisicao_invalida' && isRefusedValue(error)) {
      // The contract should have refused the value. The log omits the error's text, which quotes the value.
      request.log.warn(
        { rota: request.routeOptions.url, codigo: error.code },
        'Valor recusado só pelo banco de dados',
      );
    } else if (appError.code === 'conflito' && appError !== (error as Error)) {
      request.log.warn({ err: error }, 'Operações que se encontraram no banco de dados');
    }
    return sendError(reply, request, appError);
  });
}
