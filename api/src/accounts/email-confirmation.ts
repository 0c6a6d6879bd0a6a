import { randomBytes } from 'node:crypto';
import type { Db } from '@escuta/prisma/db';
import { newId } from '@escuta/shared/platform/database/ids';
import type { Env } from '@escuta/shared/platform/process/env';
import { grantWelcomeCredits } from '@escuta/shared/services/accounts/companies';
import { hashLinkToken } from '@escuta/shared/services/accounts/password-links';
import { publicLink } from '@escuta/shared/services/accounts/public-links';
import { type Actor, recordAction } from '@escuta/shared/services/log/audit-log';

/** Validity of a confirmation link, s; equals the longest time for which a message waits for a mail server. */
export const CONFIRMATION_TTL_S = 3 * 86_400;

/** Confirmation of a company's e-mail: by a confirmation link, a password set by a mailed link, or an administrator. */
export type ConfirmedBy = 'link' | 'convite' | 'redefinicao' | 'administrador';

/**
 * Locks a company whose e-mail is not confirmed. Call this function before locking an account, to keep the lock order.
 * @returns false if the company's e-mail needs no confirmation
 */
export async function lockUnconfirmed(db: Db, empresaId: string): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'confirmation_lock',
    text: 'select from empresas where id = $1 and email_confirmado_em is null for no key update',
    values: [empresaId],
  });
  return rowCount === 1;
}

/**
 * Confirms a company's e-mail once; the company may then invite people and gets its welcome credits. `membroId`: the
 * account with that e-mail; null if an administrator confirms.
 * @returns false if the e-mail was already confirmed
 */
export async function confirmCompany(
  db: Db,
  env: Pick<Env, 'CREDITOS_BOAS_VINDAS'>,
  actor: Actor,
  confirmed: { empresaId: string; membroId: string | null; por: ConfirmedBy },
): Promise<boolean> {
  const { empresaId, membroId, por } = confirmed;
  const { rowCount } = await db.query({
    name: 'confirmation_company',
    text: `update empresas set email_confirmado_em = now(), updated_at = now()
           where id = $1 and email_confirmado_em is null`,
    values: [empresaId],
  });
  if (rowCount !== 1) return false;
  await grantWelcomeCredits(db, env, empresaId);
  await recordAction(db, {
    ...actor,
    empresaId,
    acao: 'email_confirmado',
    recurso: 'empresa',
    recursoId: empresaId,
    detalhes: { por, membroId },
  });
  return true;
}

/**
 * Creates a one-time link that confirms a company's e-mail; older links stay valid. The secret follows '#', which
 * browsers never send.
 * @returns null without PUBLIC_URL
 */
export async function createConfirmationLink(
  db: Db,
  env: Pick<Env, 'PUBLIC_URL'>,
  account: { empresaId: string; membroId: string },
): Promise<string | null> {
  const token = randomBytes(32).toString('base64url');
  const url = publicLink(env, `/update-password#confirmar=${token}`);
  if (url === null) return null;
  await db.query({
    name: 'confirmation_create',
    text: `insert into confirmacoes_email (id, empresa_id, membro_id, token_hash, expira_em)
           values ($1, $2, $3, $4, now() + $5 * interval '1 second')`,
    values: [newId(), account.empresaId, account.membroId, hashLinkToken(token), CONFIRMATION_TTL_S],
  });
  return url;
}
