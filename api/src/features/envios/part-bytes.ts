import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { LIMITES_ENVIO } from '@escuta/shared/contracts/operation/envios';
import { AppError } from '@escuta/shared/domain/errors';
import type { ObjectStore } from '@escuta/shared/platform/storage/object-store';
import type { FastifyRequest } from 'fastify';

/** An incoming part; its bytes can be read once. */
export type IncomingBytes = {
  bytes: Readable;
  /** Announced SHA-256, hex. */
  sha256: string;
  /** Announced bytes; undefined for a chunked body. */
  declared: number | undefined;
};

const tooLarge = () =>
  new AppError('corpo_grande', `Uma parte pode ter até ${LIMITES_ENVIO.parteBytes / 1024 / 1024} MiB.`);

/**
 * Reads the part's headers from a request.
 * @throws AppError requisicao_invalida, corpo_grande
 */
export function readIncoming({ headers, body }: FastifyRequest): IncomingBytes {
  const sha256 = headers['x-parte-sha256'];
  if (typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/i.test(sha256)) {
    throw new AppError('requisicao_invalida', 'Informe o SHA-256 da parte no cabeçalho X-Parte-Sha256.');
  }
  const length = headers['content-length'];
  const declared = length === undefined ? undefined : Number(length);
  if (declared !== undefined && declared > LIMITES_ENVIO.parteBytes) throw tooLarge();
  if (!(body instanceof Readable)) throw new AppError('requisicao_invalida', 'A parte está vazia.');
  return { bytes: body, sha256: sha256.toLowerCase(), declared };
}

/** Passes the bytes on; converts an aborted connection to an AppError. */
async function* whole(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* bytes;
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError(
      'requisicao_invalida',
      'O envio de uma parte do arquivo foi interrompido. Envie a parte de novo.',
      { cause: error },
    );
  }
}

/** Counts and hashes the passing bytes; the totals are valid at the end. */
function counted({ bytes, sha256 }: IncomingBytes) {
  const hash = createHash('sha256');
  const seen = { size: 0 };
  async function* pass() {
    for await (const chunk of whole(bytes)) {
      seen.size += chunk.length;
      if (seen.size > LIMITES_ENVIO.parteBytes) throw tooLarge();
      hash.update(chunk);
      yield chunk;
    }
    if (seen.size === 0) throw new AppError('requisicao_invalida', 'A parte está vazia.');
    // Throws before the store reaches the end, so that bytes with another hash are never stored.
    if (hash.digest('hex') !== sha256) {
      throw new AppError(
        'requisicao_invalida',
        'O conteúdo da parte não confere com o SHA-256 informado. Envie-a de novo.',
      );
    }
  }
  return { pass, seen };
}

/**
 * Streams a part to a key of the store.
 * @returns its size, bytes
 * @throws AppError requisicao_invalida, corpo_grande
 */
export async function storePart(store: ObjectStore, key: string, given: IncomingBytes): Promise<number> {
  const { pass, seen } = counted(given);
  const body = Readable.from(pass(), { objectMode: false, highWaterMark: 64 * 1024 });
  try {
    await store.put(key, body, { contentType: 'application/octet-stream' });
  } catch (error) {
    // Drains the rest, so that the client can read the answer.
    given.bytes.resume();
    throw error;
  }
  return seen.size;
}

/**
 * Reads and checks all bytes of a repeated part, which is stored already.
 * @throws AppError requisicao_invalida, corpo_grande
 */
export async function readOver(given: IncomingBytes): Promise<void> {
  for await (const _ of counted(given).pass());
}
