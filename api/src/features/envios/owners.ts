/** Whom an upload belongs to, and whether more of it may come in: a device's interview, what is being prepared in the portal, a batch of recordings, or a sheet of calls. */
import { AppError } from '@escuta/shared/domain/errors';
import { takesNoFile } from '@escuta/shared/domain/intake/kinds';
import { type EstadoSegunda, outcomeOf } from '@escuta/shared/domain/life/interview';
import { interviewRefusal } from '@escuta/shared/services/interviews/life';
import { type RemessaRow, receptionOf, requireSender } from '../../field/field-interview-repo.ts';
import type { Session } from '../../sign-in/session.ts';
import type { ArquivoDoEnvio } from './repo.ts';

export const notFound = () => new AppError('nao_encontrado', 'Envio não encontrado.');

/** Sound is kept of whoever agreed to it, and while its interview takes any (VIDA_DA_ENTREVISTA). @throws AppError regra_violada, conflito */
export function assertRecords({ segunda, ...remessa }: RemessaRow & { segunda: EstadoSegunda }): void {
  const outcome = outcomeOf({ ...receptionOf(remessa), segunda }, 'receber_som');
  if (outcome !== 'nada' && 'recusa' in outcome) throw interviewRefusal(outcome.recusa);
}

/** Whether a gerente gave up waiting for the rest of an interview: what its device still has is taken as its second recording. */
export const isLate = (remessa: RemessaRow | null): boolean =>
  remessa !== null && receptionOf(remessa).recebimento === 'encerrada';

/** A file comes in while its owner waits for it. @throws AppError conflito */
export function assertComesIn(arquivo: ArquivoDoEnvio): void {
  if (arquivo.estado !== 'enviando') throw new AppError('conflito', takesNoFile(arquivo));
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
