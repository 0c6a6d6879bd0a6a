/** Playback of an interview's second recording, for people who may choose between the two recordings. */

import { can } from '@escuta/shared/domain/accounts/permissions';
import { AppError } from '@escuta/shared/domain/errors';
import { requireInterviewAct } from '@escuta/shared/services/interviews/life';
import { offeredSecond, type SegundaGravacao } from '@escuta/shared/services/interviews/second';
import type { AppDeps } from '../../deps.ts';
import { findInScope } from '../../field/field-interview-repo.ts';
import {
  answerObject,
  type BytesAnswer,
  type Conditions,
  contentDisposition,
} from '../../http/object-bytes.ts';
import type { Session } from '../../sign-in/session.ts';
import { toPlay } from '../../sound/listening-copies.ts';
import { signedSound } from '../../sound/signed-sounds.ts';

/**
 * The second recording, only if this session may use it.
 * @throws AppError nao_encontrado, conflito, regra_violada, sem_permissao, dados_apagados
 */
async function requireOfferedRecording(
  { db }: Pick<AppDeps, 'db'>,
  session: Session,
  id: string,
): Promise<SegundaGravacao & { empresaId: string }> {
  const row = await findInScope(db, session.scope, id, { lock: false });
  if (!row) throw new AppError('nao_encontrado', 'Entrevista não encontrada.');
  await requireInterviewAct(db, id, 'usar_segunda', session);
  if (session.via !== 'assinatura' && !can(session.papel, session.permissions, 'project', 'delete')) {
    throw new AppError('sem_permissao', 'Só gerentes e administradores podem ouvir a outra gravação.');
  }
  return { ...(await offeredSecond(db, id)), empresaId: row.empresa_id };
}

/**
 * A signed address of the second recording, valid for 15 minutes.
 * @throws like `requireOfferedRecording`
 */
export async function signSecond(deps: AppDeps, session: Session, id: string) {
  const { empresaId, chave: key } = await requireOfferedRecording(deps, session, id);
  const path = `/entrevistas/${id}/segunda-gravacao/audio`;
  return signedSound(deps, { path, empresaId, key }, session.signer);
}

/**
 * The bytes of the second recording.
 * @throws like `requireOfferedRecording`
 */
export async function readSecond(
  deps: AppDeps,
  session: Session,
  id: string,
  asked: Conditions,
): Promise<BytesAnswer> {
  const { chave, nome, tipo, tamanho, sha256, empresaId } = await requireOfferedRecording(deps, session, id);
  const recording = await toPlay(deps, {
    key: chave,
    size: tamanho,
    contentType: tipo,
    etag: `"${sha256}"`,
    disposition: contentDisposition('inline', nome),
    direct: true,
    // Logs the access for the interview, because accesses to its item concern the item's own recording.
    acesso: { tipo: 'som', alvo: 'entrevista', id, empresaId },
  });
  return answerObject(deps, asked, recording);
}
