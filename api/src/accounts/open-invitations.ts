import type { Db } from '@escuta/prisma/db';
import { CONVITE_CONTA_DIAS, inviteLimit } from '@escuta/shared/domain/accounts/invite-limits';
import { CLASSES_DE_EMAIL } from '@escuta/shared/services/tasks/mail-queue';

export type OpenInvitations = {
  /** True if the company's e-mail is confirmed. */
  confirmada: boolean;
  /** Accounts whose invitation is not accepted yet, plus recent invitations whose account was deleted. */
  abertos: number;
  max: number;
  /** Limit set by an administrator; null: the product's rule applies. */
  proprio: number | null;
};

/**
 * A company's open invitations and their limit, which cannot change under `lockAccounts`; null if there is no such
 * company. A deleted invitation counts for CONVITE_CONTA_DIAS, so that inviting again does not evade the limit.
 */
export async function readOpenInvitations(db: Db, empresaId: string): Promise<OpenInvitations | null> {
  const { rows } = await db.query<{
    confirmada: boolean;
    abertos: number;
    aceitos: number;
    convitesMax: number | null;
  }>({
    name: 'open_invitations',
    text: `with contas as (
             select u.email, m.senha_hash is not null as aceita from membros m join usuarios u on u.id = m.usuario_id
             where m.empresa_id = $1
           ), enviados as (
             select distinct para as email from emails
             where empresa_id = $1 and classe = ${CLASSES_DE_EMAIL.convite}
               and created_at > now() - interval '${CONVITE_CONTA_DIAS} days'
           )
           select email_confirmado_em is not null as confirmada, convites_max as "convitesMax",
             (select count(*)::int from contas where aceita) as aceitos,
             (select count(*)::int from contas where not aceita)
               + (select count(*)::int from enviados where email not in (select email from contas)) as abertos
           from empresas where id = $1`,
    values: [empresaId],
  });
  const row = rows[0];
  if (!row) return null;
  const { confirmada, abertos, convitesMax } = row;
  return { confirmada, abertos, max: inviteLimit(row), proprio: convitesMax };
}
