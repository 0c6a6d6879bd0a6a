/** Verifies a dossier's PDF by WebCrypto, in browsers and Node. */
import { ALGORITMO } from '../dossier.ts';
import { attachmentIn, readSignature } from './byte-range.ts';
import {
  certificateBody,
  certificateOf,
  cmsOf,
  indexOfBytes,
  type PublishedKey,
  signaturesIn,
  signedAttributes,
} from './cms.ts';
import type { Bytes } from './der.ts';

export async function isSignedBy(key: Bytes, signature: Bytes, content: Bytes): Promise<boolean> {
  const imported = await crypto.subtle.importKey('raw', key, ALGORITMO, false, ['verify']);
  return crypto.subtle.verify(ALGORITMO, imported, signature, content);
}

const digestOf = async (algorithm: string, bytes: Bytes): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.digest(algorithm, bytes));

export type VerifiedPdf =
  | { tipo: 'valido'; anexo: string }
  | { tipo: 'alterado' }
  | { tipo: 'sem_assinatura' }
  | { tipo: 'outra_chave' };

const areEqual = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, n) => byte === b[n]);

/**
 * Checks that every byte of a PDF is as signed by a published key: rebuilds the signature and compares it with the
 * file's.
 * @returns the result, with the attachment's text of at most `max` bytes
 * @throws DOMException if the platform lacks Ed25519
 */
export async function verifyPdf(
  file: Bytes,
  keys: readonly PublishedKey[],
  max: number,
): Promise<VerifiedPdf> {
  if (indexOfBytes(file, new TextEncoder().encode('/ByteRange')) < 0) return { tipo: 'sem_assinatura' };
  const parts = readSignature(file);
  if (!parts) return { tipo: 'alterado' };
  const { content, signature: cms } = parts;
  const key = keys.find(({ publica }) => indexOfBytes(cms, publica) >= 0);
  if (!key) return { tipo: 'outra_chave' };
  const signatures = signaturesIn(cms, key);
  if (!signatures) return { tipo: 'alterado' };
  const certificate = certificateOf(key, signatures.certificate);
  const digests = {
    content: await digestOf('SHA-512', content),
    certificate: await digestOf('SHA-256', certificate),
  };
  const holds =
    areEqual(cms, cmsOf(key, certificate, digests, signatures.content)) &&
    (await isSignedBy(key.publica, signatures.certificate, certificateBody(key))) &&
    (await isSignedBy(key.publica, signatures.content, signedAttributes(digests)));
  if (!holds) return { tipo: 'alterado' };
  const packed = attachmentIn(file);
  const anexo = packed && (await unpack(packed, max));
  return anexo === null ? { tipo: 'alterado' } : { tipo: 'valido', anexo };
}

/** Decompresses text (zlib); null beyond `max` bytes. */
async function unpack(packed: Bytes, max: number): Promise<string | null> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate')).getReader();
  let text = '';
  let length = 0;
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
    length += value?.length ?? 0;
    if (length > max) {
      await reader.cancel();
      return null;
    }
    text += decoder.decode(value, { stream: true });
  }
  return text + decoder.decode();
}
