/**
 * The shared worker of live events: one connection for all tabs of a browser. Over HTTP/1.1, which the product uses, a
 * browser allows six connections to a host: with a connection per tab, the seventh tab could send no request.
 */
import type { PageMessage, WorkerMessage } from './protocol.ts';
import { type LiveStream, openStream } from './stream.ts';

/** The used part of SharedWorkerGlobalScope, which TypeScript's DOM library lacks. */
declare const self: { onconnect: ((event: MessageEvent) => void) | null };

type Shared = { stream: LiveStream; ports: Set<MessagePort>; connected: boolean; changedAt: number };

/** Streams by token. There may be two, because after a new sign-in the tabs change to the new token one by one. */
const streams = new Map<string, Shared>();

function join(port: MessagePort, url: string, token: string): void {
  const known = streams.get(token);
  if (known) {
    known.ports.add(port);
    tell([port], { tipo: 'ligado', ligado: known.connected });
    if (known.connected) tell([port], { tipo: 'mudou', em: known.changedAt });
    return;
  }
  const ports = new Set([port]);
  const shared: Shared = {
    ports,
    connected: false,
    changedAt: 0,
    stream: openStream(url, token, {
      onEvent: (evento) => {
        shared.changedAt = Date.now();
        tell(ports, { tipo: 'evento', evento });
      },
      onGap: () => tell(ports, { tipo: 'lacuna' }),
      onLastChange: (em) => {
        shared.changedAt = em;
        tell(ports, { tipo: 'mudou', em });
      },
      onConnected: (ligado) => {
        shared.connected = ligado;
        tell(ports, { tipo: 'ligado', ligado });
      },
      onRefused: () => {
        streams.delete(token);
        tell(ports, { tipo: 'recusado', token });
      },
    }),
  };
  streams.set(token, shared);
}

function leave(port: MessagePort): void {
  for (const [token, { ports, stream }] of streams) {
    if (!ports.delete(port) || ports.size > 0) continue;
    stream.close();
    streams.delete(token);
  }
}

function tell(ports: Iterable<MessagePort>, message: WorkerMessage): void {
  for (const port of ports) port.postMessage(message);
}

self.onconnect = ({ ports: [port] }) => {
  if (!port) return;
  port.onmessage = ({ data }: MessageEvent<PageMessage>) => {
    leave(port);
    if (data.tipo === 'ouvir') join(port, data.url, data.token);
  };
};
