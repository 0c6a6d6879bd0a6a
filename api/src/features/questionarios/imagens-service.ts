import { IMAGENS, type ImagemWire } from '@escuta/shared/contracts/surveys/questionnaire/imagens';
import { AppError } from '@escuta/shared/domain/errors';
import { imageKind } from '@escuta/shared/domain/image-kind';
import type { Scope } from '@escuta/shared/domain/scope';
import { type Actor, recordAction } from '@escuta/shared/services/log/audit-log';
import { mayCollect } from '../../accounts/collectors.ts';
import type { AppDeps } from '../../deps.ts';
import { type IncomingFile, receiveFile } from '../../http/incoming-file.ts';
import { answerObject, type BytesAnswer, type Conditions } from '../../http/object-bytes.ts';
import { type SmallFiles, storeSmallFile } from '../../http/small-file.ts';
import type { Session } from '../../sign-in/session.ts';
import {
  discardImagem,
  findImagem,
  type ImagemRow,
  insertImagem,
  listImagens,
  questionsShowing,
} from './imagens-repo.ts';
import { findQuestionario, lockQuestionario } from './repo.ts';

const notFound = () => new AppError('nao_encontrado', 'Questionário não encontrado.');
const imagemNotFound = () => new AppError('nao_encontrado', 'Imagem não encontrada.');

const present = ({ id, nome, tipo, tamanho, created_at }: ImagemRow): ImagemWire => ({
  ...{ id, nome, tipo, tamanho },
  created_at: created_at.toISOString(),
});

/**
 * A questionnaire's undeleted images, oldest first.
 * @throws AppError nao_encontrado
 */
export async function imagensOf(deps: AppDeps, scope: Scope, questionarioId: string): Promise<ImagemWire[]> {
  const questionario = await findQuestionario(deps.db, scope, questionarioId);
  if (!questionario) throw notFound();
  return (await listImagens(deps.db, questionario)).map(present);
}

const FILES: SmallFiles<ImagemWire['tipo']> = {
  folder: 'imagens',
  mb: IMAGENS.mb,
  kindOf: imageKind,
  unnamed: 'imagem',
  tooBig: `A imagem passa de ${IMAGENS.mb} MB. Reduza-a e envie de novo.`,
  wrongKind: 'Envie uma imagem PNG, JPEG ou WebP.',
};

const requireRoomForImage = (there: readonly unknown[]): void => {
  if (there.length < IMAGENS.porQuestionario) return;
  throw new AppError(
    'regra_violada',
    `Um questionário pode ter até ${IMAGENS.porQuestionario} imagens. Exclua as que não usa.`,
  );
};

/**
 * Stores an image for the cards of a questionnaire.
 * @throws AppError nao_encontrado, requisicao_invalida, corpo_grande, arquivo_invalido, regra_violada, cota_atingida
 */
export async function addImagem(
  deps: AppDeps,
  { scope, actor }: { scope: Scope; actor: Actor },
  questionarioId: string,
  next: () => Promise<IncomingFile | undefined>,
): Promise<ImagemWire> {
  const questionario = await findQuestionario(deps.db, scope, questionarioId);
  if (!questionario) throw notFound();
  const part = await receiveFile(next, () => null);
  const { empresa_id: empresaId } = questionario;
  return storeSmallFile(deps, empresaId, part, FILES, async (tx, stored) => {
    if (!(await lockQuestionario(tx, scope, questionarioId))) throw notFound();
    requireRoomForImage(await listImagens(tx, questionario));
    const row = await insertImagem(tx, {
      empresa_id: empresaId,
      questionario_id: questionarioId,
      ...stored,
    });
    await recordAction(tx, {
      ...{ ...actor, empresaId, recurso: 'questionario', recursoId: questionarioId },
      acao: 'imagem_incluida',
      detalhes: { imagem_id: row.id, nome: row.nome },
    });
    return present(row);
  });
}

/**
 * The bytes of an image; they never change.
 * @throws AppError nao_encontrado
 */
export async function readImagem(
  deps: AppDeps,
  scope: Scope,
  { id, imagemId }: { id: string; imagemId: string },
  asked: Conditions,
): Promise<BytesAnswer> {
  const row = await findImagem(deps.db, scope, imagemId);
  if (row?.questionario_id !== id) throw imagemNotFound();
  const answer = await answerObject(deps, asked, {
    ...{ key: row.chave_objeto, size: row.tamanho, contentType: row.tipo, etag: `"${row.id}"` },
    ...{ disposition: null, acesso: null },
  });
  return {
    ...answer,
    headers: { ...answer.headers, 'cache-control': 'private, max-age=31536000, immutable' },
  };
}

/**
 * An image of a questionnaire with which the caller may interview.
 * @throws AppError nao_encontrado
 */
export async function readCartao(
  deps: AppDeps,
  session: Session,
  id: string,
  asked: Conditions,
): Promise<BytesAnswer> {
  const row = await findImagem(deps.db, session.ownScope, id);
  const mayTake =
    row !== null &&
    session.usuarioId !== null &&
    (await mayCollect(deps.db, row.questionario_id, session.usuarioId));
  if (!mayTake) throw imagemNotFound();
  return readImagem(deps, session.ownScope, { id: row.questionario_id, imagemId: id }, asked);
}

/**
 * Deletes an image that no question of the draft shows.
 * @throws AppError nao_encontrado, conflito
 */
export function removeImagem(
  deps: AppDeps,
  { scope, actor }: { scope: Scope; actor: Actor },
  { id, imagemId }: { id: string; imagemId: string },
): Promise<void> {
  return deps.db.transaction(async (tx) => {
    const questionario = await lockQuestionario(tx, scope, id);
    if (!questionario) throw notFound();
    const row = (await listImagens(tx, questionario)).find((one) => one.id === imagemId);
    if (!row) throw imagemNotFound();
    const codes = await questionsShowing(tx, id, imagemId);
    if (codes.length > 0)
      throw new AppError(
        'conflito',
        `A imagem está no cartão de ${codes.join(', ')}. Troque ou remova o cartão antes de excluir a imagem.`,
      );
    await discardImagem(tx, row);
    await recordAction(tx, {
      ...{ ...actor, empresaId: questionario.empresa_id, recurso: 'questionario', recursoId: id },
      acao: 'imagem_excluida',
      detalhes: { imagem_id: imagemId, nome: row.nome },
    });
  });
}
