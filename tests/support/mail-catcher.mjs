// Keeps what the product sends: each message a file, so that browser tests, in their own processes, read what people receive.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startSmtp } from './smtp-server.ts';

/**
 * Listens on a free port of this machine.
 * @returns {Promise<{ url: string, folder: string, stop: () => Promise<void> }>} `folder`: one `.eml` a message, by arrival
 */
export async function startMailCatcher(folder) {
  mkdirSync(folder, { recursive: true });
  let count = 0;
  const server = await startSmtp({
    onMessage: ({ to, text }) => {
      count += 1;
      const head = to.map((address) => `X-Para: ${address}\r\n`).join('');
      writeFileSync(join(folder, `${String(count).padStart(4, '0')}.eml`), head + text);
      return 'ok';
    },
  });
  return { url: server.url, folder, stop: server.close };
}
