import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { patientFetch } from './lifeline.ts';

let server: Server;
afterEach(() => new Promise((resolve) => server.close(resolve)));

async function answering(status: number): Promise<string> {
  server = createServer((_, response) => response.writeHead(status).end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/chat/completions`;
}

it.each([204, 205, 304])('takes an answer without a body as one: %d', async (status) => {
  const answer = await patientFetch(await answering(status), { method: 'POST', body: '{}' });
  expect([answer.status, await answer.text()]).toEqual([status, '']);
});

it('fails, and the process with it does not, at a status that HTTP does not know', async () => {
  await expect(patientFetch(await answering(799), { method: 'POST', body: '{}' })).rejects.toThrow(
    RangeError,
  );
});
