import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { mayBeSaved } from '@escuta/prisma/result-unknown';
import { SNIFF_BYTES } from '@escuta/shared/domain/audio/audio-sniff';
import { AppError } from '@escuta/shared/domain/errors';
import { recogniseRecording } from '@escuta/shared/domain/recordings/recognise-recording';
import type { Scope } from '@escuta/shared/domain/scope';
import { announceObject } from '@escuta/shared/platform/storage/pending-objects';
import { assertBytes, requireBytes } from '@escuta/shared/services/accounts/company-bytes';
import type { Gravacao } from '@escuta/shared/services/items/recording';
import type { Actor } from '@escuta/shared/services/log/audit-log';
import type { AppDeps } from '../../../deps.ts';
import { discardStored } from '../../../sound/discard-object.ts';
import type { ItemRow } from '../list/columns-repo.ts';
import { type AttachRules, attachRecording } from './recording-repo.ts';

/** A recording on its way in, wherever it comes from: its bytes can be read once. */
export type RecordingSource = {
  bytes: AsyncIterable<Buffer>;
  /** The sender's name of the file: its ending says how sound without a header is coded. */
  enviada: string;
  /** Makes the file's name from the ending that fits its sound. */
  nome: (extensao: string) => string;
  /** What to say of bytes that are no sound. */
  notAudio: () => AppError;
  /** Throws when what has come by the end is not the whole recording. */
  assertWhole: () => void;
  /** Lets go of what is left of it, after a failure. */
  abandon: () => void;
};

/** What a recording without a name is called. */
export const SEM_NOME = 'gravacao';

export function tooLarge(deps: Pick<AppDeps, 'env'>): AppError {
  return new AppError('corpo_grande', `O arquivo passa do limite de ${deps.env.UPLOAD_MAX_MB} MB.`);
}

/** Reads the first bytes, enough to tell what a stream holds. `done`: there are no more. */
async function peek(iterator: AsyncIterator<Buffer>): Promise<{ head: Buffer; done: boolean }> {
  const chunks: Buffer[] = [];
  let length = 0;
  while (length < SNIFF_BYTES) {
    const next = await iterator.next();
    if (next.done) return { head: Buffer.concat(chunks), done: true };
    chunks.push(next.value);
    length += next.value.length;
  }
  return { head: Buffer.concat(chunks), done: false };
}

/**
 * One recording on its way to the store: hashed and counted as it passes, never held whole. `folga`: bytes that its company may still bring;
 * null: as many as it likes.
 */
async function storeRecording(
  deps: AppDeps,
  source: RecordingSource,
  { key, folga }: { key: string; folga: number | null },
): Promise<Omit<Gravacao, 'key'>> {
  const iterator = source.bytes[Symbol.asyncIterator]();
  const { head, done } = await peek(iterator);
  if (head.length === 0) throw new AppError('arquivo_invalido', 'O arquivo está vazio.');
  const found = recogniseRecording(head, source.enviada);
  if ('motivo' in found)
    throw found.generico ? source.notAudio() : new AppError('arquivo_invalido', found.motivo);
  const { tipo, extensao } = found;
  const hash = createHash('sha256');
  let tamanho = 0;
  async function* bytes() {
    const pass = (chunk: Buffer) => {
      hash.update(chunk);
      tamanho += chunk.length;
      assertBytes(folga, tamanho);
      return chunk;
    };
    yield pass(head);
    if (done) return;
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield pass(next.value);
  }
  await deps.store.put(key, Readable.from(bytes(), { objectMode: false, highWaterMark: 64 * 1024 }), {
    contentType: tipo,
  });
  source.assertWhole();
  return { nome: source.nome(extensao), tipo, tamanho, sha256: hash.digest('hex') };
}

/**
 * Stores a recording and attaches it to its item. The object is announced before its first byte is stored and the
 * announcement goes with the attachment: whatever happens in between leaves nothing behind. @returns the item with it
 * @param rules what must still hold when it is attached, and what else goes with it; none: it replaces what is there
 * @throws AppError nao_encontrado, execucao_em_andamento, arquivo_invalido, corpo_grande, cota_atingida, and what source and rules throw
 */
export async function keepRecording(
  deps: AppDeps,
  { scope, actor }: { scope: Scope; actor: Actor },
  target: { id: string; empresaId: string },
  source: RecordingSource,
  rules: AttachRules = {},
): Promise<ItemRow & { arquivo_path: string }> {
  const key = `${target.empresaId}/${target.id}/${randomUUID()}`;
  try {
    const folga = await requireBytes(deps.db, deps.env, target.empresaId, 0);
    await announceObject(deps.db, target.empresaId, key);
    const stored = await storeRecording(deps, source, { key, folga });
    const item = await attachRecording(deps.db, scope, actor, target.id, { key, ...stored }, rules);
    return { ...item, arquivo_path: key };
  } catch (error) {
    source.abandon();
    // The item may hold the object by now, and the one before may be on its way out. If not, its announcement still stands.
    if (!mayBeSaved(error)) await discardStored(deps, key);
    throw error;
  }
}
