/**
 * Typed calls of the API. A contract of `@escuta/shared/contracts/*` defines method, path and shapes. Answers are
 * trusted (the API checks them against the contract), so no schema runs in the browser.
 */
import type { BodyIn, Contract, ParamsIn, QueryIn } from '@escuta/shared/contracts/contract';
import type { Touched } from '@escuta/shared/contracts/topics';
import type { FieldError } from '@escuta/shared/domain/errors';
import { VERSION } from '@escuta/shared/domain/version';
import type { z } from 'zod';
import { forgetFirst, takeFirst } from '../page/first-answers.ts';
import { noteServerTime } from './server-clock.ts';
import { session } from './session.ts';

export const API_BASE = '/api/v1';

/** Headers of every call. By the page's version, a server of another version can tell why the page may lack a field. */
export const OF_THIS_PAGE: Readonly<Record<string, string>> = {
  Accept: 'application/json',
  'X-Escuta-Versao': VERSION,
};

const SEM_CONEXAO = 'Não foi possível conectar com o servidor. Verifique sua conexão.';
const NAO_AUTENTICADO = 'Usuário não autenticado.';

/** Parts of a contract that a call needs at run time. A whole `Contract` fits. */
export type Endpoint<C extends Contract = Contract> = Pick<
  C,
  'id' | 'method' | 'path' | 'kind' | 'answerS' | 'topic' | 'touches'
> & {
  readonly access: { readonly who: Contract['access']['who'] };
  /** The following fields exist only for their types. */
  readonly params?: C['params'];
  readonly query?: C['query'];
  readonly body?: C['body'];
  readonly response?: C['response'];
};

/** A contract whose calls change data; `touches` names the topics that they change. */
export type ChangingEndpoint = Endpoint & { readonly touches: readonly Touched[] };

type ContractOf<E> = E extends Contract ? E : E extends Endpoint<infer C> ? C : never;

/** A contract's answer as JSON: dates are ISO strings. */
export type Wire<E> = z.input<ContractOf<E>['response']>;
/** The `data` of an answer in the {success, data} envelope. */
export type Data<E> = Wire<E> extends { data: infer D } ? D : never;

/** A part `K` of a call's input: optional if all its fields are optional; forbidden if the contract declares none. */
type Part<K extends string, T> = [T] extends [undefined]
  ? { [key in K]?: undefined }
  : Record<string, never> extends T
    ? { [key in K]?: T | undefined }
    : { [key in K]: T };

export type CallInput<E> = Part<'params', ParamsIn<ContractOf<E>>> &
  Part<'query', QueryIn<ContractOf<E>>> &
  Part<'body', BodyIn<ContractOf<E>>>;

interface RawInput {
  params?: unknown;
  query?: unknown;
  body?: unknown;
}

/** Options of a call besides its input. `headers`: headers that only this call sends, such as `Idempotency-Key`. */
interface CallExtra {
  signal?: AbortSignal | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
  /** True if the request is completed even after the page is left, as the screen already shows the change as done. */
  outlivesPage?: boolean | undefined;
}

/** Greatest total size of pending `outlivesPage` requests, bytes; browsers refuse over 64 KiB after a page is left. */
const OUTLIVES_MAX = 32_000;
let outlivingBytes = 0;

/** Arguments of a call. The input may be omitted if it has no required part. */
export type CallArgs<E, Extra = CallExtra> =
  Record<string, never> extends CallInput<E> ? [input?: CallInput<E> & Extra] : [input: CallInput<E> & Extra];

