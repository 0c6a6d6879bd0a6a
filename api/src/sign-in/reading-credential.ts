import { createHmac } from 'node:crypto';
import { equalSecrets } from '@escuta/shared/platform/crypto/crypto';

/** Validity of a reading credential, ms; hours, because an export may hold days of sound, sent in parts. */
export const LEITURA_MS = 4 * 3_600_000;
const PREFIX = 'lei_';

/** A reading credential: the device, the manager who sends its export, and the manager's token version at signing. */
export type Leitura = { aparelhoId: string; membroId: string; versao: number };

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const TEXT = new RegExp(`^${PREFIX}(${UUID})\\.(${UUID})\\.(\\d{1,10})\\.(\\d{1,15})\\.([\\w-]{43})$`);

/** True if a credential begins like a reading credential. */
export const isReading = (text: string): boolean => text.startsWith(PREFIX);

const signature = (secret: string, { aparelhoId, membroId, versao }: Leitura, ate: number): string =>
  createHmac('sha256', secret)
    // 'LEITURA' makes the signature differ from a path's, made with the same secret (api/src/http/signed-url.ts).
    .update(JSON.stringify(['LEITURA', aparelhoId, membroId, versao, ate]))
    .digest('base64url');

/**
 * Makes a short-lived credential for a manager who sends a device's export; valid only on devices' routes.
 * @returns the credential, and its expiry
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

/**
 * A reading credential's content; null if forged, expired or of another installation. The caller checks the manager and
 * the device.
 */
export function verifyReading(secret: string, text: string, now = Date.now()): Leitura | null {
  const [, aparelhoId, membroId, versao, until, hmac] = TEXT.exec(text) ?? [];
  if (aparelhoId === undefined || membroId === undefined || hmac === undefined) return null;
  const leitura = { aparelhoId, membroId, versao: Number(versao) };
  const ate = Number(until);
  if (!equalSecrets(hmac, signature(secret, leitura, ate))) return null;
  return ate > now && ate <= now + LEITURA_MS + 1000 ? leitura : null;
}
