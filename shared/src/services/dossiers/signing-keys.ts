/** Keys of the installation for signing dossiers: Ed25519, created on first use, sealed. */

import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { Db } from '@escuta/prisma/db';
import { INSTALACAO } from '../../domain/scope.ts';
import { type KeyRing, open, seal } from '../../platform/crypto/crypto.ts';
import { newId } from '../../platform/database/ids.ts';
import { lock } from '../../platform/database/locks.ts';

export const signingKeyContext = (id: string) => `chaves_assinatura:${id}`;

/** A public key as published: 32 bytes in base64url. */
export type ChavePublica = { id: string; publica: string; criadaEm: Date };

const NEWEST_FIRST = [{ createdAt: 'desc' }, { id: 'desc' }] as const;

/** All public keys, newest first, so that old signatures stay verifiable. */
export async function publicKeys(db: Db): Promise<ChavePublica[]> {
  const rows = await db.within(INSTALACAO).chaveAssinatura.findMany({
    select: { id: true, publica: true, createdAt: true },
    orderBy: [...NEWEST_FIRST],
    take: 1000,
  });
  return rows.map(({ createdAt, ...row }) => ({ ...row, criadaEm: createdAt }));
}

/** The raw 32 bytes of a public key, the end of its DER. */
const rawPublic = (key: KeyObject): string =>
  createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64url');

/** The signing key, created if missing; the lock prevents two. Needs the caller's transaction. */
async function currentKey(db: Db, ring: KeyRing): Promise<{ id: string; publica: string; key: KeyObject }> {
  await lock(db, 'chaveDeAssinatura');
  const keys = db.within(INSTALACAO).chaveAssinatura;
  const row = await keys.findFirst({
    select: { id: true, publica: true, cifra: true },
    orderBy: [...NEWEST_FIRST],
  });
  // A key sealed with a lost ring key no longer signs; its signatures stay verifiable.
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

/** Signs a text with Ed25519 over UTF-8, in base64url, in the caller's transaction. @returns signature and key */
export async function signText(
  db: Db,
  ring: KeyRing,
  text: string,
): Promise<{ assinatura: string; chave: string; publica: string }> {
  const { id, publica, key } = await currentKey(db, ring);
  return { assinatura: sign(null, Buffer.from(text), key).toString('base64url'), chave: id, publica };
}
