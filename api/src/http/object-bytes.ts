import { Readable } from 'node:stream';
import { AppError } from '@escuta/shared/domain/errors';
import { type ByteRange, ObjectNotFoundError } from '@escuta/shared/platform/storage/object-store';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readerOf } from '../access/accesses.ts';
import type { Access, Reader } from '../access/accesses-repo.ts';
import type { AppDeps } from '../deps.ts';
import type { Session } from '../sign-in/session.ts';

/** Result of a Range header: the range of bytes, 'none' (nothing usable), or 'unsatisfiable' (beyond the end). */
export type AskedRange = ByteRange | 'none' | 'unsatisfiable';

/**
 * Parses a Range header (RFC 9110, §14) with a single range. Ignores several ranges, other units and invalid ranges, as
 * the standard allows.
 */
export function parseRange(header: string | undefined, size: number): AskedRange {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '');
  const [, first = '', last = ''] = match ?? [];
  if (!match || (first === '' && last === '')) return 'none';
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size };
  }
  const start = Number(first);
  const end = last === '' ? size : Math.min(Number(last) + 1, size);
  if (last !== '' && Number(last) < start) return 'none';
  return start >= size ? 'unsatisfiable' : { start, end };
}

/** True if an If-None-Match header contains this entity tag (weak comparison). */
function matchesTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return (
    header.trim() === '*' ||
    header
      .split(',')
      .map((tag) => tag.trim().replace(/^W\//, ''))
      .includes(etag)
  );
}

/** A Content-Disposition header that every client reads (RFC 6266, RFC 8187). */
export function contentDisposition(kind: 'attachment' | 'inline', name: string): string {
  const ascii = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

export type Content = {
  key: string;
  size: number;
  contentType: string;
  /** Strong entity tag, with its quotes. */
  etag: string;
  disposition: string | null;
  /** True for a recording: the client may fetch it directly from the store (S3_PUBLIC_ENDPOINT). */
  direct?: boolean;
  /** Logged before the first byte; null if there is nothing to play or read. */
  acesso: Access | null;
};

export type Conditions = {
  method: string;
  range: string | undefined;
  ifRange: string | undefined;
  ifNoneMatch: string | undefined;
  /**
   * True for a signed address without credential in headers: the request may be redirected to the store, which refuses
   * two credentials.
   */
  porLink: boolean;
  /** The reader, for the log of accesses. */
  quem: Reader;
};

/** An answer of bytes. `error`: a refusal with headers. */
export type BytesAnswer = {
  status: number;
  headers: Record<string, string>;
  body: Readable | null;
  error?: AppError;
  /** Called after sending with the number of bytes sent. */
  onSent?: (bytes: number) => void;
};

/**
 * Answers with an object's bytes, or a range of them, or without bytes if the conditions require it. Logs the access
 * before sending bytes or permitting cached bytes.
 * @throws AppError nao_encontrado, indisponivel if the log cannot be written
 */
export async function answerObject(
  deps: Pick<AppDeps, 'store' | 'accesses'>,
  asked: Conditions,
  content: Content,
): Promise<BytesAnswer> {
  const headers: Record<string, string> = {
    'accept-ranges': 'bytes',
    etag: content.etag,
    'cache-control': 'private, no-cache',
    'x-content-type-options': 'nosniff',
  };
  const { acesso } = content;
  const write = async (tipo = acesso?.tipo) => {
    if (acesso && tipo && asked.method === 'GET') {
      await deps.accesses.write(asked.quem, [{ ...acesso, tipo, tamanho: content.size }]);
    }
  };
  if (matchesTag(asked.ifNoneMatch, content.etag)) {
    await write();
    return { status: 304, headers, body: null };
  }

  const link =
    asked.porLink && asked.method === 'GET' && content.direct
      ? deps.store.link?.(content.key, content)
      : null;
  // Forbids caching, so that each request is checked and gets another address.
  if (link) {
    await write('link');
    return { status: 302, headers: { location: link, 'cache-control': 'no-store' }, body: null };
  }

  const current = asked.ifRange === undefined || asked.ifRange === content.etag;
  const range = current ? parseRange(asked.range, content.size) : 'none';
  if (range === 'unsatisfiable') {
    return {
      status: 416,
      headers: { 'content-range': `bytes */${content.size}` },
      body: null,
      error: new AppError('faixa_invalida', 'A faixa pedida está além do fim do arquivo.'),
    };
  }
  const partial = range !== 'none';
  if (partial) headers['content-range'] = `bytes ${range.start}-${range.end - 1}/${content.size}`;
  if (content.disposition) headers['content-disposition'] = content.disposition;
  headers['content-type'] = content.contentType;
  headers['content-length'] = String(partial ? range.end - range.start : content.size);
  const status = partial ? 206 : 200;
  // An empty stream keeps the Content-Length of a GET.
  if (asked.method === 'HEAD') return { status, headers, body: Readable.from([]) };
  await write();
  const body = await open(deps, content.key, partial ? range : undefined);
  const start = partial ? range.start : 0;
  const onSent = (bytes: number) =>
    acesso &&
    deps.accesses.sent(asked.quem, { ...acesso, tamanho: content.size }, { start, end: start + bytes });
  return { status, headers, body, onSent };
}

export const gone = () => new AppError('nao_encontrado', 'O arquivo não está mais disponível.');

async function open(
  deps: Pick<AppDeps, 'store'>,
  key: string,
  range: ByteRange | undefined,
): Promise<Readable> {
  try {
    return await deps.store.get(key, range);
  } catch (error) {
    if (error instanceof ObjectNotFoundError) throw gone();
    throw error;
  }
}

export function conditionsOf(session: Session, request: FastifyRequest): Conditions {
  const { method, headers } = request;
  const ifRange = headers['if-range'];
  return {
    method,
    range: headers.range,
    ifRange: typeof ifRange === 'string' ? ifRange : undefined,
    ifNoneMatch: headers['if-none-match'],
    porLink: session.via === 'assinatura',
    quem: readerOf(session, request),
  };
}

/** Sends an answer of bytes, and reports the bytes sent. @throws the answer's `error`, an AppError faixa_invalida */
export function sendBytes(reply: FastifyReply, answer: BytesAnswer): FastifyReply {
  reply.headers(answer.headers);
  if (answer.error) throw answer.error;
  reportSent(reply, answer);
  return reply.code(answer.status).send(answer.body ?? undefined);
}

/**
 * Reports the bytes sent, by the connection's counter. For an aborted body the number may be slightly too great
 * (headers, data in memory), but never too small.
 */
function reportSent(reply: FastifyReply, { onSent, headers }: BytesAnswer): void {
  if (!onSent) return;
  const { raw } = reply;
  const { socket } = raw;
  const before = socket?.bytesWritten ?? 0;
  const whole = Number(headers['content-length']);
  raw.once('close', () =>
    onSent(raw.writableFinished ? whole : Math.min(whole, Math.max(0, (socket?.bytesWritten ?? 0) - before))),
  );
}
