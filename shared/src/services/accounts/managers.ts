import type { Db } from '@escuta/prisma/db';

const MAX_MANAGERS = 100;

/** E-mails of a company's managers who can sign in, oldest accounts first. */
export async function managerEmails(db: Db, empresaId: string): Promise<string[]> {
  const { rows } = await db.query<{ email: string }>({
    name: 'managers_emails',
    text: `select u.email from membros m join usuarios u on u.id = m.usuario_id
           where m.empresa_id = $1 and m.papel = 'gerente' and m.ativo and m.senha_hash is not null
           order by m.created_at, m.id limit ${MAX_MANAGERS}`,
    values: [empresaId],
  });
  return rows.map((row) => row.email);
}
