// A real mail server that answers each message as a test decides.
import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';

export type Received = { to: string[]; from: string; text: string };
/** The server's reaction: accept, refuse with a code, or keep the sender waiting. */
export type Answer = 'ok' | 'wait' | number;

export type TestSmtp = {
  port: number;
  url: string;
  received: Received[];
  /** Number of received messages that wait for an answer. */
  waiting: () => number;
  /** Number of open connections. */
  connections: () => number;
  /** Closes the connections as after a long silence. */
  endIdle: () => void;
  close: () => Promise<void>;
};

/** Makes a refusal that quotes a link of the message, as spam filters do. */
const refuse = (code: number, message = '') =>
  Object.assign(new Error(`recusado: ${/https?:\S+/.exec(message)?.[0] ?? 'sem link'}`), {
    responseCode: code,
  });

/** Starts the server. `onRecipient` and `onMessage` decide its answers. A later server can reuse a fixed `port`. */
export async function startSmtp(
  options: {
    port?: number;
    onRecipient?: (address: string) => Answer;
    onMessage?: (message: Received) => Answer;
    login?: { user: string; pass: string };
  } = {},
): Promise<TestSmtp> {
  const received: Received[] = [];
  let waiting = 0;
  const server = new SMTPServer({
    logger: false,
    closeTimeout: 100,
    authOptional: options.login === undefined,
    disabledCommands: options.login ? ['STARTTLS'] : ['STARTTLS', 'AUTH'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) => {
      const right = username === options.login?.user && password === options.login?.pass;
      done(right ? null : new Error('Invalid login'), right ? { user: 'teste' } : undefined);
    },
    onRcptTo: ({ address }, _session, done) => {
      const answer = options.onRecipient?.(address) ?? 'ok';
      done(typeof answer === 'number' ? refuse(answer) : null);
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        const message = {
          to: rcptTo.map(({ address }) => address),
          from: mailFrom ? mailFrom.address : '',
          text: Buffer.concat(chunks).toString(),
        };
        const answer = options.onMessage?.(message) ?? 'ok';
        if (answer === 'wait') {
          waiting++;
          return;
        }
        if (answer === 'ok') received.push(message);
        done(answer === 'ok' ? null : refuse(answer, message.text));
      });
    },
  });
  const sockets = new Set<Socket>();
  server.server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  // Errors are ignored, because killed senders cut their connections in the tests.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    port,
    url: `smtp://127.0.0.1:${port}`,
    received,
    waiting: () => waiting,
    connections: () => server.connections.size,
    endIdle: () => {
      for (const socket of sockets) socket.emit('timeout');
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
