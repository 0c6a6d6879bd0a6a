import type { Db } from '@escuta/prisma/db';
import { CONVITE_CONTA_DIAS, inviteLimit } from '@escuta/shared/domain/accounts/invite-limits';
import { CLASSES_DE_EMAIL } from '@escuta/shared/services/tasks/mail-queue';

export type OpenInvitations = {
  /** True once the company's e-mail is confirmed. */
  confirmada: boolean;
  /** Accounts not accepted yet, and invitations mailed recently and taken back. */
  abertos: number;
  max: number;
  /** Limit set by an administrator; null: the product's rule. */
  proprio: number | null;
};

/**
 * A company's open invitations and their limit; null: no company. Stable under `lockAccounts`. A deleted invitation
 * counts for CONVITE_CONTA_DIAS, so that inviting again does not evade the limit.
 */
export async function readOpenInvitations(db: Db, empresaId: string): Promise<OpenInvitations | null> {
  const { rows } = await db.query<{
    confirmada: boolean;
    abertos: number;
    aceitos: number;
    convitesMax: number | null;
  }>({
    name: 'open-invitations',
    text: `WITH contas AS (
             SELECT u.email, m.senha_hash IS NOT NULL AS aceita FROM membros m JOIN usuarios u ON u.id = m.usuario_id
             WHERE m.empresa_id = $1
           ), enviados AS (
             SELECT DISTINCT para AS email FROM emails
             WHERE empresa_id = $1 AND classe = ${CLASSES_DE_EMAIL.convite}
               AND created_at > now() - interval '${CONVITE_CONTA_DIAS} days'
           )
           SELECT email_confirmado_em IS NOT NULL AS confirmada, convites_max AS "convitesMax",
             (SELECT count(*)::int FROM contas WHERE aceita) AS aceitos,
             (SELECT count(*)::int FROM contas WHERE NOT aceita)
               + (SELECT count(*)::int FROM enviados WHERE email NOT IN (SELECT email FROM contas)) AS abertos
           FROM empresas WHERE id = $1`,
    values: [empresaId],
  });
  const row = rows[0];
  if (!row) return null;
  const { confirmada, abertos, convitesMax } = row;
  return { confirmada, abertos, max: inviteLimit(row), proprio: convitesMax };
}
