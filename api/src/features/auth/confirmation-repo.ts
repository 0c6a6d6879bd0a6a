// SQL: a confirmation link works once, under the company's lock. A person who opens the link has no session, hence no
// scope.

import type { Database } from '@escuta/prisma/db';
import { hashLinkToken } from '@escuta/shared/services/accounts/password-links';
import type { Actor } from '@escuta/shared/services/log/audit-log';
import { confirmCompany, lockUnconfirmed } from '../../accounts/email-confirmation.ts';

import type { AppDeps } from '../../deps.ts';

export type FoundConfirmation = {
  empresaId: string;
  membroId: string;
  usuarioId: string;
  empresa: string;
  estado: 'aberto' | 'usado' | 'expirado';
  /** True if the company's e-mail is confirmed in any way. */
  confirmado: boolean;
};

/** The link with this secret; null also if its account is inactive. */
export async function findConfirmation(db: Database, token: string): Promise<FoundConfirmation | null> {
  const { rows } = await db.query<FoundConfirmation>({
    name: 'confirmation_find',
    text: `select c.empresa_id as "empresaId", c.membro_id as "membroId", m.usuario_id as "usuarioId",
      e.nome as empresa,
             case when c.usado_em is not null then 'usado' when c.expira_em <= now() then 'expirado' else 'aberto' end
               as estado, e.email_confirmado_em is not null as confirmado
           from confirmacoes_email c join membros m on m.id = c.membro_id and m.empresa_id = c.empresa_id
             join empresas e on e.id = c.empresa_id
           where c.token_hash = $1 and m.ativo and e.ativa and e.arquivada_em is null`,
    values: [hashLinkToken(token)],
  });
  return rows[0] ?? null;
}

/**
 * Uses a link and confirms its company's e-mail.
 * @returns `aberto`: the link was open; `confirmou`: this call confirmed the e-mail
 */
export async function useConfirmation(
  deps: AppDeps,
  link: FoundConfirmation,
  token: string,
  actor: Actor,
): Promise<{ aberto: boolean; confirmou: boolean }> {
  const { empresaId, membroId } = link;
  return deps.db.transaction(async (tx) => {
    await lockUnconfirmed(tx, empresaId);
    const { rowCount } = await tx.query({
      name: 'confirmation_use',
      text: `update confirmacoes_email set usado_em = now()
             where token_hash = $1 and empresa_id = $2 and usado_em is null and expira_em > now()`,
      values: [hashLinkToken(token), empresaId],
    });
    if (rowCount !== 1) return { aberto: false, confirmou: false };
    const confirmou = await confirmCompany(tx, deps.env, actor, { empresaId, membroId, por: 'link' });
    return { aberto: true, confirmou };
  });
}
