// A backup's description of itself. It is written last: a folder without it holds no finished backup.
import { createHash } from 'node:crypto';
import type { KeyRing } from '@escuta/shared/platform/crypto/crypto';
import { equalSecrets } from '@escuta/shared/platform/crypto/crypto';
import { z } from 'zod';
import { signature } from './key-ring.ts';
import { OperatorError } from './settings.ts';

export const MANIFEST = 'manifesto.json';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
/** A name inside the backup, never a path out of it. */
const member = z.string().regex(/^[a-z]+-[0-9TZ]+\.(?:dump|ndjson)$/);
const part = z.object({ arquivo: member, bytes: z.number().int().nonnegative(), sha256 });

const manifestSchema = z.object({
  formato: z.literal(1),
  produto: z.literal('escuta'),
  versao: z.string(),
  /** Fingerprint of the product's sources that wrote the backup; absent in backups of older versions. */
  compilacao: z.string().optional(),
  criadaEm: z.iso.datetime(),
  /** Identifies the installation; a restored installation keeps it. */
  instalacao: z.string(),
  banco: part.extend({
    esquema: z.string(),
    /** Major versions of the server and of pg_dump. */
    servidor: z.number().int(),
    ferramenta: z.number().int(),
    migracoes: z.array(z.string()),
    /** Number of rows of each table. */
    linhas: z.record(z.string(), z.number().int().nonnegative()),
    /** True if each company's balance was the sum of its ledger. */
    saldoConfere: z.boolean(),
  }),
  objetos: z.object({
    indice: part,
    total: z.number().int().nonnegative(),
    bytes: z.number().int().nonnegative(),
    /** Number of objects that the database names but the storage lacks. */
    ausentes: z.number().int().nonnegative(),
    /** Number of objects whose content differs from the database's hash. */
    divergentes: z.number().int().nonnegative(),
  }),
  chaves: z.object({
    cifra: z.array(z.object({ id: z.string(), impressao: z.string(), emUso: z.boolean() })),
    apiKeyHmac: z.string(),
  }),
  naoInclui: z.array(z.string()),
});
export type Manifest = z.infer<typeof manifestSchema>;

const signatureSchema = z.object({ chave: z.string(), hmac: z.string() });

export const indexEntrySchema = z.object({
  chave: z.string(),
  bytes: z.number().int().nonnegative(),
  sha256,
  tipo: z.string(),
});
export type IndexEntry = z.infer<typeof indexEntrySchema>;

/** Path of an object inside a backup: a meaningless name, short enough for any archive. */
export function objectMember(chave: string): string {
  const hash = createHash('sha256').update(chave).digest('hex');
  return `objetos/${hash.slice(0, 2)}/${hash}`;
}

/** The manifest as text, signed with the ring's current key. */
export function writeManifest(manifest: Manifest, ring: KeyRing): string {
  const hmac = signature(ring.keys.get(ring.current) as Buffer, JSON.stringify(manifest));
  return `${JSON.stringify({ ...manifest, assinatura: { chave: ring.current, hmac } }, null, 2)}\n`;
}

export type SignedManifest = { manifest: Manifest; isAuthentic: (ring: KeyRing) => boolean };

/** Reads a manifest. @throws OperatorError if the text is no backup manifest of a supported version */
export function readManifest(text: string): SignedManifest {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new OperatorError('O manifesto da cópia não é JSON: a cópia está danificada.');
  }
  const { assinatura, ...rest } = (value ?? {}) as Record<string, unknown>;
  const parsed = manifestSchema.safeParse(rest);
  const signed = signatureSchema.safeParse(assinatura);
  if (!parsed.success || !signed.success) {
    throw new OperatorError('O manifesto não é de uma cópia da Escuta que esta versão conheça.');
  }
  const { chave, hmac } = signed.data;
  const text1 = JSON.stringify(rest);
  return {
    manifest: parsed.data,
    isAuthentic: (ring) => {
      const key = ring.keys.get(chave);
      return key !== undefined && equalSecrets(signature(key, text1), hmac);
    },
  };
}
