/** The installation's keys for signing dossiers: Ed25519, created on first use, sealed. */

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

/** Public keys, newest first; old signatures stay verifiable. */
export async function publicKeys(db: Db): Promise<ChavePublica[]> {
  const rows = await db.within(INSTALACAO).chaveAssinatura.findMany({
    select: { id: true, publica: true, createdAt: true },
    orderBy: [...NEWEST_FIRST],
    take: 1000,
  });
  return rows.map(({ createdAt, ...row }) => ({ ...row, criadaEm: createdAt }));
}

/** A public key's raw 32 bytes, the end of its DER. */
const rawPublic = (key: KeyObject): string =>
  createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64url');

/** The installation's key in use. `sign` returns 64 bytes. */
export type Signer = { chave: ChavePublica; sign: (bytes: Uint8Array) => Buffer };

/** The signing key, created if missing; a lock prevents two keys. */
export async function signerOf(db: Db, ring: KeyRing): Promise<Signer> {
  await lock(db, 'chaveDeAssinatura');
  const keys = db.within(INSTALACAO).chaveAssinatura;
  const row = await keys.findFirst({
    select: { id: true, publica: true, cifra: true, createdAt: true },
    orderBy: [...NEWEST_FIRST],
  });
  // A key sealed with a lost ring key cannot sign any more; its earlier signatures stay verifiable.
  if (row && ring.keys.has(row.cifra.split('.', 1)[0] ?? '')) {
    const der = Buffer.from(open(ring, row.cifra, signingKeyContext(row.id)), 'base64');
    const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
    return signerWith(key, { id: row.id, publica: row.publica, criadaEm: row.createdAt });
  }
  const { privateKey } = generateKeyPairSync('ed25519');
  const id = newId();
  const publica = rawPublic(privateKey);
  const der = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
  const cifra = seal(ring, der, signingKeyContext(id));
  const { createdAt } = await keys.create({ data: { id, publica, cifra }, select: { createdAt: true } });
  return signerWith(privateKey, { id, publica, criadaEm: createdAt });
}

const signerWith = (key: KeyObject, chave: ChavePublica): Signer => ({
  chave,
  sign: (bytes) => sign(null, bytes, key),
});
