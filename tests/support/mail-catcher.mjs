// A mail server that keeps what it is handed: each message a file, so that browser tests read what people receive.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';

/**
 * Listens on a free port of this machine.
 * @returns {Promise<{ url: string, folder: string, stop: () => Promise<void> }>} `folder`: one `.eml` a message, by arrival
 */
export async function startMailCatcher(folder) {
  mkdirSync(folder, { recursive: true });
  let count = 0;
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, session, done) {
      const parts = [];
      stream.on('data', (part) => parts.push(part));
      stream.on('end', () => {
        count += 1;
        const to = session.envelope.rcptTo.map(({ address }) => `X-Para: ${address}\r\n`).join('');
        const name = `${String(count).padStart(4, '0')}.eml`;
        writeFileSync(join(folder, name), Buffer.concat([Buffer.from(to), ...parts]));
        done();
      });
    },
  });
  await new Promise((resolve, reject) => {
    server.on('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.server.address();
  return {
    url: `smtp://127.0.0.1:${port}`,
    folder,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}
