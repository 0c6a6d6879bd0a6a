import { generateKeyPairSync, sign, X509Certificate } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { OPEN_RANGE, readSignature } from '../../domain/exports/signed-pdf/byte-range.ts';
import { certificateBody, certificateOf, indexOfBytes } from '../../domain/exports/signed-pdf/cms.ts';
import { verifyPdf } from '../../domain/exports/signed-pdf/verify-pdf.ts';
import { signatureLength, signPdf } from './sign-pdf.ts';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const publica = publicKey.export({ format: 'jwk' }).x as string;
const chave = {
  id: 'ff9ac1de-1111-7222-8333-444455556666',
  publica,
  criadaEm: new Date('2026-11-01T12:00:00Z'),
};
const signer = { chave, sign: (bytes: Uint8Array) => sign(null, bytes, privateKey) };
const key = { ...chave, publica: Uint8Array.from(Buffer.from(publica, 'base64url')) };
const MAX = 1000;

function laidOut(attachment: string): Buffer {
  const packed = deflateSync(attachment);
  return Buffer.concat([
    Buffer.from('%PDF-1.7\n1 0 obj\n<<\n/Type /EmbeddedFile\n/Params <<\n/Size 9\n>>\n'),
    Buffer.from(`/Length ${packed.length}\n/Filter /FlateDecode\n>>\nstream\n`),
    packed,
    Buffer.from(`\nendstream\n(Nota 40%)\n/ByteRange [${OPEN_RANGE.join(' ')}]\n`),
    Buffer.from(`/Contents <${'00'.repeat(signatureLength(signer))}>\n%%EOF\n`),
  ]);
}
const verified = (file: Uint8Array, keys = [key], max = MAX) => verifyPdf(Uint8Array.from(file), keys, max);

const file = signPdf(laidOut('{"nota":40}'), signer);

it('gives the attachment of a file as it was signed', async () => {
  expect(await verified(file)).toEqual({ tipo: 'valido', anexo: '{"nota":40}' });
});

it('is refused with one changed byte, wherever it stands', async () => {
  // Changes every third byte, to reach both hexadecimal digits of the signature's bytes.
  for (let at = 0; at < file.length; at += 3) {
    const changed = Uint8Array.from(file);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect((await verified(changed)).tipo, `byte ${at}`).not.toBe('valido');
  }
});

it('is refused with an update after its end, something before it, another visible letter, without its signature, or under another key', async () => {
  const update = '2 0 obj\n(Nota 90%)\nendobj\ntrailer\n<<\n/Prev 9\n>>\n%%EOF\n';
  const answers = [
    Buffer.concat([file, Buffer.from(update)]),
    Buffer.concat([file, Buffer.from(`${update}/ByteRange [0 1 2 3]`)]),
    Buffer.concat([Buffer.from(' '), file]),
    Buffer.from(file.toString('latin1').replace('Nota 40%', 'Nota 90%'), 'latin1'),
    Buffer.from(file.toString('latin1').replace('/ByteRange', '/ByteRanje'), 'latin1'),
  ].map((one) => verified(one));
  expect((await Promise.all(answers)).map(({ tipo }) => tipo)).toEqual([
    'alterado',
    'alterado',
    'alterado',
    'alterado',
    'sem_assinatura',
  ]);
  const other = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }).x as string;
  const foreign = { ...key, publica: Uint8Array.from(Buffer.from(other, 'base64url')) };
  expect((await verified(file, [foreign])).tipo).toBe('outra_chave');
});

it('reads no signature longer than any that a dossier has, which would hold a browser up for minutes', () => {
  const spanning = (bytes: number) => {
    const signature = '00'.repeat(bytes);
    const head = (from: number) =>
      `%PDF-1.7\n/ByteRange [0 ${from} ${from + signature.length + 2} 7]/Contents <`;
    return Buffer.from(`${head(head(10).length - 1)}${signature}>\n%%EOF\n`);
  };
  expect(readSignature(spanning(9_000))?.signature).toHaveLength(9_000);
  expect(readSignature(spanning(11_000))).toBe(null);
});

it('reads no more of the attachment than allowed', async () => {
  const long = signPdf(laidOut('a'.repeat(MAX + 1)), signer);
  expect((await verified(long)).tipo).toBe('alterado');
  expect((await verified(long, [key], MAX + 1)).tipo).toBe('valido');
});

it('holds a certificate that another program reads: self-signed, by the key, of its number', () => {
  const certificate = certificateOf(key, signer.sign(certificateBody(key)));
  expect(indexOfBytes(readSignature(file)?.signature ?? new Uint8Array(), certificate)).toBeGreaterThan(0);
  const read = new X509Certificate(certificate);
  expect(read.verify(publicKey)).toBe(true);
  expect(read.issuer).toBe(read.subject);
  expect(read.serialNumber.toLowerCase()).toBe(chave.id.replaceAll('-', ''));
  expect([read.ca, new Date(read.validFrom).toISOString()]).toEqual([false, '2026-11-01T12:00:00.000Z']);
});
