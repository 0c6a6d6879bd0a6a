import { createHmac } from 'node:crypto';
import { equalSecrets } from '@escuta/shared/platform/crypto/crypto';

/** Validity of a signed path, s. */
export const SIGNED_URL_TTL_S = 900;

/** The signer of a path: an account with its token version at the signing, or a company key. */
export type Signer =
  | { kind: 'membro'; membroId: string; versao: number }
  | { kind: 'chave'; chaveId: string };

export type SignedPath = {
  /** Path with ids under the API's prefix: '/auditoria-item/<id>/download'. */
  path: string;
  empresaId: string;
  signer: Signer;
};

/** Text like 'm<membro>-<versao>' or 'c<chave>'. */
function textOf(signer: Signer): string {
  return signer.kind === 'membro' ? `m${signer.membroId}-${signer.versao}` : `c${signer.chaveId}`;
}

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const ASSINATURA = new RegExp(`^(${UUID})\\.(?:m(${UUID})-(\\d{1,10})|c(${UUID}))\\.([\\w-]{43})$`);

function signature(secret: string, { path, empresaId, signer }: SignedPath, expira: string): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify(['GET', path, empresaId, textOf(signer), expira]))
    .digest('base64url');
}

/**
 * Signs a path for 15 minutes, for players and downloads that send no header. Signature parameter:
 * '<empresaId>.<who>.<hmac>'.
 * @returns query string (expira, assinatura) and expiry
 */
export function signPath(
  secret: string,
  target: SignedPath,
  now: number = Date.now(),
): { query: string; expiraEm: Date } {
  const expira = String(Math.floor(now / 1000) + SIGNED_URL_TTL_S);
  const query = new URLSearchParams({
    expira,
    assinatura: `${target.empresaId}.${textOf(target.signer)}.${signature(secret, target, expira)}`,
  });
  return { query: query.toString(), expiraEm: new Date(Number(expira) * 1000) };
}

/**
 * The company and signer of a valid signed path; null if changed, expired or of another installation. The caller checks
 * the signer's access.
 */
export function verifyPath(
  secret: string,
  path: string,
  given: { expira: string; assinatura: string },
  now: number = Date.now(),
): { empresaId: string; signer: Signer } | null {
  const [, empresaId, membroId, versao, chaveId, hmac] = ASSINATURA.exec(given.assinatura) ?? [];
  if (!/^\d{1,15}$/.test(given.expira) || empresaId === undefined || hmac === undefined) return null;
  const signer: Signer | null = membroId
    ? { kind: 'membro', membroId, versao: Number(versao) }
    : chaveId
      ? { kind: 'chave', chaveId }
      : null;
  if (!signer || !equalSecrets(hmac, signature(secret, { path, empresaId, signer }, given.expira)))
    return null;
  const end = Number(given.expira) * 1000;
  if (end <= now || end > now + SIGNED_URL_TTL_S * 1000 + 1000) return null;
  return { empresaId, signer };
}
