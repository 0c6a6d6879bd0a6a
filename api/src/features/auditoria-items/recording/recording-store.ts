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

/** An incoming recording; its bytes can be read once. */
export type RecordingSource = {
  bytes: AsyncIterable<Buffer>;
  /** The sender's file name. Its extension states the coding of audio without a header. */
  enviada: string;
  /** Makes the file's name with the extension that fits its audio. */
  nome: (extensao: string) => string;
  notAudio: () => AppError;
  assertWhole: () => void;
  abandon: () => void;
};

export const SEM_NOME = 'gravacao';

export function tooLarge(deps: Pick<AppDeps, 'env'>): AppError {
  return new AppError('corpo_grande', `O arquivo passa do limite de ${deps.env.UPLOAD_MAX_MB} MB.`);
}

/** Reads enough first bytes to detect the audio format. `done`: the stream has ended. */
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
 * Streams a recording to the store, hashing and counting it. `folga`: bytes left of the company's quota; null: no
 * limit.
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
 * Stores and attaches a recording. The object is announced for deletion first, and attaching withdraws the
 * announcement, so that a crash leaves no orphan.
 * @throws AppError nao_encontrado, execucao_em_andamento, arquivo_invalido, corpo_grande, cota_atingida, and the errors
 * of source and rules
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
    // Keeps the object if the commit may have succeeded; otherwise the sweeper deletes the announced object.
    if (!mayBeSaved(error)) await discardStored(deps, key);
    throw error;
  }
}
