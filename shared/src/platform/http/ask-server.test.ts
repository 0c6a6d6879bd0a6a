import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { askServer } from './ask-server.ts';

/** Bytes that the server offers: more than the reader's limit. */
const MOST = 64 * 1024 * 1024;
let written = 0;
const server = createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  more(response);
});
const piece = Buffer.alloc(1024 * 1024, ' ');
function more(response: ServerResponse): void {
  while (written < MOST && !response.destroyed) {
    written += piece.length;
    if (!response.write(piece)) return void response.once('drain', () => more(response));
  }
  response.end();
}

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => new Promise((resolve) => server.close(resolve)));

it('reads no more of an answer without an end than any list of models is long', async () => {
  const { port } = server.address() as AddressInfo;
  const where = { baseURL: `http://127.0.0.1:${port}/v1`, apiKey: undefined };
  const found = await askServer(where, { finalidade: 'texto', modelo: 'a' });
  expect(found).toEqual({ servidor: null, listado: null, protocolo: null });
  // `MOST` allows for six addresses, each read up to the limit, and bytes in flight.
  expect(written).toBeLessThan(MOST);
});