/** A failed call. `message` is in Portuguese and may be shown to people. `status` is 0 if no answer came. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** The API's stable code, or the page's own: 'sem_conexao', 'tempo_esgotado', 'desconhecido', 'resposta_alheia'. */
  readonly code: string;
  readonly errors: readonly FieldError[];
  /** Values that the API gives with the error, for display: credits, a balance, the present record. */
  readonly dados: Readonly<Record<string, unknown>> | null;
  /** Id to quote to support; null if the server gave none. */
  readonly requestId: string | null;

  constructor(
    status: number,
    code: string,
    message: string,
    more: { errors?: readonly FieldError[]; dados?: Readonly<Record<string, unknown>> | null } = {},
    requestId: string | null = null,
    cause?: unknown,
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.status = status;
    this.code = code;
    this.errors = more.errors ?? [];
    this.dados = more.dados ?? null;
    this.requestId = requestId;
  }
}

/** True if the record is not available to the caller: unknown, another company's, or an invalid id. */
export const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && [400, 404].includes(error.status);

/** Error code for an HTTP answer from outside the API, such as a proxy's 502, 504 or 413, whose body is not shown. */
export const RESPOSTA_ALHEIA = 'resposta_alheia';

/** The error catalogue's general text, for errors without a text of their own (specification 2, §8). */
const ERRO_NA_RESPOSTA = 'Erro na resposta da API.';

/**
 * Message to show for a failure: the API's own message, or `fallback` (the screen's text from the error catalogue) if
 * the failure does not come from the API. Only the sign-in shows `error.message` ('HTTP 502: Bad Gateway') instead.
 */
export function errorMessage(error: unknown, fallback: string = ERRO_NA_RESPOSTA): string {
  return error instanceof ApiError && error.code !== RESPOSTA_ALHEIA ? error.message : fallback;
}

/** The API's messages by field name; null if the error has no field errors. */
export function fieldErrors(error: unknown): Record<string, string> | null {
  if (!(error instanceof ApiError) || error.errors.length === 0) return null;
  return Object.fromEntries(error.errors.map(({ campo, mensagem }) => [campo, mensagem]));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function firstText(...values: unknown[]): string | null {
  for (const value of values) if (typeof value === 'string' && value.trim() !== '') return value;
  return null;
}

/** Field errors in an answer's body, whose shape is not certain, because the answer may not come from the API. */
const fieldErrorsOf = (list: unknown): FieldError[] =>
  Array.isArray(list) ? (list.filter(isRecord) as FieldError[]) : [];

/** Error of a failed response, with the body's `message`, `error` or `details`, else 'HTTP {status}: {statusText}'. */
export function toApiError(response: { status: number; statusText: string }, body: unknown): ApiError {
  const fields = isRecord(body) ? body : {};
  // HTTP/2 has no status text: the text is then 'HTTP 502' alone.
  const fallback = `HTTP ${response.status}: ${response.statusText}`.replace(/:\s*$/, '');
  const message = firstText(fields.message, fields.error, fields.details);
  return new ApiError(
    response.status,
    firstText(fields.code) ?? (message === null ? RESPOSTA_ALHEIA : 'desconhecido'),
    message ?? fallback,
    { errors: fieldErrorsOf(fields.errors), dados: isRecord(fields.dados) ? fields.dados : null },
    firstText(fields.requestId),
  );
}

function connectionError(cause?: unknown): ApiError {
  return new ApiError(0, 'sem_conexao', SEM_CONEXAO, {}, null, cause);
}

/**
 * Builds '/api/v1/projetos/…?page=2' from '/projetos/{id}' and values. Leaves out absent values; a list's key is
 * repeated for each entry.
 */
export function buildUrl(path: string, params: unknown, query: unknown): string {
  const values = isRecord(params) ? params : {};
  const filled = path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = values[name];
    if (value === undefined || value === null || value === '') {
      throw new Error(`Falta o parâmetro ${name} de ${path}.`);
    }
    return encodeURIComponent(String(value));
  });
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(isRecord(query) ? query : {})) {
    if (value === undefined || value === null || value === '') continue;
    for (const one of Array.isArray(value) ? value : [value]) search.append(key, String(one));
  }
  const text = search.toString();
  return API_BASE + filled + (text ? `?${text}` : '');
}

