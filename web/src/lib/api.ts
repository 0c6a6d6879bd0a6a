/**
 * Typed calls of the API. A contract of `@escuta/shared/contracts/*` says method, path and shapes; nothing is retyped
 * here. Answers are trusted as they come (the API holds them against the contract), so no schema runs in the browser.
 */
import type { BodyIn, Contract, ParamsIn, QueryIn } from '@escuta/shared/contracts/contract';
import type { z } from 'zod';
import { forgetFirst, takeFirst } from './first-answers.ts';
import { session } from './session.ts';

/** Every route stands under this prefix. */
export const API_BASE = '/api/v1';

const SEM_CONEXAO = 'Não foi possível conectar com o servidor. Verifique sua conexão.';
const NAO_AUTENTICADO = 'Usuário não autenticado.';

/** What a call needs of its contract at run time. A whole `Contract` is one. */
export type Endpoint<C extends Contract = Contract> = Pick<C, 'id' | 'method' | 'path' | 'kind'> & {
  readonly access: { readonly who: Contract['access']['who'] };
  /** Types only. */
  readonly params?: C['params'];
  readonly query?: C['query'];
  readonly body?: C['body'];
  readonly response?: C['response'];
};

type ContractOf<E> = E extends Contract ? E : E extends Endpoint<infer C> ? C : never;

/** Answer of a contract as it travels: dates are ISO strings. */
export type Wire<E> = z.input<ContractOf<E>['response']>;
/** The `data` of an answer in the {success, data} envelope. */
export type Data<E> = Wire<E> extends { data: infer D } ? D : never;

/** Optional where everything inside is optional, absent where the contract declares nothing. */
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

/** What goes with a call besides its input. `headers`: of this call only (`Idempotency-Key`). */
interface CallExtra {
  signal?: AbortSignal | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
  /** It is sent to its end when the page is left meanwhile: for what the screen shows as done already. */
  outlivesPage?: boolean | undefined;
}

/** Browsers send on at most 64 KiB at once of pages that were left, and refuse more: bytes of it that this page takes. */
const OUTLIVES_MAX = 32_000;
let outlivingBytes = 0;

/** The input of a call may be left out when nothing in it is required. */
export type CallArgs<E, Extra = CallExtra> =
  Record<string, never> extends CallInput<E> ? [input?: CallInput<E> & Extra] : [input: CallInput<E> & Extra];

/** A call that failed. `message` is Portuguese and fit to be shown. `status` is 0 when no answer came. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** The API's stable error code, or 'sem_conexao' / 'desconhecido'. */
  readonly code: string;
  readonly details: unknown;
  /** To be quoted when asking for support; null when the server gave none. */
  readonly requestId: string | null;

  constructor(
    status: number,
    code: string,
    message: string,
    details: unknown = null,
    requestId: string | null = null,
    cause?: unknown,
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.status = status;
    this.code = code;
    this.details = details;
    this.requestId = requestId;
  }
}

/** Whether the call failed because the record is not there for who asked: unknown, another company's, or an id that is none. */
export const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && [400, 404].includes(error.status);

/** Code of an HTTP answer that is not the API's: a proxy's 502, 504 or 413, whose body says nothing to people. */
export const RESPOSTA_ALHEIA = 'resposta_alheia';

/** The error catalogue's text for what has none of its own (specification 2, §8). */
const ERRO_NA_RESPOSTA = 'Erro na resposta da API.';

/**
 * The message of any failure: the API's own, or `fallback` (the screen's text of the error catalogue) when the failure,
 * or the answer that tells of it, is not the API's. 'HTTP 502: Bad Gateway' is `error.message`, for sign-in only.
 */
