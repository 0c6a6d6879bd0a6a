import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { type AudioContainer, SNIFF_BYTES, sniffAudio } from '@escuta/shared/domain/audio-sniff';
import { AppError } from '@escuta/shared/domain/errors';
import type { Scope } from '@escuta/shared/domain/scope';
import type { AppDeps } from '../../deps.ts';
import { presentItem } from './present.ts';
import {
  announceObject,
  assertIdle,
  attachRecording,
  type Gravacao,
  readUploadTarget,
  withdrawObject,
} from './repo.ts';
import { announceItem } from './service.ts';

/** A file as it comes in, whatever parses the request: its bytes can be read once. */
export type IncomingFile = {
  fieldname: string;
  filename: string | undefined;
  mimetype: string;
  /** `truncated`: it ended at the size limit; `resume` lets the rest go by. */
  file: Readable & { truncated: boolean };
};

/** What browsers call the accepted kinds (specification 2, §5); the extension counts too. */
const MIME_TYPES: ReadonlySet<string> = new Set([
  'audio/mpeg',
  'audio/mp3',
  'audio/wav',
  'audio/x-wav',
  'audio/wave',
  'audio/vnd.wave',
  'audio/ogg',
  'audio/m4a',
  'audio/x-m4a',
  'audio/mp4',
]);
const EXTENSION = /\.(?:mp3|wav|ogg|m4a)$/i;

/** What a download says the bytes are: by what they are, never by what the client called them. */
const CONTENT_TYPES: Record<AudioContainer, string> = {
  wav: 'audio/wav',
  mp3: 'audio/mpeg',
  aac: 'audio/aac',
  ogg: 'audio/ogg',
  m4a: 'audio/mp4',
  flac: 'audio/flac',
  webm: 'audio/webm',
  aiff: 'audio/aiff',
  amr: 'audio/amr',
  au: 'audio/basic',
  caf: 'audio/x-caf',
  wma: 'audio/x-ms-wma',
};

const notAudio = () =>
  new AppError('arquivo_invalido', 'Por favor, selecione um arquivo de áudio (MP3, WAV, OGG, M4A).');

/**
 * A file's name as it is kept: its last part, without control characters, at most 255 characters. Browsers write quotes
 * and line ends in it as %22, %0D and %0A (HTML standard, multipart/form-data), and nothing else.
 */
export function cleanFileName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? '';
  const clean = last
    .replace(/%0[AD]/g, '')
    .replaceAll('%22', '"')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim();
  if (clean === '') return 'gravacao';
  if (clean.length <= 255) return clean;
  const extension = /\.[^.]{1,8}$/.exec(clean)?.[0] ?? '';
  return clean.slice(0, 255 - extension.length) + extension;
}

/** Reads the first bytes, enough to tell what a stream holds, and hands the iterator on with them. */
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

/** One recording on its way to the store: hashed and counted as it passes, never held whole. */
async function storeRecording(
  deps: AppDeps,
  part: IncomingFile,
  key: string,
): Promise<{ tipo: string; tamanho: number; sha256: string }> {
  const iterator = part.file[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const { head, done } = await peek(iterator);
  if (head.length === 0) throw new AppError('arquivo_invalido', 'O arquivo está vazio.');
  const container = sniffAudio(head);
  if (!container) throw notAudio();
  const tipo = CONTENT_TYPES[container];
  const hash = createHash('sha256');
  let tamanho = 0;
  async function* bytes() {
    const pass = (chunk: Buffer) => {
      hash.update(chunk);
      tamanho += chunk.length;
      return chunk;
    };
    yield pass(head);
    if (done) return;
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield pass(next.value);
  }
  await deps.store.put(key, Readable.from(bytes(), { objectMode: false, highWaterMark: 64 * 1024 }), {
    contentType: tipo,
  });
  // The parser ends a file quietly where its limit is: what arrived is not the recording.
  if (part.file.truncated) {
    throw new AppError('corpo_grande', `O arquivo passa do limite de ${deps.env.UPLOAD_MAX_MB} MB.`);
  }
  return { tipo, tamanho, sha256: hash.digest('hex') };
}

async function receive(next: () => Promise<IncomingFile | undefined>): Promise<IncomingFile> {
  const part = await next();
  if (!part) throw new AppError('requisicao_invalida', "Envie o arquivo no campo 'file'.");
  if (part.fieldname !== 'file') {
    part.file.resume();
    throw new AppError('requisicao_invalida', "Envie o arquivo no campo 'file'.");
  }
  if (!MIME_TYPES.has(part.mimetype.toLowerCase()) && !EXTENSION.test(part.filename ?? '')) {
    part.file.resume();
    throw notAudio();
  }
  return part;
}

/**
 * Receives an item's recording as a stream and attaches it. The object is announced before its first byte is stored and
 * the announcement goes with the attachment: whatever happens in between leaves nothing behind.
 * @param next gives the request's file; asked only once the item is known to take one
 * @throws AppError nao_encontrado, execucao_em_andamento, requisicao_invalida, arquivo_invalido, corpo_grande
 */
export async function receiveRecording(
  deps: AppDeps,
  scope: Scope,
  id: string,
  next: () => Promise<IncomingFile | undefined>,
) {
  const target = await readUploadTarget(deps.pool, scope, id);
  if (!target) throw new AppError('nao_encontrado', 'Item de auditoria não encontrado.');
  assertIdle(target);
  const part = await receive(next);
  const key = `${target.empresa_id}/${id}/${randomUUID()}`;
  await announceObject(deps.pool, target.empresa_id, key);
  try {
    const stored = await storeRecording(deps, part, key);
    const file: Gravacao = { key, nome: cleanFileName(part.filename ?? ''), ...stored };
    const item = await attachRecording(deps.pool, scope, id, file);
    announceItem(deps, item);
    return { audioPath: key, item: presentItem(item) };
  } catch (error) {
    part.file.resume();
    await discard(deps, key);
    throw error;
  }
}

/** Undoes a store that came to nothing; what cannot be undone now stays announced, for the sweeper. */
async function discard(deps: AppDeps, key: string): Promise<void> {
  try {
    await deps.store.delete(key);
    await withdrawObject(deps.pool, key);
  } catch (error) {
    deps.log.warn({ err: error }, 'Objeto de um envio desfeito fica para a varredura');
  }
}
