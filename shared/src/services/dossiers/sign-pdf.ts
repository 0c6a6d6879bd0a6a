/** Adds the installation's signature over a laid out PDF's bytes. */
import { createHash } from 'node:crypto';
import { closeSignature } from '../../domain/exports/signed-pdf/byte-range.ts';
import {
  certificateBody,
  certificateOf,
  cmsLength,
  cmsOf,
  type PublishedKey,
  signedAttributes,
} from '../../domain/exports/signed-pdf/cms.ts';
import type { Signer } from './signing-keys.ts';

const keyOf = ({ chave }: Signer): PublishedKey => ({
  id: chave.id,
  publica: Uint8Array.from(Buffer.from(chave.publica, 'base64url')),
  criadaEm: chave.criadaEm,
});

/** Bytes that a PDF reserves for this key's signature. */
export const signatureLength = (signer: Signer): number => cmsLength(keyOf(signer));

/**
 * Signs a PDF with the installation's key.
 * @param file laid out with `signatureLength` bytes reserved
 * @throws Error if no bytes are reserved
 */
export function signPdf(file: Uint8Array, signer: Signer): Buffer {
  const key = keyOf(signer);
  const certificate = certificateOf(key, signer.sign(certificateBody(key)));
  const closed = closeSignature(file, cmsLength(key), (content) => {
    const digests = {
      content: createHash('sha512').update(content).digest(),
      certificate: createHash('sha256').update(certificate).digest(),
    };
    return cmsOf(key, certificate, digests, signer.sign(signedAttributes(digests)));
  });
  return Buffer.from(closed.buffer, closed.byteOffset, closed.byteLength);
}
