// A telephony server for tests: the part of Asterisk's REST interface that the product uses, with basic authentication,
// and with misbehaviours on demand.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { classifyAddress } from '@escuta/shared/domain/calls/network-address';
import type { GuardedNetwork } from '@escuta/shared/platform/http/guarded-http';

/** Faults of the server. `corta`: ends after half the promised bytes. `goteja`: sends one byte, then nothing. */
export type AriMisbehaviour =
  | 'nenhum'
  | 'lento'
  | 'redireciona'
  | 'enorme'
  | 'cabecalho-enorme'
  | 'outra-coisa'
  | 'corta'
  | 'goteja';

export type AriServer = {
  /** http://host:port */
  url: string;
  port: number;
  username: string;
  password: string;
  misbehaviour: AriMisbehaviour;
  /** Stored recordings by name; a name may contain '/'. */
  recordings: Map<string, Buffer>;
  /** Path and authorization of each request, in order. */
  requests: { path: string; authorization: string | null }[];
  /** Answers wait until this promise resolves. */
  gate: Promise<void>;
  /** Number of requests waiting for `gate`. */
  held: number;
  close: () => Promise<void>;
};

/** Starts the server on a free port of all addresses. @param host the host in the server's URL */
export async function startAriServer(host = '127.0.0.1'): Promise<AriServer> {
  const server = createServer((request, response) => {
    ari.held += 1;
    void ari.gate.then(() => {
      ari.held -= 1;
      answer(ari, request, response);
    });
  });
  const ari: AriServer = {
    url: '',
    port: 0,
    username: 'escuta',
    password: 'Senha da ARI: 1',
    misbehaviour: 'nenhum',
    recordings: new Map(),
    requests: [],
    gate: Promise.resolve(),
    held: 0,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  await new Promise<void>((resolve) => server.listen(0, resolve));
  ari.port = (server.address() as AddressInfo).port;
  ari.url = `http://${host.includes(':') ? `[${host}]` : host}:${ari.port}`;
  return ari;
}

const INFO = { build: { os: 'Linux' }, system: { version: '20.9.1', entity_id: '02:42:ac:11:00:02' } };

function answer(ari: AriServer, request: IncomingMessage, response: ServerResponse): void {
  const path = request.url ?? '';
  ari.requests.push({ path, authorization: request.headers.authorization ?? null });
  const send = (status: number, body: Buffer | string, headers: Record<string, string | number> = {}) => {
    const bytes = Buffer.from(body);
    response.writeHead(status, { 'content-length': bytes.length, ...headers });
    response.end(bytes);
  };
  const expected = `Basic ${Buffer.from(`${ari.username}:${ari.password}`).toString('base64')}`;
  if (request.headers.authorization !== expected) {
    send(401, '{"message":"Authentication required"}', { 'www-authenticate': 'Basic realm="Asterisk REST"' });
    return;
  }
  switch (ari.misbehaviour) {
    case 'lento':
      return;
    case 'redireciona':
      send(302, '', { location: 'http://169.254.169.254/latest/meta-data/' });
      return;
    case 'enorme':
      send(200, JSON.stringify({ texto: 'x'.repeat(300_000) }), { 'content-type': 'application/json' });
      return;
    case 'cabecalho-enorme':
      send(200, '{}', { 'x-enorme': 'x'.repeat(40_000) });
      return;
    case 'outra-coisa':
      send(200, '<html><title>It works!</title></html>', { 'content-type': 'text/html' });
      return;
  }
  if (path === '/ari/asterisk/info') {
    send(200, JSON.stringify(INFO), { 'content-type': 'application/json' });
    return;
  }
  // As in Asterisk, one path segment is a recording's whole name, which is decoded after the path is split.
  const name = /^\/ari\/recordings\/stored\/([^/]+)\/file$/.exec(path)?.[1];
  const bytes = name === undefined ? undefined : ari.recordings.get(decodeURIComponent(name));
  if (!bytes) {
    send(404, '{"message":"Recording not found"}', { 'content-type': 'application/json' });
    return;
  }
  const headers = { 'content-type': 'audio/x-wav', 'content-length': bytes.length };
  if (ari.misbehaviour === 'nenhum') {
    send(200, bytes, headers);
    return;
  }
  response.writeHead(200, headers);
  const half = bytes.subarray(0, ari.misbehaviour === 'corta' ? bytes.length / 2 : 8192);
  response.write(half, () => {
    if (ari.misbehaviour === 'corta') response.socket?.destroy();
  });
}

/**
 * Allows this machine's loopback address, where a test's server runs, besides the networks that the operator allows.
 * @param names what the resolver answers for a host, one list of addresses for each query
 */
export function testNetwork(base: GuardedNetwork, names: Record<string, string[][]> = {}): GuardedNetwork {
  return {
    isAllowed: (address) => address === '127.0.0.1' || base.isAllowed(address),
    resolve: async (host) => {
      const answers = names[host];
      return answers ? ((answers.length > 1 ? answers.shift() : answers[0]) ?? []) : base.resolve(host);
    },
  };
}

/** Finds a private non-loopback address of this machine, for tests of forbidden targets; null if it has none. */
export function privateAddress(): string | null {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  const found = addresses.find(
    ({ internal, address }) => !internal && classifyAddress(address) === 'privado',
  );
  return found?.address ?? null;
}
