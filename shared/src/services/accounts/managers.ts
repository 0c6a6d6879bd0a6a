import type { Db } from '@escuta/prisma/db';

const MAX_MANAGERS = 100;

/** E-mails of a company's managers who can sign in, oldest accounts first. */
export async function managerEmails(db: Db, empresaId: string): Promise<string[]> {
  const { rows } = await db.query<{ email: string }>({
    name: 'managers-emails',
    text: `SELECT u.email FROM membros m JOIN usuarios u ON u.id = m.usuario_id
           WHERE m.empresa_id = $1 AND m.papel = 'gerente' AND m.ativo AND m.senha_hash IS NOT NULL
           ORDER BY m.created_at, m.id LIMIT ${MAX_MANAGERS}`,
    values: [empresaId],
  });
  return rows.map((row) => row.email);
}
