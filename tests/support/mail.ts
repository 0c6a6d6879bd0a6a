// What the product has sent by e-mail, as the mail server of the browser tests kept it.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject } from 'vitest';

/** Undoes the encoding in which messages travel. */
function decode(source: string): string {
  return source
    .replace(/=\r?\n/g, '')
    .replace(/((?:=[0-9A-F]{2})+)/g, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString());
}

/** The messages to an address that hold a text, oldest first, as they are read. */
function mailsTo(address: string, text: string): string[] {
  const folder = inject('mailFolder');
  return readdirSync(folder)
    .sort()
    .map((file) => decode(readFileSync(join(folder, file), 'utf8')))
    .filter((mail) => mail.startsWith(`X-Para: ${address}\r\n`) && mail.includes(text));
}

/** Waits for a message to an address that holds a text; gives the newest. */
export async function lastMail(address: string, text: string): Promise<string> {
  await expect.poll(() => mailsTo(address, text).length).toBeGreaterThan(0);
  return mailsTo(address, text).at(-1)!;
}

/** The link in a message that confirms a company's e-mail. */
export function confirmationIn(mail: string): string {
  return /https?:\/\/\S+\/update-password#confirmar=[\w-]+/.exec(mail)![0];
}

/** The password link in a message. */
export function linkIn(mail: string): string {
  return /https?:\/\/\S+\/update-password#token=[\w-]+/.exec(mail)![0];
}
