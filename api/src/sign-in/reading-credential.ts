import { createHmac } from 'node:crypto';
import { equalSecrets } from '@escuta/shared/platform/crypto/crypto';

/** How long a reading may take, ms: an export may hold days of sound, and is sent piece by piece. */
export const LEITURA_MS = 4 * 3_600_000;
const PREFIX = 'lei_';

/** Who reads the export of which device: an account as it stood then (its token version). */
export type Leitura = { aparelhoId: string; membroId: string; versao: number };

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const TEXT = new RegExp(`^${PREFIX}(${UUID})\\.(${UUID})\\.(\\d{1,10})\\.(\\d{1,15})\\.([\\w-]{43})$`);

/** Whether a credential means to be one of these. */
export const isReading = (text: string): boolean => text.startsWith(PREFIX);

const signature = (secret: string, { aparelhoId, membroId, versao }: Leitura, ate: number): string =>
  createHmac('sha256', secret)
    // Never what a signed path says (api/src/http/signed-url.ts), which has the same secret.
    .update(JSON.stringify(['LEITURA', aparelhoId, membroId, versao, ate]))
    .digest('base64url');

/**
 * A credential that acts for a device, for the manager who reads its export: on the routes of devices alone, and not for long.
 * @returns it, and until when it holds
 */
export function signReading(
  secret: string,
  leitura: Leitura,
  now = Date.now(),
): { credencial: string; valeAte: Date } {
  const ate = now + LEITURA_MS;
  const { aparelhoId, membroId, versao } = leitura;
  const text = [aparelhoId, membroId, versao, ate, signature(secret, leitura, ate)].join('.');
  return { credencial: `${PREFIX}${text}`, valeAte: new Date(ate) };
}

/** What a credential that still holds was given for; null when it was changed, is not ours or has expired. Whether reader and device still stand is the caller's to ask. */
export function verifyReading(secret: string, text: string, now = Date.now()): Leitura | null {
  const [, aparelhoId, membroId, versao, until, hmac] = TEXT.exec(text) ?? [];
  if (aparelhoId === undefined || membroId === undefined || hmac === undefined) return null;
  const leitura = { aparelhoId, membroId, versao: Number(versao) };
  const ate = Number(until);
  if (!equalSecrets(hmac, signature(secret, leitura, ate))) return null;
  return ate > now && ate <= now + LEITURA_MS + 1000 ? leitura : null;
}
