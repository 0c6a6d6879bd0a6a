import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** AES-256 keys by name. The key `current` seals new secrets; a sealed secret begins with its key's name. */
export type KeyRing = { readonly current: string; readonly keys: ReadonlyMap<string, Buffer> };

/** Parses 'id:base64,id:base64' with keys of 32 bytes. @throws Error in Portuguese for an invalid ring */
export function parseKeyRing(text: string): KeyRing {
  const keys = new Map<string, Buffer>();
  for (const part of text
    .split(',')
    .map((p) => p.trim())
    .filter(Boolean)) {
    const separator = part.indexOf(':');
    const id = part.slice(0, separator);
    const key = Buffer.from(part.slice(separator + 1), 'base64');
    if (!/^[A-Za-z0-9_-]{1,16}$/.test(id) || key.length !== 32) {
      throw new Error('ENCRYPTION_KEYS: use "id:chave" com uma chave de 32 bytes em base64.');
    }
    keys.set(id, key);
  }
  const current = keys.keys().next().value;
  if (current === undefined) throw new Error('ENCRYPTION_KEYS: nenhuma chave.');
  return { current, keys };
}

/**
 * Encrypts a secret with AES-256-GCM and a random nonce; authenticates `context` (table, id, company).
 * @returns 'id.nonce.tag.data' in base64url
 */
export function seal(ring: KeyRing, plain: string, context: string): string {
  const key = ring.keys.get(ring.current) as Buffer;
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(Buffer.from(context));
  const data = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return [
    ring.current,
    nonce.toString('base64url'),
    cipher.getAuthTag().toString('base64url'),
    data.toString('base64url'),
  ].join('.');
}

/** Decrypts an envelope of `seal`. @throws Error for a missing key, other context or changed envelope */
export function open(ring: KeyRing, envelope: string, context: string): string {
  const [id = '', nonce = '', tag = '', data = ''] = envelope.split('.');
  const key = ring.keys.get(id);
  if (!key) throw new Error(`chave de criptografia ausente: ${id}`);
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64url'));
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(Buffer.from(tag, 'base64url'));
  return Buffer.concat([decipher.update(Buffer.from(data, 'base64url')), decipher.final()]).toString('utf8');
}

/** HMAC-SHA-256 in hex, to look up API keys. */
export function hmacHex(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('hex');
}

/** Compares two secrets in constant time. */
export function equalSecrets(a: string, b: string): boolean {
  const x = Buffer.from(a);
  const y = Buffer.from(b);
  return x.length === y.length && timingSafeEqual(x, y);
}

export function newDeviceSecret(): string {
  return `apa_${randomBytes(32).toString('base64url')}`;
}

export function newApiKey(): string {
  return `esc_${randomBytes(32).toString('base64url')}`;
}
