// Stores each sent message as a file, where the browser tests' processes can read it.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startSmtp } from './smtp-server.ts';

/**
 * Starts a mail server on a free port that stores each message in `folder`, as one `.eml` file, numbered by arrival.
 * @returns {Promise<{ url: string, folder: string, stop: () => Promise<void> }>}
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