/** The session's token for a route that needs one, else null; an expired session is ended first. */
function tokenFor(endpoint: Endpoint): string | null {
  if (endpoint.access.who === 'public') return null;
  session.check();
  const token = session.get()?.token;
  if (!token) throw new ApiError(401, 'nao_autenticado', NAO_AUTENTICADO);
  return token;
}

/** Ends the session if the server refused its token, unless a newer sign-in replaced it; guards show the sign-in. */
function noteRefusal(status: number, token: string | null): void {
  if (status === 401 && token !== null && session.get()?.token === token) session.end('recusada');
}

/**
 * Time limits, s: for a whole JSON answer, for the headers of a file, and for the next byte of a file in either
 * direction. Needed because a network that drops all data reports no error.
 */
const JSON_S = 60;
const FILE_S = 130;
const STANDSTILL_S = 60;

/** The error of a call that got no answer in time. The server may have made the change all the same. */
function timeoutError(endpoint: Endpoint): ApiError {
  const next =
    endpoint.method === 'GET' ? 'Tente novamente.' : 'Confira se a alteração foi feita antes de repetir.';
  return new ApiError(0, 'tempo_esgotado', `O servidor demorou demais para responder. ${next}`);
}

/** Control over a call's time limit: `signal` aborts the call, and `extend` sets the limit to `seconds` from now. */
type Wait = { signal: AbortSignal; extend: (seconds: number) => void };

/**
 * Runs `work` with a signal that aborts with `outer` or at the time limit. Throws what `work` throws; ApiError
 * 'tempo_esgotado' at the limit.
 */
async function withTimeLimit<T>(
  endpoint: Endpoint,
  outer: AbortSignal | undefined,
  work: (wait: Wait) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let late = false;
  const leave = (): void => controller.abort(outer?.reason);
  const extend = (seconds: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      late = true;
      controller.abort();
    }, seconds * 1000);
  };
  if (outer?.aborted) leave();
  outer?.addEventListener('abort', leave, { once: true });
  extend(endpoint.answerS ?? (endpoint.kind === 'json' ? JSON_S : FILE_S));
  try {
    return await work({ signal: controller.signal, extend });
  } catch (cause) {
    throw late ? timeoutError(endpoint) : cause;
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener('abort', leave);
  }
}

/** Waits for a response that was requested before this call; rejects if `signal` aborts first. */
function unlessAborted(ahead: Promise<Response>, signal: AbortSignal): Promise<Response> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    ahead.then(resolve, reject);
  });
}

/** Sends a request; a refused token ends the session. `signal` (from `withTimeLimit`) aborts if this takes too long. */
async function send(
  endpoint: Endpoint,
  input: RawInput & Omit<CallExtra, 'signal'>,
  signal: AbortSignal,
): Promise<Response> {
  const token = tokenFor(endpoint);
  const url = buildUrl(endpoint.path, input.params, input.query);
  const headers: Record<string, string> = { ...input.headers, ...OF_THIS_PAGE };
  if (token) headers.Authorization = `Bearer ${token}`;
  const init: RequestInit & { body?: string } = { method: endpoint.method, headers, signal };
  if (input.body !== undefined) {
    headers['Content-Type'] = 'application/json';
    init.body = JSON.stringify(input.body);
  }
  const bytes = input.outlivesPage ? new TextEncoder().encode(init.body).length : 0;
  const outlives = input.outlivesPage === true && outlivingBytes + bytes <= OUTLIVES_MAX;
  if (outlives) init.keepalive = true;
  if (endpoint.method !== 'GET') forgetFirst();
  let response: Response;
  if (outlives) outlivingBytes += bytes;
  try {
    const ahead = endpoint.method === 'GET' && !input.headers ? takeFirst(url, token) : null;
    response = await (ahead ? unlessAborted(ahead, signal) : fetch(url, init));
  } catch (cause) {
    if (signal.aborted) throw cause;
    throw connectionError(cause);
  } finally {
    if (outlives) outlivingBytes -= bytes;
  }
  noteServerTime(response.headers.get('date'));
  if (response.ok) return response;
  noteRefusal(response.status, token);
  const refusal: unknown = await response.json().catch((cause: unknown) => {
    if (signal.aborted) throw cause;
    return null;
  });
  const error = toApiError(response, refusal);
  // Stores that a manager has limited the account to field work since the sign-in; guards then close the other pages.
  if (error.code === 'so_campo' && token === session.get()?.token) session.saveFieldOnly(true);
  throw error;
}

