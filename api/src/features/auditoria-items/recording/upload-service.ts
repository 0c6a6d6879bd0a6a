import { motivoDaTroca } from '@escuta/shared/contracts/calls/item-gravacao';
import { GRAVACAO_RECUSADA, mayBeItemRecording } from '@escuta/shared/domain/audio/recording-forms';
import { AppError } from '@escuta/shared/domain/errors';
import type { Scope } from '@escuta/shared/domain/scope';
import type { Actor } from '@escuta/shared/services/log/audit-log';
import type { AppDeps } from '../../../deps.ts';
import { cleanFileName } from '../../../http/file-name.ts';
import { type IncomingFile, receiveFile, saidBefore } from '../../../http/incoming-file.ts';
import { invalidRequest } from '../../../http/invalid-request.ts';
import { presentItem } from '../present.ts';
import { announceItem } from '../service.ts';
import { requireUploadTarget } from './recording-repo.ts';
import { keepRecording, SEM_NOME, tooLarge } from './recording-store.ts';

const notAudio = () => new AppError('arquivo_invalido', GRAVACAO_RECUSADA);

/** The reason for replacing a recording, from the form field before the file. */
const reasonOf = (part: IncomingFile) => motivoDaTroca.safeParse(saidBefore(part, 'motivo'));

function problemOf(part: IncomingFile): AppError | null {
  if (!mayBeItemRecording(part.filename ?? '', part.mimetype)) return notAudio();
  const { error } = reasonOf(part);
  return error
    ? invalidRequest(error.issues.map(({ message }) => ({ campo: 'motivo', mensagem: message })))
    : null;
}

/**
 * Receives an item's recording as a stream and attaches it.
 * @param next called only if the item may take a file
 * @throws AppError nao_encontrado, execucao_em_andamento, sem_permissao, requisicao_invalida, arquivo_invalido,
 * corpo_grande
 */
export async function receiveRecording(
  deps: AppDeps,
  { scope, actor }: { scope: Scope; actor: Actor },
  id: string,
  next: () => Promise<IncomingFile | undefined>,
) {
  const target = await requireUploadTarget(deps.db, scope, actor, id);
  const part = await receiveFile(next, problemOf, ['motivo']);
  const item = await keepRecording(
    deps,
    { scope, actor },
    { id, empresaId: target.empresa_id },
    {
      bytes: part.file,
      enviada: part.filename ?? '',
      nome: () => cleanFileName(part.filename ?? '', SEM_NOME),
      notAudio,
      // The parser silently cuts off a file at the size limit.
      assertWhole: () => {
        if (part.file.truncated) throw tooLarge(deps);
      },
      abandon: () => part.file.resume(),
    },
    { motivo: reasonOf(part).data || null },
  );
  announceItem(deps, item);
  return { audioPath: item.arquivo_path, item: presentItem(item) };
}
