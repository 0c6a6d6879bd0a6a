import type { Db } from '@escuta/prisma/db';
import { REENVIOS_POR_DIA } from '@escuta/shared/domain/accounts/invite-limits';
import { CLASSES_DE_EMAIL } from '@escuta/shared/services/tasks/mail-queue';

/**
 * Those of these addresses to which a company mails its invitation no more today: it went out once and REENVIOS_POR_DIA times more in 24
 * hours, whoever asked, and though the account was deleted meanwhile. Who calls holds the account or the company's accounts, so that two at
 * once count each other.
 */
export async function invitedOften(db: Db, empresaId: string, emails: readonly string[]): Promise<string[]> {
  const { rows } = await db.query<{ para: string }>({
    name: 'invitation-mails-today',
    text: `SELECT para FROM emails
           WHERE classe = ${CLASSES_DE_EMAIL.convite} AND empresa_id = $1 AND para = ANY ($2::text[])
             AND created_at > now() - interval '24 hours'
           GROUP BY para HAVING count(*) > ${REENVIOS_POR_DIA}`,
    values: [empresaId, [...emails]],
  });
  return rows.map(({ para }) => para);
}