/**
 * Calls a JSON route; its answer is typed by the contract. Throws ApiError; an aborted call throws the signal's
 * AbortError.
 */
export async function call<E extends Endpoint>(endpoint: E, ...args: CallArgs<E>): Promise<Wire<E>> {
  const { signal: outer, ...input }: RawInput & CallExtra = args[0] ?? {};
  return withTimeLimit(endpoint, outer, async ({ signal }) => {
    const response = await send(endpoint, input, signal);
    if (response.status === 204) return undefined as Wire<E>;
    try {
      return (await response.json()) as Wire<E>;
    } catch (cause) {
      if (signal.aborted) throw cause;
      throw new ApiError(
        response.status,
        'desconhecido',
        'Resposta da API em formato inesperado',
        {},
        null,
        cause,
      );
    }
  });
}

/** Reads the bytes of an answer. `arrived`: called for each chunk. */
async function readBytes(response: Response, arrived: () => void): Promise<Blob> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const reader = response.body?.getReader();
  for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) {
    arrived();
    pieces.push(piece.value);
  }
  return new Blob(pieces, { type: response.headers.get('content-type') ?? '' });
}

/**
 * Calls a binary route; returns the bytes and the proposed file name (null if none), for `saveBlob`. For large files
 * prefer a signed URL, which the browser streams. Throws ApiError; an aborted call throws the signal's AbortError.
 */
export async function callFile<E extends Endpoint>(
  endpoint: E,
  ...args: CallArgs<E>
): Promise<{ blob: Blob; fileName: string | null }> {
  const { signal: outer, ...input }: RawInput & CallExtra = args[0] ?? {};
  return withTimeLimit(endpoint, outer, async ({ signal, extend }) => {
    const response = await send(endpoint, input, signal);
    const proposed = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
    const moving = (): void => extend(STANDSTILL_S);
    moving();
    try {
      return { blob: await readBytes(response, moving), fileName: proposed ?? null };
    } catch (cause) {
      if (signal.aborted) throw cause;
      throw connectionError(cause);
    }
  });
}

/** Downloads bytes as a file. */
export function saveBlob(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob);
  saveUrl(url, fileName);
  // Delayed, because the browser reads the URL only after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Downloads a URL of this origin without reading it into memory. */
export function saveUrl(url: string, fileName?: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName ?? '';
  link.rel = 'noopener';
  document.body.append(link);
  link.click();
  link.remove();
}

export interface UploadProgress {
  /** Number of bytes sent so far; `total` is the number of bytes to send. */
  loaded: number;
  total: number;
  /** Share from 0 to 1; below 1 until the server has answered. */
  share: number;
}

type UploadExtra = {
  /** Name of the form field that contains the file. */
  field?: string;
  /** Text fields sent before the file. */
  fields?: Record<string, string>;
  onProgress?: ((progress: UploadProgress) => void) | undefined;
  /** Aborting cancels the upload; the promise rejects with an AbortError. */
  signal?: AbortSignal | undefined;
};

/** Greatest wait for the answer after a part or file was sent, ms. */
const PART_ANSWER_MS = 120_000;
const FILE_ANSWER_MS = 300_000;

