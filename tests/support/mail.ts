// Mails of the product, as stored by the browser tests' mail server.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject } from 'vitest';

/** Decodes a message's transfer encoding. */
function decode(source: string): string {
  return source
    .replace(/=\r?\n/g, '')
    .replace(/((?:=[0-9A-F]{2})+)/g, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString());
}

/** Reads the messages to an address that contain a text, decoded, oldest first. */
function mailsTo(address: string, text: string): string[] {
  const folder = inject('mailFolder');
  return readdirSync(folder)
    .sort()
    .map((file) => decode(readFileSync(join(folder, file), 'utf8')))
    .filter((mail) => mail.startsWith(`X-Para: ${address}\r\n`) && mail.includes(text));
}

/** Waits for a message to an address that contains a text. @returns the newest */
export async function lastMail(address: string, text: string): Promise<string> {
  await expect.poll(() => mailsTo(address, text).length).toBeGreaterThan(0);
  return mailsTo(address, text).at(-1)!;
}

/** Finds, in a message, the link that confirms a company's e-mail address. */
export function confirmationIn(mail: string): string {
  return /https?:\/\/\S+\/update-password#confirmar=[\w-]+/.exec(mail)![0];
}

/** Finds the password link in a message. */
export function linkIn(mail: string): string {
  return /https?:\/\/\S+\/update-password#token=[\w-]+/.exec(mail)![0];
}
