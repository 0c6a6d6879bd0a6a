// Stores each sent message as a file, for browser tests in their own processes.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startSmtp } from './smtp-server.ts';

/**
 * Listens on a free port. @returns {Promise<{ url: string, folder: string, stop: () => Promise<void> }>} `folder`: one
 * `.eml` per message, by arrival
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
