import { createHash } from 'node:crypto';
import { AppError } from '@escuta/shared/domain/errors';
import type { Scope } from '@escuta/shared/domain/scope';
import { ObjectNotFoundError } from '@escuta/shared/platform/storage/object-store';
import type { AppDeps } from '../../../deps.ts';
import {
  answerObject,
  type BytesAnswer,
  type Conditions,
  type Content,
  contentDisposition,
  gone,
} from '../../../http/object-bytes.ts';
import { toPlay } from '../../../sound/listening-copies.ts';
import { findItem } from '../repo.ts';
import { findPicos } from './recording-repo.ts';

/**
 * Answers with an item's recording, as a download (`baixar`) or for playing in the browser.
 * @throws AppError nao_encontrado
 */
export async function readRecording(
  deps: AppDeps,
  scope: Scope,
  id: string,
  options: { baixar: boolean },
  asked: Conditions,
): Promise<BytesAnswer> {
  const item = await findItem(deps.db, scope, id);
  if (!item) throw new AppError('nao_encontrado', 'Item de auditoria não encontrado.');
  if (!item.arquivo_path || item.arquivo_tamanho === null) {
    throw new AppError('nao_encontrado', 'Este item não tem gravação.');
  }
  const recording: Content = {
    key: item.arquivo_path,
    size: item.arquivo_tamanho,
    contentType: item.arquivo_tipo ?? 'application/octet-stream',
    etag: `"${item.arquivo_sha256 ?? createHash('sha256').update(item.arquivo_path).digest('hex')}"`,
    disposition: contentDisposition(
      options.baixar ? 'attachment' : 'inline',
      item.arquivo_nome ?? 'gravacao',
    ),
    direct: true,
    acesso: { tipo: options.baixar ? 'download' : 'som', alvo: 'item', id, empresaId: item.empresa_id },
  };
  return answerObject(deps, asked, options.baixar ? recording : await toPlay(deps, recording));
}

/**
 * The waveform peaks of an item's present recording.
 * @throws AppError nao_encontrado
 */
export async function readPicos(
  deps: AppDeps,
  scope: Scope,
  id: string,
  asked: Conditions,
): Promise<BytesAnswer> {
  const key = await findPicos(deps.db, scope, id);
  if (!key) throw new AppError('nao_encontrado', 'Este item ainda não tem forma de onda.');
  const info = await deps.store.head(key).catch((error: unknown) => {
    throw error instanceof ObjectNotFoundError ? gone() : error;
  });
  return answerObject(deps, asked, {
    key,
    size: info.size,
    contentType: 'application/octet-stream',
    // An object never changes, so its key is its version.
    etag: `"${createHash('sha256').update(key).digest('hex').slice(0, 32)}"`,
    disposition: null,
    // The access is not logged, because peaks reveal only the loudness.
    acesso: null,
  });
}
