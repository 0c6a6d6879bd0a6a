import { createHash, randomBytes } from 'node:crypto';
import type { Db } from '@escuta/prisma/db';
import { companyScope } from '../../domain/scope.ts';
import { newId } from '../../platform/database/ids.ts';
import type { Env } from '../../platform/process/env.ts';
import { publicLink } from './public-links.ts';

export type LinkPurpose = 'redefinicao' | 'convite';

export const LINK_TTL_S: Record<LinkPurpose, number> = { redefinicao: 30 * 60, convite: 7 * 86_400 };

/** Hashes a link's secret for storage, so that a copied database opens no account. */
export function hashLinkToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

export async function lockLinkAccount(
  db: Db,
  account: { empresaId: string; membroId: string },
): Promise<void> {
  await db.query('select 1 from membros where id = $1 and empresa_id = $2 for no key update', [
    account.membroId,
    account.empresaId,
  ]);
}

/**
 * Creates a one-time password link; invalidates older links. The secret follows '#', which servers and logs do not see.
 * A caller that locks several accounts must lock them in id order.
 * @returns the link; without PUBLIC_URL its path
 */
export async function createPasswordLink(
  db: Db,
  env: Pick<Env, 'PUBLIC_URL'>,
  link: { empresaId: string; membroId: string; finalidade: LinkPurpose },
): Promise<{ url: string; expiraEm: Date }> {
  const token = randomBytes(32).toString('base64url');
  await lockLinkAccount(db, link);
  await closePasswordLinks(db, link);
  const { rows } = await db.query<{ expira_em: Date }>({
    name: 'password_link_create',
    text: `insert into tokens_redefinicao_senha (id, empresa_id, membro_id, finalidade, token_hash, expira_em)
           values ($1, $2, $3, $4, $5, now() + $6 * interval '1 second') returning expira_em`,
    values: [
      newId(),
      link.empresaId,
      link.membroId,
      link.finalidade,
      hashLinkToken(token),
      LINK_TTL_S[link.finalidade],
    ],
  });
  const path = `/update-password#token=${token}`;
  return { url: publicLink(env, path) ?? path, expiraEm: (rows[0] as { expira_em: Date }).expira_em };
}

/** Links for invited people's first passwords, in the order of `membroIds`; new accounts need no lock. */
export async function createInvitationLinks(
  db: Db,
  env: Pick<Env, 'PUBLIC_URL'>,
  empresaId: string,
  membroIds: readonly string[],
): Promise<string[]> {
  const tokens = membroIds.map(() => randomBytes(32).toString('base64url'));
  await db.query({
    name: 'password_links_create',
    text: `insert into tokens_redefinicao_senha (id, empresa_id, membro_id, finalidade, token_hash, expira_em)
           select t.id, $1, t.membro_id, 'convite', t.token_hash, now() + $5 * interval '1 second'
           from unnest($2::uuid[], $3::uuid[], $4::text[]) as t (id, membro_id, token_hash)`,
    values: [
      empresaId,
      membroIds.map(() => newId()),
      membroIds,
      tokens.map(hashLinkToken),
      LINK_TTL_S.convite,
    ],
  });
  return tokens.map((token) => {
    const path = `/update-password#token=${token}`;
    return publicLink(env, path) ?? path;
  });
}

/** Invalidates an account's password links. */
export async function closePasswordLinks(
  db: Db,
  account: { empresaId: string; membroId: string },
): Promise<void> {
  const { membroId, empresaId } = account;
  await db
    .within(companyScope(empresaId))
    .tokenRedefinicaoSenha.deleteMany({ where: { membroId, empresaId } });
}
