import type { Db } from '@escuta/prisma/db';
import { REENVIOS_POR_DIA } from '@escuta/shared/domain/accounts/invite-limits';
import { AppError } from '@escuta/shared/domain/errors';
import { mailIsConfigured } from '@escuta/shared/services/tasks/mail-queue';
import { findInvitedOften } from '../../accounts/invitation-mails.ts';
import { readOpenInvitations } from '../../accounts/open-invitations.ts';
import type { AppDeps } from '../../deps.ts';
import type { Session } from '../../sign-in/session.ts';

const convites = (n: number): string =>
  `${n.toLocaleString('pt-BR')} ${n === 1 ? 'convite' : 'convites'} em aberto`;

/**
 * Number of strangers that a company may still invite; null: no limit, for administrators.
 * @throws AppError email_nao_confirmado while the company's e-mail is not confirmed
 */
export async function roomForInvites(
  deps: AppDeps,
  db: Db,
  session: Session,
  empresaId: string,
): Promise<{ abertos: number; max: number } | null> {
  if (session.papel === 'admin') return null;
  const open = await readOpenInvitations(db, empresaId);
  if (!open) throw new AppError('nao_encontrado', 'Empresa não encontrada.');
  if (!open.confirmada) {
    throw new AppError(
      'email_nao_confirmado',
      mailIsConfigured(deps.env)
        ? 'Antes de convidar pessoas, confirme o e-mail da empresa: abra o link que enviamos quando ela foi cadastrada, ou peça outro em Usuários.'
        : 'Antes de convidar pessoas, peça ao administrador da instalação que confirme o e-mail da empresa.',
    );
  }
  return open;
}

/**
 * Refuses too many open invitations. Call this function under `lockAccounts` after inserting the `novos` accounts; the
 * error rolls them back.
 * @throws AppError email_nao_confirmado, regra_violada
 */
export async function assertRoomForInvites(
  deps: AppDeps,
  db: Db,
  session: Session,
  empresaId: string,
  novos: number,
): Promise<void> {
  const room = await roomForInvites(deps, db, session, empresaId);
  if (room === null || room.abertos <= room.max) return;
  const antes = Math.max(0, room.abertos - novos);
  const cabem = Math.max(0, room.max - antes);
  throw new AppError(
    'regra_violada',
    `A empresa tem ${convites(antes)} e pode ter até ${room.max.toLocaleString('pt-BR')}${
      novos > 1 ? `; esta lista convidaria mais ${novos.toLocaleString('pt-BR')} pessoas` : ''
    }. Ninguém foi convidado. Aguarde os aceites, ou peça ao administrador da instalação um limite maior.`,
    { dados: { abertos: antes, max: room.max, cabem } },
  );
}

/**
 * Limits the invitations mailed to a person per day. Call this function under `lockAccounts`.
 * @throws AppError muitas_tentativas
 */
export async function assertNotInvitedOften(
  db: Db,
  empresaId: string,
  emails: readonly string[],
): Promise<void> {
  const [often] = await findInvitedOften(db, empresaId, emails);
  if (often === undefined) return;
  throw new AppError(
    'muitas_tentativas',
    `O convite já foi reenviado ${REENVIOS_POR_DIA} vezes a ${often} nas últimas 24 horas. Tente de novo amanhã${
      emails.length > 1 ? ', ou remova esta pessoa da lista. Nenhum convite foi enviado' : ''
    }.`,
    { retryAfterS: 3600 },
  );
}
