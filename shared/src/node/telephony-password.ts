import { type KeyRing, open } from './crypto.ts';

/** What a telephony password is sealed to: its own row of its own company. */
export function telephonyPasswordContext(config: { id: string; empresa_id: string }): string {
  return `asterisk_configs:${config.id}:${config.empresa_id}`;
}

/** A telephony server's password in the clear, to be sent there and nowhere else. @throws Error when its key is gone */
export function openTelephonyPassword(
  ring: KeyRing,
  config: { id: string; empresa_id: string; senha_cifra: string },
): string {
  return open(ring, config.senha_cifra, telephonyPasswordContext(config));
}
