import type { Db } from '@escuta/prisma/db';
import { CONVITE_CONTA_DIAS, inviteLimit } from '@escuta/shared/domain/accounts/invite-limits';
import { CLASSES_DE_EMAIL } from '@escuta/shared/services/tasks/mail-queue';

/** What a company's invitations are measured by. */
export type OpenInvitations = {
  /** Its e-mail was confirmed. */
  confirmada: boolean;
  /** Accounts that nobody accepted yet, and invitations that were mailed of late and taken back. */
  abertos: number;
  /** Most that may be open. */
  max: number;
  /** What an administrator set; null: the product's rule. */
  proprio: number | null;
};

/**
 * A company's open invitations and their limit; null when there is no such company. Under `lockAccounts` they stay true. One that was taken
 * back counts for CONVITE_CONTA_DIAS after its mail: to delete and invite again is no way round.
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
