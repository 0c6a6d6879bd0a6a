import type { Db } from '@escuta/prisma/db';
import { REENVIOS_POR_DIA } from '@escuta/shared/domain/accounts/invite-limits';
import { CLASSES_DE_EMAIL } from '@escuta/shared/services/tasks/mail-queue';

/**
 * Addresses that got a company's invitation more than REENVIOS_POR_DIA times in 24 hours, even if the account was
 * deleted. The caller locks the accounts, so that this count includes concurrent invitations.
 */
export async function findInvitedOften(
  db: Db,
  empresaId: string,
  emails: readonly string[],
): Promise<string[]> {
  const { rows } = await db.query<{ para: string }>({
    name: 'invitation_mails_today',
    text: `select para from emails
           where classe = ${CLASSES_DE_EMAIL.convite} and empresa_id = $1 and para = any ($2::text[])
             and created_at > now() - interval '24 hours'
           group by para having count(*) > ${REENVIOS_POR_DIA}`,
    values: [empresaId, [...emails]],
  });
  return rows.map(({ para }) => para);
}
