import { createHmac } from 'node:crypto';
import { equalSecrets } from './crypto.ts';

/** How long a signed path holds, seconds. */
export const SIGNED_URL_TTL_S = 900;

/** What a signature binds: one path (with its item) of one company until a moment. */
export type SignedPath = {
  /** Path with its ids filled in, under the API's prefix: '/auditoria-item/<id>/download'. */
  path: string;
  empresaId: string;
};

function signature(secret: string, { path, empresaId }: SignedPath, expira: string): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify(['GET', path, empresaId, expira]))
    .digest('base64url');
}

/**
 * Signs a path for 15 minutes, for players and downloads that send no header. The company's id travels inside the
 * signature parameter: '<empresaId>.<hmac>'.
 * @returns the query string (expira, assinatura) and when it ends.
 */
export function signPath(
  secret: string,
  target: SignedPath,
  now: number = Date.now(),
): { query: string; expiraEm: Date } {
  const expira = String(Math.floor(now / 1000) + SIGNED_URL_TTL_S);
  const query = new URLSearchParams({
    expira,
    assinatura: `${target.empresaId}.${signature(secret, target, expira)}`,
  });
  return { query: query.toString(), expiraEm: new Date(Number(expira) * 1000) };
}

/** The company of a signed path that still holds; null when it was changed, is not ours or has expired. */
export function verifyPath(
  secret: string,
  path: string,
  given: { expira: string; assinatura: string },
  now: number = Date.now(),
): { empresaId: string } | null {
  const separator = given.assinatura.indexOf('.');
  const empresaId = given.assinatura.slice(0, Math.max(0, separator));
  if (!/^\d{1,15}$/.test(given.expira) || !/^[0-9a-f-]{36}$/.test(empresaId)) return null;
  const expected = signature(secret, { path, empresaId }, given.expira);
  if (!equalSecrets(given.assinatura.slice(separator + 1), expected)) return null;
  const end = Number(given.expira) * 1000;
  if (end <= now || end > now + SIGNED_URL_TTL_S * 1000 + 1000) return null;
  return { empresaId };
}
