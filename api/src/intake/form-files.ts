/** Multipart forms that begin an intake in a single request: each file streams to the object store. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { AppError } from '@escuta/shared/domain/errors';
import { announceObject } from '@escuta/shared/platform/storage/pending-objects';
import { assertBytes } from '@escuta/shared/services/accounts/company-bytes';
import type { FastifyRequest } from 'fastify';
import type { AppDeps } from '../deps.ts';
import type { IncomingFile } from '../http/incoming-file.ts';

/** A part of a multipart form, whatever the parser. */
export type FormPart =
  | { type: 'field'; fieldname: string; value: unknown; valueTruncated: boolean }
  | ({ type: 'file' } & IncomingFile);

/** Reads a multipart form's parts. If the caller stops, discards the rest, so that the client can read the response. */
export async function* formParts(
  request: FastifyRequest,
  limits: { files: number; parts: number },
): AsyncGenerator<FormPart> {
  const parts = request.parts({ limits: { ...limits, fileSize: 2 ** 31 } });
  try {
    for await (const part of parts) yield part as FormPart;
  } finally {
    request.raw.unpipe();
    request.raw.resume();
  }
}

/** Limits of a file. `max`: bytes; `folga`: bytes left in the company's quota, null: no limit. */
type Bounds = { max: number; folga: number | null; tooLarge: () => AppError; empty: () => AppError };

/**
 * Streams a form's file to the store, and returns its size and SHA-256. Registers the object as pending before its
 * first byte.
 * @param keep receives the key first; the caller discards the object if this function or a later step fails
 * @throws AppError cota_atingida, and those of `tooLarge` and `empty`
 */
export async function storeFormFile(
  deps: Pick<AppDeps, 'db' | 'store'>,
  { empresaId, chave }: { empresaId: string; chave: string },
  { file }: IncomingFile,
  { max, folga, tooLarge, empty }: Bounds,
  keep?: (chave: string) => void,
): Promise<{ tamanho: number; sha256: string }> {
  const hash = createHash('sha256');
  let tamanho = 0;
  async function* pass() {
    for await (const chunk of file as AsyncIterable<Buffer>) {
      tamanho += chunk.length;
      if (tamanho > max) throw tooLarge();
      assertBytes(folga, tamanho);
      hash.update(chunk);
      yield chunk;
    }
    if (file.truncated) throw tooLarge();
  }
  await announceObject(deps.db, empresaId, chave);
  keep?.(chave);
  const body = Readable.from(pass(), { objectMode: false, highWaterMark: 64 * 1024 });
  await deps.store.put(chave, body, { contentType: 'application/octet-stream' });
  if (tamanho === 0) throw empty();
  return { tamanho, sha256: hash.digest('hex') };
}
