/** The installation's keys that sign dossiers: Ed25519, made at first use, sealed like every other secret. */

import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { Db } from '@escuta/prisma/db';
import { INSTALACAO } from '../../domain/scope.ts';
import { type KeyRing, open, seal } from '../../platform/crypto/crypto.ts';
import { newId } from '../../platform/database/ids.ts';
import { lock } from '../../platform/database/locks.ts';

/** What authenticates a sealed signing key. */
export const signingKeyContext = (id: string) => `chaves_assinatura:${id}`;

/** A public key as it is published: 32 bytes in base64url. */
export type ChavePublica = { id: string; publica: string; criadaEm: Date };

const NEWEST_FIRST = [{ createdAt: 'desc' }, { id: 'desc' }] as const;

/** Every public key, the newest first: what was signed years ago is verified still. */
export async function publicKeys(db: Db): Promise<ChavePublica[]> {
  const rows = await db.within(INSTALACAO).chaveAssinatura.findMany({
    select: { id: true, publica: true, createdAt: true },
    orderBy: [...NEWEST_FIRST],
    take: 1000,
  });
  return rows.map(({ createdAt, ...row }) => ({ ...row, criadaEm: createdAt }));
}

/** The raw 32 bytes of a public key, which its DER ends with. */
const rawPublic = (key: KeyObject): string =>
  createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64url');

/** The key that signs, made where there is none: two processes at once make one. In a transaction of the caller's. */
async function currentKey(db: Db, ring: KeyRing): Promise<{ id: string; publica: string; key: KeyObject }> {
  await lock(db, 'chaveDeAssinatura');
  const keys = db.within(INSTALACAO).chaveAssinatura;
  const row = await keys.findFirst({
    select: { id: true, publica: true, cifra: true },
    orderBy: [...NEWEST_FIRST],
  });
  // One that was sealed with a lost key of the ring signs no more; what it signed is verified still.
  if (row && ring.keys.has(row.cifra.split('.', 1)[0] ?? '')) {
    const der = Buffer.from(open(ring, row.cifra, signingKeyContext(row.id)), 'base64');
    return {
      id: row.id,
      publica: row.publica,
      key: createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }),
    };
  }
  const { privateKey } = generateKeyPairSync('ed25519');
  const id = newId();
  const publica = rawPublic(privateKey);
  const der = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
  const cifra = seal(ring, der, signingKeyContext(id));
  await keys.create({ data: { id, publica, cifra }, select: { id: true } });
  return { id, publica, key: privateKey };
}

/** A text signed by the installation: Ed25519 over its UTF-8 bytes, in base64url, and by which key. In a transaction of the caller's. */
export async function signText(
  db: Db,
  ring: KeyRing,
  text: string,
): Promise<{ assinatura: string; chave: string; publica: string }> {
  const { id, publica, key } = await currentKey(db, ring);
  return { assinatura: sign(null, Buffer.from(text), key).toString('base64url'), chave: id, publica };
}
