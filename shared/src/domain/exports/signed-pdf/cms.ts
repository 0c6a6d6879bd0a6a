/**
 * The signature inside a PDF: CMS (RFC 5652) with Ed25519 (RFC 8419), in the format of PAdES (ETSI EN 319 142-1). Its
 * self-signed certificate is not stored, because a key always makes the same certificate. Exported files contain these
 * bytes, so never change this builder: a signature of another format needs a second builder.
 */
import { type Bytes, der, joinBytes } from './der.ts';

/** A published key: id (a UUID), 32 bytes, and creation, when its certificate becomes valid. */
export type PublishedKey = { id: string; publica: Bytes; criadaEm: Date };

const SIGNATURE_BYTES = 64;
export const SUBFILTER = 'ETSI.CAdES.detached';

const ED25519 = der.sequence(der.objectId('1.3.101.112'));
const SHA512 = der.sequence(der.objectId('2.16.840.1.101.3.4.2.3'));
const DATA = der.objectId('1.2.840.113549.1.7.1');
const SIGNED_DATA = der.objectId('1.2.840.113549.1.7.2');
const CONTENT_TYPE = der.objectId('1.2.840.113549.1.9.3');
const MESSAGE_DIGEST = der.objectId('1.2.840.113549.1.9.4');
const SIGNING_CERTIFICATE_V2 = der.objectId('1.2.840.113549.1.9.16.2.47');
const COMMON_NAME = der.objectId('2.5.4.3');
const KEY_USAGE = der.objectId('2.5.29.15');
const BASIC_CONSTRAINTS = der.objectId('2.5.29.19');

const NAME = der.sequence(
  der.setOf(der.sequence(COMMON_NAME, der.utf8('Escuta: chave de dossiês da instalação'))),
);
/** The key is for digitalSignature and nonRepudiation, and belongs to no certificate authority. */
const EXTENSIONS = der.sequence(
  der.sequence(BASIC_CONSTRAINTS, der.bool(true), der.octets(der.sequence())),
  der.sequence(KEY_USAGE, der.bool(true), der.octets(der.bits(Uint8Array.of(0xc0), 6))),
);
/** 'No well-defined expiration' (RFC 5280, §4.1.2.5). */
const NO_END = der.generalizedTime('99991231235959Z');

const serialOf = ({ id }: PublishedKey): Bytes =>
  der.natural(
    Uint8Array.from(id.replaceAll('-', '').match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)),
  );

const utcOf = (moment: Date): Bytes =>
  der.utcTime(`${moment.toISOString().slice(2, 19).replace(/[-T:]/g, '')}Z`);

/** Builds the part of a certificate that the key signs. */
export function certificateBody(key: PublishedKey): Bytes {
  return der.sequence(
    der.tagged(0, der.natural(Uint8Array.of(2))),
    serialOf(key),
    ED25519,
    NAME,
    der.sequence(utcOf(key.criadaEm), NO_END),
    NAME,
    der.sequence(ED25519, der.bits(key.publica)),
    der.tagged(3, EXTENSIONS),
  );
}

/** Builds a key's certificate (X.509, DER). @param signature of `certificateBody` */
export function certificateOf(key: PublishedKey, signature: Uint8Array): Bytes {
  return der.sequence(certificateBody(key), ED25519, der.bits(signature));
}

const attribute = (type: Bytes, value: Bytes) => der.sequence(type, der.setOf(value));
const attributesOf = (digests: Digests): Bytes[] => [
  attribute(CONTENT_TYPE, DATA),
  attribute(MESSAGE_DIGEST, der.octets(digests.content)),
  attribute(
    SIGNING_CERTIFICATE_V2,
    der.sequence(der.sequence(der.sequence(der.octets(digests.certificate)))),
  ),
];

/** `content`: SHA-512 of the signed bytes; `certificate`: SHA-256 of the certificate. */
export type Digests = { content: Uint8Array; certificate: Uint8Array };

/** Builds the bytes that the key signs: the signed attributes as a SET OF. */
export function signedAttributes(digests: Digests): Bytes {
  return der.setOf(...attributesOf(digests));
}

/**
 * Builds the detached signature (CMS SignedData, DER).
 * @param signature of `signedAttributes`
 */
export function cmsOf(
  key: PublishedKey,
  certificate: Uint8Array,
  digests: Digests,
  signature: Uint8Array,
): Bytes {
  const attributes = signedAttributes(digests);
  const signer = der.sequence(
    der.natural(Uint8Array.of(1)),
    der.sequence(NAME, serialOf(key)),
    SHA512,
    // As in `signedAttributes`, but tagged [0] in place of SET OF (RFC 5652, §5.4).
    joinBytes([Uint8Array.of(0xa0), attributes.subarray(1)]),
    ED25519,
    der.octets(signature),
  );
  return der.sequence(
    SIGNED_DATA,
    der.tagged(
      0,
      der.sequence(
        der.natural(Uint8Array.of(1)),
        der.setOf(SHA512),
        der.sequence(DATA),
        der.tagged(0, certificate),
        der.setOf(signer),
      ),
    ),
  );
}

/** Returns the length of a key's CMS, bytes, which depends only on the key's serial number. */
export function cmsLength(key: PublishedKey): number {
  const digests = { content: new Uint8Array(64), certificate: new Uint8Array(32) };
  const nothing = new Uint8Array(SIGNATURE_BYTES);
  return cmsOf(key, certificateOf(key, nothing), digests, nothing).length;
}

/** Returns both signatures in a key's CMS; null for another layout. Bytes between the signatures are not checked. */
export function signaturesIn(
  cms: Uint8Array,
  key: PublishedKey,
): { certificate: Bytes; content: Bytes } | null {
  const body = certificateBody(key);
  const from = indexOfBytes(cms, body);
  if (from < 0) return null;
  // After the certificate's body: the algorithm and a bit string's head (tag, length, number of unused bits).
  const at = from + body.length + ED25519.length + 3;
  if (at + SIGNATURE_BYTES > cms.length) return null;
  return {
    certificate: cms.slice(at, at + SIGNATURE_BYTES),
    content: cms.slice(cms.length - SIGNATURE_BYTES),
  };
}

/** Returns the first position of `wanted` from `from` on, or -1. */
export function indexOfBytes(bytes: Uint8Array, wanted: Uint8Array, from = 0): number {
  const first = wanted[0] ?? -1;
  for (let at = bytes.indexOf(first, from); at >= 0; at = bytes.indexOf(first, at + 1)) {
    if (at + wanted.length > bytes.length) return -1;
    let same = 1;
    while (same < wanted.length && bytes[at + same] === wanted[same]) same += 1;
    if (same >= wanted.length) return at;
  }
  return -1;
}