export function errorMessage(error: unknown, fallback: string = ERRO_NA_RESPOSTA): string {
  return error instanceof ApiError && error.code !== RESPOSTA_ALHEIA ? error.message : fallback;
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

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function firstText(...values: unknown[]): string | null {
  for (const value of values) if (typeof value === 'string' && value.trim() !== '') return value;
  return null;
}

/**
 * The failure that a response's body describes: its message, else error, else details (when a text), else
 * 'HTTP {status}: {statusText}'.
 */
export function toApiError(response: { status: number; statusText: string }, body: unknown): ApiError {
  const fields = isRecord(body) ? body : {};
  // HTTP/2 has no status text: 'HTTP 502' then stands alone.
  const fallback = `HTTP ${response.status}: ${response.statusText}`.replace(/:\s*$/, '');
  const message = firstText(fields.message, fields.error, fields.details);
  return new ApiError(
    response.status,
    firstText(fields.code) ?? (message === null ? RESPOSTA_ALHEIA : 'desconhecido'),
    message ?? fallback,
    fields.details ?? null,
    firstText(fields.requestId),
  );
}

function connectionError(cause?: unknown): ApiError {
  return new ApiError(0, 'sem_conexao', SEM_CONEXAO, null, null, cause);
}

/** '/projetos/{id}' and its values → '/api/v1/projetos/…?page=2'. Absent values are left out; lists repeat the key. */
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

/** The session's token for a route that needs one; ends the session first when it ran out. */
function tokenFor(endpoint: Endpoint): string | null {
  if (endpoint.access.who === 'public') return null;
  session.check();
  const token = session.get()?.token;
  if (!token) throw new ApiError(401, 'nao_autenticado', NAO_AUTENTICADO);
  return token;
}

/** A refused token ends the session (the guards then show the sign-in), unless a newer sign-in replaced it meanwhile. */
function noteRefusal(status: number, token: string | null): void {
  if (status === 401 && token !== null && session.get()?.token === token) session.end('recusada');
}

async function send(endpoint: Endpoint, input: RawInput & CallExtra): Promise<Response> {
  const token = tokenFor(endpoint);
  const headers: Record<string, string> = { ...input.headers, Accept: 'application/json' };
  if (token) headers.Authorization = `Bearer ${token}`;
  const init: RequestInit & { body?: string } = { method: endpoint.method, headers };
  if (input.body !== undefined) {
    headers['Content-Type'] = 'application/json';
    init.body = JSON.stringify(input.body);
  }
  if (input.signal) init.signal = input.signal;
  const bytes = input.outlivesPage ? new TextEncoder().encode(init.body).length : 0;
  const outlives = input.outlivesPage === true && outlivingBytes + bytes <= OUTLIVES_MAX;
  if (outlives) init.keepalive = true;
  if (endpoint.method !== 'GET') forgetFirst();
  let response: Response;
  if (outlives) outlivingBytes += bytes;
  try {
    const url = buildUrl(endpoint.path, input.params, input.query);
    const ahead = endpoint.method === 'GET' && !input.headers ? takeFirst(url, token) : null;
    response = await (ahead ?? fetch(url, init));
  } catch (cause) {
    if (input.signal?.aborted) throw cause;
    throw connectionError(cause);
  } finally {
    if (outlives) outlivingBytes -= bytes;
  }
  if (response.ok) return response;
  noteRefusal(response.status, token);
  throw toApiError(response, await response.json().catch(() => null));
}

/**
 * Calls a JSON route and gives its answer, typed by the contract.
 * Throws ApiError; an aborted call throws the signal's own AbortError.
 */
export async function call<E extends Endpoint>(endpoint: E, ...args: CallArgs<E>): Promise<Wire<E>> {
  const input: RawInput & CallExtra = args[0] ?? {};
  const response = await send(endpoint, input);
  if (response.status === 204) return undefined as Wire<E>;
  try {
    return (await response.json()) as Wire<E>;
  } catch (cause) {
    if (input.signal?.aborted) throw cause;
    throw new ApiError(
      response.status,
      'desconhecido',
      'Resposta da API em formato inesperado',
      null,
      null,
      cause,
    );
  }
}

/** Calls a binary route and gives its bytes. For large files prefer a signed URL, which the browser streams itself. */
export async function callBlob<E extends Endpoint>(endpoint: E, ...args: CallArgs<E>): Promise<Blob> {
  const response = await send(endpoint, args[0] ?? {});
  return response.blob();
}

/** As `callBlob`, with the file name that the answer proposes (null: none). Give both to `saveBlob`. */
export async function callFile<E extends Endpoint>(
  endpoint: E,
  ...args: CallArgs<E>
): Promise<{ blob: Blob; fileName: string | null }> {
  const response = await send(endpoint, args[0] ?? {});
  const fileName = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? null;
  return { blob: await response.blob(), fileName };
}

/** Offers bytes as a file to save. */
export function saveBlob(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob);
  saveUrl(url, fileName);
  // The browser reads the URL after the click returned.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Offers a URL of this origin as a file to save, without reading it into memory. */
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
  /** Bytes sent and bytes in all. */
  loaded: number;
  total: number;
  /** 0 to 1. Stays under 1 until the server has answered. */
  share: number;
}

