/** An interview's second recording, heard by whoever may decide which one counts. */

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
 * The recording, where this session may put it in the interview's place: nobody hears one that may not be used.
 * @throws AppError nao_encontrado, conflito, regra_violada, sem_permissao, dados_apagados
 */
async function offeredTo(
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

/** A signed address of the second recording for 15 minutes. @throws as `offeredTo` */
export async function signSecond(deps: AppDeps, session: Session, id: string) {
  const { empresaId, chave: key } = await offeredTo(deps, session, id);
  const path = `/entrevistas/${id}/segunda-gravacao/audio`;
  return signedSound(deps, { path, empresaId, key }, session.signer);
}

/** The bytes of the second recording. @throws as `offeredTo` */
export async function readSecond(
  deps: AppDeps,
  session: Session,
  id: string,
  asked: Conditions,
): Promise<BytesAnswer> {
  const { chave, nome, tipo, tamanho, sha256, empresaId } = await offeredTo(deps, session, id);
  const recording = await toPlay(deps, {
    key: chave,
    size: tamanho,
    contentType: tipo,
    etag: `"${sha256}"`,
    disposition: contentDisposition('inline', nome),
    direct: true,
    // Of the interview, not of its item: that one's accesses are of the recording that it has.
    acesso: { tipo: 'som', alvo: 'entrevista', id, empresaId },
  });
  return answerObject(deps, asked, recording);
}
