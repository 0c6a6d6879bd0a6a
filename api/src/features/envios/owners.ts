/** Access to uploads by owner (interview, prepared audit, batch, import), and whether the owner accepts more bytes. */
import { AppError } from '@escuta/shared/domain/errors';
import { takesNoFile } from '@escuta/shared/domain/intake/kinds';
import { type EstadoSegunda, outcomeOf } from '@escuta/shared/domain/life/interview';
import { interviewRefusal } from '@escuta/shared/services/interviews/life';
import { type RemessaRow, receptionOf, requireSender } from '../../field/field-interview-repo.ts';
import type { Session } from '../../sign-in/session.ts';
import type { ArquivoDoEnvio } from './repo.ts';

export const notFound = () => new AppError('nao_encontrado', 'Envio não encontrado.');

/**
 * Requires consent, and an interview in a state that accepts recordings (VIDA_DA_ENTREVISTA).
 * @throws AppError regra_violada, conflito
 */
export function assertRecords({ segunda, ...remessa }: RemessaRow & { segunda: EstadoSegunda }): void {
  const outcome = outcomeOf({ ...receptionOf(remessa), segunda }, 'receber_som');
  if (outcome !== 'nada' && 'recusa' in outcome) throw interviewRefusal(outcome.recusa);
}

/** True if a gerente stopped waiting for an interview; the device's remaining sound becomes the second recording. */
export const isLate = (remessa: RemessaRow | null): boolean =>
  remessa !== null && receptionOf(remessa).recebimento === 'encerrada';

/**
 * Requires that the owner still waits for its file.
 * @throws AppError conflito
 */
export function assertComesIn(arquivo: ArquivoDoEnvio): void {
  if (arquivo.estado !== 'enviando') throw new AppError('conflito', takesNoFile(arquivo));
}

/**
 * Refuses devices, because files of the portal and of batches come from people and API keys.
 * @throws AppError nao_encontrado
 */
export function assertNoDevice({ aparelho }: Pick<Session, 'aparelho'>): void {
  if (aparelho) throw notFound();
}

/**
 * Requires that the sender has access.
 * @throws AppError nao_encontrado, conflito, dados_apagados
 */
export function assertSends(
  session: Session,
  { remessa, arquivo }: { remessa: RemessaRow | null; arquivo: ArquivoDoEnvio | null },
): void {
  if (remessa) requireSender(remessa, session);
  else if (arquivo) assertNoDevice(session);
  else throw notFound();
}