type UploadExtra = {
  /** Name of the form field that holds the file. */
  field?: string;
  /** Text fields sent before the file. */
  fields?: Record<string, string>;
  onProgress?: ((progress: UploadProgress) => void) | undefined;
  /** Aborting cancels the upload; the promise rejects with an AbortError. */
  signal?: AbortSignal | undefined;
};

/** A transfer of which nothing moves for this long is given up, ms: a network that swallows everything looks like this. */
const STANDSTILL_MS = 60_000;
/** As long as the server may take to answer once a part has gone out, ms. */
const ANSWER_MS = 120_000;

/** Sends a body with progress and cancel (XMLHttpRequest: fetch reports no upload progress). */
function sendBody<E extends Endpoint>(
  endpoint: E,
  input: RawInput &
    Pick<UploadExtra, 'signal' | 'onProgress'> & { headers?: Readonly<Record<string, string>> },
  body: FormData | ArrayBuffer,
  bytes: number,
  /** Longest wait for the answer, ms; null: however long it takes. */
  answerMs: number | null,
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
    request.setRequestHeader('Accept', 'application/json');
    if (token) request.setRequestHeader('Authorization', `Bearer ${token}`);
    for (const [name, value] of Object.entries(input.headers ?? {})) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => {
      giveUpIn(STANDSTILL_MS);
      if (!event.lengthComputable) return;
      onProgress?.({
        loaded: event.loaded,
        total: event.total,
        share: Math.min(0.99, event.loaded / Math.max(1, event.total)),
      });
    };
    request.upload.onloadend = () => {
      clearTimeout(watch);
      if (answerMs !== null && !stoodStill) giveUpIn(answerMs);
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
        // An answer that is no JSON (a proxy's error page) is described by its status.
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
    giveUpIn(STANDSTILL_MS);
    request.send(body);
  });
}

/**
 * Sends one file to a multipart route, with progress and cancel.
 * Throws ApiError, or an AbortError when cancelled.
 */
export async function upload<E extends Endpoint>(
  endpoint: E,
  file: File | Blob,
  ...args: CallArgs<E, UploadExtra>
): Promise<Wire<E>> {
  const input: RawInput & UploadExtra = args[0] ?? {};
  const form = new FormData();
  for (const [name, value] of Object.entries(input.fields ?? {})) form.append(name, value);
  form.append(input.field ?? 'file', file);
  return sendBody(endpoint, input, form, file.size, null);
}

type BytesExtra = Pick<UploadExtra, 'onProgress' | 'signal'> & {
  headers?: Readonly<Record<string, string>>;
};

/** As `upload`, for a route that takes bytes alone (application/octet-stream). */
export async function uploadBytes<E extends Endpoint>(
  endpoint: E,
  bytes: ArrayBuffer,
  ...args: CallArgs<E, BytesExtra>
): Promise<Wire<E>> {
  const input: RawInput & BytesExtra = args[0] ?? {};
  const headers = { 'Content-Type': 'application/octet-stream', ...input.headers };
  return sendBody(endpoint, { ...input, headers }, bytes, bytes.byteLength, ANSWER_MS);
}
