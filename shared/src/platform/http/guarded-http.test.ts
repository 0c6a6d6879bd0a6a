import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createGuardedNetwork, type GuardedNetwork, guardedGet, readBounded } from './guarded-http.ts';

let server: Server;
let port: number;
let seen: string[];
let answer: (response: ServerResponse) => void;
beforeAll(async () => {
  server = createServer((request, response) => {
    seen.push(`${request.socket.localAddress} ${request.url}`);
    answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  seen = [];
  answer = (response) => void response.end('oi');
});

const here: GuardedNetwork = {
  isAllowed: (address) => address === '127.0.0.1',
  resolve: async () => ['127.0.0.1'],
};
const get = (
  host: string,
  network: GuardedNetwork = here,
  limits: { timeoutMs: number; totalMs: number } = { timeoutMs: 1000, totalMs: 2000 },
) =>
  guardedGet(network, {
    url: new URL(`http://${host}:${port}/x`),
    credentials: { username: 'u', password: 'p' },
    ...limits,
  });

describe('the network as the operator opens it', () => {
  // No list of networks opens this machine's own addresses.
  const open = createGuardedNetwork('127.0.0.0/8, ::1/128, 0.0.0.0/0, ::/0');

  it.each(['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '0.0.0.0', '2130706433'])(
    'does not reach %s',
    async (host) => {
      await expect(get(host, open)).rejects.toMatchObject({ failure: 'endereco' });
      expect(seen).toEqual([]);
    },
  );
});

it('connects to the checked address without asking again', async () => {
  const answers = ['127.0.0.1', '127.0.0.2'];
  const changing: GuardedNetwork = {
    isAllowed: here.isAllowed,
    resolve: async () => answers.splice(0, 1),
  };
  const response = await get('muda.test', changing);
  expect((await readBounded(response, 100)).toString()).toBe('oi');
  expect([answers, seen]).toEqual([['127.0.0.2'], ['::ffff:127.0.0.1 /x']]);
});

it('a body that stops midway ends at the wait limit, and one that drips at the total limit', async () => {
  // Each case has one short limit; a slow machine may reach this limit before the headers, with the same failure.
  const read = async (limits: { timeoutMs: number; totalMs: number }) =>
    readBounded(await get('a.test', here, limits), 1000);
  answer = (response) => void response.write('começo');
  await expect(read({ timeoutMs: 300, totalMs: 600_000 })).rejects.toMatchObject({ failure: 'tempo' });

  let drip: NodeJS.Timeout | undefined;
  answer = (response) => {
    drip = setInterval(() => response.write('.'), 40);
  };
  // Without the total limit, bytes every 40 ms would continue up to the size limit.
  await expect(read({ timeoutMs: 600_000, totalMs: 500 })).rejects.toMatchObject({ failure: 'tempo' });
  clearInterval(drip);
});

it('a cut body is a failure, not a short body', async () => {
  answer = (response) => {
    response.writeHead(200, { 'content-length': 100 });
    response.write('metade', () => response.socket?.destroy());
  };
  await expect(readBounded(await get('a.test'), 1000)).rejects.toMatchObject({ failure: 'conexao' });
});

it("the body's limit holds for the bytes that arrive, not for those announced", async () => {
  answer = (response) => {
    response.write('x'.repeat(600));
    response.end('x'.repeat(600));
  };
  await expect(readBounded(await get('a.test'), 1000)).rejects.toMatchObject({ failure: 'tamanho' });
  expect((await readBounded(await get('a.test'), 1200)).length).toBe(1200);
});