/** Sends a body; reports progress and can be cancelled. Uses XMLHttpRequest, as fetch reports no upload progress. */
function sendBody<E extends Endpoint>(
  endpoint: E,
  input: RawInput &
    Pick<UploadExtra, 'signal' | 'onProgress'> & { headers?: Readonly<Record<string, string>> },
  body: FormData | ArrayBuffer,
  bytes: number,
  /** Greatest wait for the answer, ms. */
  answerMs: number,
): Promise<Wire<E>> {
  return new Promise((resolve, reject) => {
    const token = tokenFor(endpoint);
    const { signal, onProgress } = input;
    const aborted = (): DOMException => new DOMException('Envio cancelado.', 'AbortError');
    if (signal?.aborted) {
      reject(aborted());
      return;
    }
    const request = new XMLHttpRequest();
    let stoodStill = false;
    let watch: ReturnType<typeof setTimeout> | undefined;
    const giveUpIn = (ms: number): void => {
      clearTimeout(watch);
      watch = setTimeout(() => {
        stoodStill = true;
        request.abort();
      }, ms);
    };
    const cancel = (): void => request.abort();
    forgetFirst();
    request.open(endpoint.method, buildUrl(endpoint.path, input.params, input.query));
    request.responseType = 'text';
    if (token) request.setRequestHeader('Authorization', `Bearer ${token}`);
    const headers = { ...input.headers, ...OF_THIS_PAGE };
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => {
      giveUpIn(STANDSTILL_S * 1000);
      if (!event.lengthComputable) return;
      onProgress?.({
        loaded: event.loaded,
        total: event.total,
        share: Math.min(0.99, event.loaded / Math.max(1, event.total)),
      });
    };
    request.upload.onloadend = () => {
      clearTimeout(watch);
      if (!stoodStill) giveUpIn(answerMs);
    };
    request.onloadend = () => {
      clearTimeout(watch);
      signal?.removeEventListener('abort', cancel);
    };
    request.onabort = () => reject(stoodStill ? connectionError() : aborted());
    request.onerror = () => reject(connectionError());
    request.ontimeout = () => reject(connectionError());
    request.onload = () => {
      let answer: unknown = null;
      try {
        answer = JSON.parse(request.responseText);
      } catch {
        // The answer is not JSON (a proxy's error page): only its status is used.
      }
      if (request.status >= 200 && request.status < 300) {
        onProgress?.({ loaded: bytes, total: bytes, share: 1 });
        resolve(answer as Wire<E>);
        return;
      }
      noteRefusal(request.status, token);
      reject(toApiError(request, answer));
    };
    signal?.addEventListener('abort', cancel, { once: true });
    giveUpIn(STANDSTILL_S * 1000);
    request.send(body);
  });
}

/** Sends a file to a multipart route; reports progress. Throws ApiError, or AbortError if cancelled. */
export async function upload<E extends Endpoint>(
  endpoint: E,
  file: File | Blob,
  ...args: CallArgs<E, UploadExtra>
): Promise<Wire<E>> {
  const input: RawInput & UploadExtra = args[0] ?? {};
  const form = new FormData();
  for (const [name, value] of Object.entries(input.fields ?? {})) form.append(name, value);
  form.append(input.field ?? 'file', file);
  return sendBody(endpoint, input, form, file.size, FILE_ANSWER_MS);
}

type BytesExtra = Pick<UploadExtra, 'onProgress' | 'signal'> & {
  headers?: Readonly<Record<string, string>>;
};

/** Like `upload`, for a route that accepts only bytes (application/octet-stream). */
export async function uploadBytes<E extends Endpoint>(
  endpoint: E,
  bytes: ArrayBuffer,
  ...args: CallArgs<E, BytesExtra>
): Promise<Wire<E>> {
  const input: RawInput & BytesExtra = args[0] ?? {};
  const headers = { 'Content-Type': 'application/octet-stream', ...input.headers };
  return sendBody(endpoint, { ...input, headers }, bytes, bytes.byteLength, PART_ANSWER_MS);
}
