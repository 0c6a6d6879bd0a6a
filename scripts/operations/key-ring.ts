// A backup describes its keys by fingerprints, with which nothing can be decrypted.
import { createHmac } from 'node:crypto';
import type { KeyRing } from '@escuta/shared/platform/crypto/crypto';

/** Computes 16 hexadecimal digits that identify a secret without revealing it. */
export function fingerprint(secret: Buffer | string): string {
  return createHmac('sha256', secret).update('escuta: impressão de chave').digest('hex').slice(0, 16);
}

/** Signs a text with a key (HMAC). */
export function signature(key: Buffer, text: string): string {
  return createHmac('sha256', key).update('escuta: manifesto de cópia\n').update(text).digest('hex');
}

/** The ring's keys, each with name and fingerprint. `emUso`: the database contains values encrypted with the key. */
export function describeRing(ring: KeyRing, used: ReadonlySet<string>) {
  return [...ring.keys].map(([id, key]) => ({
    id,
    impressao: fingerprint(key),
    emUso: used.has(id) || id === ring.current,
  }));
}
