/** Whom an upload belongs to, and whether more of it may come in: a device's interview, what is being prepared in the portal, a batch of recordings, or a sheet of calls. */
import { ESTADO_PREPARO_LABEL } from '@escuta/shared/domain/audit-preparation';
import { ESTADO_IMPORTACAO_LABEL } from '@escuta/shared/domain/call-sheet/fields';
import { AppError } from '@escuta/shared/domain/errors';
import { ESTADO_LOTE_LABEL } from '@escuta/shared/domain/recording-batch';
import { type RemessaRow, requireSender } from '../../field-interview-repo.ts';
import type { Session } from '../../sign-in/session.ts';
import type { ArquivoDoEnvio } from './repo.ts';

export const notFound = () => new AppError('nao_encontrado', 'Envio não encontrado.');

/** Sound is kept of whoever agreed to it, and while its interview is still coming in. @throws AppError regra_violada, conflito */
export function assertRecords({ consentimento, sincronia }: RemessaRow): void {
  if (consentimento === null) {
    throw new AppError(
      'regra_violada',
      'Falta o consentimento do entrevistado: envie antes os eventos da entrevista.',
    );
  }
  if (consentimento !== 'aceito') {
    throw new AppError('regra_violada', 'O entrevistado não aceitou a gravação: nada dela é guardado.');
  }
  if (sincronia === 'completa') {
    throw new AppError('conflito', 'Esta entrevista já foi recebida por inteiro: não recebe mais gravações.');
  }
}

/** A file comes in while its audit, or its batch, waits for files. @throws AppError conflito */
export function assertComesIn(arquivo: ArquivoDoEnvio): void {
  if (arquivo.estado === 'enviando') return;
  if (arquivo.de === 'importacao')
    throw new AppError(
      'conflito',
      `Esta importação não recebe mais o arquivo (${ESTADO_IMPORTACAO_LABEL[arquivo.estado].toLowerCase()}). Para enviar outro, comece uma importação nova.`,
    );
  throw new AppError(
    'conflito',
    arquivo.de === 'preparo'
      ? `Esta auditoria não recebe arquivos agora (${ESTADO_PREPARO_LABEL[arquivo.estado].toLowerCase()}). Para trocar um arquivo, comece pela conferência.`
      : `Este lote não recebe gravações agora (${ESTADO_LOTE_LABEL[arquivo.estado].toLowerCase()}). Comece outro.`,
  );
}

/** Files of the portal and batches come from people and keys of the company, never from a device. @throws AppError nao_encontrado */
export function assertNoDevice({ aparelho }: Pick<Session, 'aparelho'>): void {
  if (aparelho) throw notFound();
}

/** Whoever sends may. @throws AppError nao_encontrado, conflito, dados_apagados */
export function assertSends(
  session: Session,
  { remessa, arquivo }: { remessa: RemessaRow | null; arquivo: ArquivoDoEnvio | null },
): void {
  if (remessa) requireSender(remessa, session);
  else if (arquivo) assertNoDevice(session);
  else throw notFound();
}
