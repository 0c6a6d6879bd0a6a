import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Db } from '@escuta/prisma/db';
import { mayBeSaved } from '@escuta/prisma/result-unknown';
import { AppError } from '@escuta/shared/domain/errors';
import { announceObject, withdrawObject } from '@escuta/shared/platform/storage/pending-objects';
import { requireBytes } from '@escuta/shared/services/accounts/company-bytes';
import type { AppDeps } from '../deps.ts';
import { discardStored } from '../sound/discard-object.ts';
import { cleanFileName } from './file-name.ts';
import type { IncomingFile } from './incoming-file.ts';

/** A route's rules for its small files, and its error texts. */
export type SmallFiles<Tipo extends string> = {
  /** Folder inside the company's folder, such as 'imagens'. */
  folder: string;
  mb: number;
  /** The file's type, read from its bytes; null: refused. */
  kindOf: (bytes: Uint8Array) => Tipo | null;
  unnamed: string;
  tooBig: string;
  wrongKind: string;
};

export type StoredFile<Tipo extends string> = {
  nome: string;
  tipo: Tipo;
  tamanho: number;
  chave_objeto: string;
};

async function bytesOf<Tipo extends string>(
  { file }: IncomingFile,
  { mb, kindOf, tooBig, wrongKind }: SmallFiles<Tipo>,
): Promise<{ bytes: Buffer; tipo: Tipo }> {
  const limit = mb * 1024 * 1024;
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of file as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > limit) break;
    pieces.push(piece);
  }
  if (file.truncated || size > limit) throw new AppError('corpo_grande', tooBig);
  const bytes = Buffer.concat(pieces);
  const tipo = kindOf(bytes);
  if (!tipo) throw new AppError('arquivo_invalido', wrongKind);
  return { bytes, tipo };
}

/**
 * Stores a company's small file, then inserts its row with `save` in a transaction; discards the file of an unsaved
 * row.
 * @throws AppError corpo_grande, arquivo_invalido, cota_atingida, and those of `save`
 */
export async function storeSmallFile<Tipo extends string, Row>(
  deps: AppDeps,
  empresaId: string,
  part: IncomingFile,
  files: SmallFiles<Tipo>,
  save: (tx: Db, stored: StoredFile<Tipo>) => Promise<Row>,
): Promise<Row> {
  const chave = `${empresaId}/${files.folder}/${randomUUID()}`;
  try {
    const { bytes, tipo } = await bytesOf(part, files);
    await requireBytes(deps.db, deps.env, empresaId, bytes.length);
    await announceObject(deps.db, empresaId, chave);
    await deps.store.put(chave, Readable.from([bytes], { objectMode: false }), { contentType: tipo });
    return await deps.db.transaction(async (tx) => {
      const nome = cleanFileName(part.filename ?? '', files.unnamed);
      const row = await save(tx, { nome, tipo, tamanho: bytes.length, chave_objeto: chave });
      await withdrawObject(tx, chave);
      return row;
    });
  } catch (error) {
    part.file.resume();
    if (!mayBeSaved(error)) await discardStored(deps, chave);
    throw error;
  }
}
