import { randomBytes } from 'node:crypto';
import type { Db } from '@escuta/prisma/db';
import { newId } from '@escuta/shared/platform/database/ids';
import type { Env } from '@escuta/shared/platform/process/env';
import { grantWelcomeCredits } from '@escuta/shared/services/accounts/companies';
import { hashLinkToken } from '@escuta/shared/services/accounts/password-links';
import { publicLink } from '@escuta/shared/services/accounts/public-links';
import { type Actor, recordAction } from '@escuta/shared/services/log/audit-log';

/** How long a link of confirmation may be used, s: as long as a message waits for a mail server. */
export const CONFIRMATION_TTL_S = 3 * 86_400;

/** How a company's e-mail was proved: its own link, a password set by a mailed link, or an administrator's word. */
export type ConfirmedBy = 'link' | 'convite' | 'redefinicao' | 'administrador';

/**
 * Holds a company whose e-mail is not confirmed until the caller's transaction ends. Whoever locks one of its accounts, too, calls
 * this first: those who change accounts take the company before them. @returns whether there is one to confirm
 */
export async function lockUnconfirmed(db: Db, empresaId: string): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'confirmation-lock',
    text: 'SELECT FROM empresas WHERE id = $1 AND email_confirmado_em IS NULL FOR NO KEY UPDATE',
    values: [empresaId],
  });
  return rowCount === 1;
}

/**
 * Confirms a company's e-mail in the caller's transaction, once: it may invite from now on, and has its welcome credits. `membroId`: the
 * account whose e-mail it is; null where an administrator says so. @returns whether it was not confirmed before
 */
export async function confirmCompany(
  db: Db,
  env: Pick<Env, 'CREDITOS_BOAS_VINDAS'>,
  actor: Actor,
  confirmed: { empresaId: string; membroId: string | null; por: ConfirmedBy },
): Promise<boolean> {
  const { empresaId, membroId, por } = confirmed;
  const { rowCount } = await db.query({
    name: 'confirmation-company',
    text: `UPDATE empresas SET email_confirmado_em = now(), updated_at = now()
           WHERE id = $1 AND email_confirmado_em IS NULL`,
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
 * Makes a one-time link by which an account confirms its company's e-mail, in the caller's transaction. Older ones stay: whichever mail is
 * opened first counts. The secret stands behind '#', which browsers send to no server.
 * @returns the link; null without PUBLIC_URL, where it could be mailed to nobody
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
    name: 'confirmation-create',
    text: `INSERT INTO confirmacoes_email (id, empresa_id, membro_id, token_hash, expira_em)
           VALUES ($1, $2, $3, $4, now() + $5 * interval '1 second')`,
    values: [newId(), account.empresaId, account.membroId, hashLinkToken(token), CONFIRMATION_TTL_S],
  });
  return url;
}
