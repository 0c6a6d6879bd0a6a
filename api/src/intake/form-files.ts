/** The files of a form by which an intake begins in one request: stored as they pass, never whole in memory. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { AppError } from '@escuta/shared/domain/errors';
import { announceObject } from '@escuta/shared/platform/storage/pending-objects';
import { assertBytes } from '@escuta/shared/services/accounts/company-bytes';
import type { FastifyRequest } from 'fastify';
import type { AppDeps } from '../deps.ts';
import type { IncomingFile } from '../http/incoming-file.ts';

/** A part of a form, whatever parses the request. */
export type FormPart =
  | { type: 'field'; fieldname: string; value: unknown; valueTruncated: boolean }
  | ({ type: 'file' } & IncomingFile);

/** The parts of a form. Whatever is left when its reader stops goes by, so that the answer can be read. */
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

/** A file as it may come. `max`: bytes; `folga`: bytes that its company may still bring, null: as many as it likes. */
type Bounds = { max: number; folga: number | null; tooLarge: () => AppError; empty: () => AppError };

/**
 * Stores a file of a form, counted and hashed. Its object is announced before its first byte is stored.
 * @param keep told of the key first: whoever calls throws the object away where this, or what comes after, fails
 * @throws AppError corpo_grande, cota_atingida, and `empty`
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
