// What is wrong before there is a request for a route: on a real port, byte by byte, where inject never comes.
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';

const folder = mkdtempSync(join(tmpdir(), 'escuta-fio-'));
let test: TestApp;
let port: number;
beforeAll(async () => {
  mkdirSync(join(folder, 'assets'));
  for (const page of ['index.html', 'app.html', '.env']) writeFileSync(join(folder, page), 'conteúdo');
  test = await createTestApp({ WEB_DIST: folder });
  await test.app.listen({ host: '127.0.0.1', port: 0 });
  port = (test.app.server.address() as AddressInfo).port;
});
afterAll(async () => {
  await test.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Everything that comes back on a connection until it ends. */
async function answerTo(
  socket: Socket,
): Promise<{ status: number; head: string; body: Record<string, unknown> }> {
  let text = '';
  socket.on('data', (chunk) => {
    text += String(chunk);
  });
  await once(socket, 'close');
  const [head = '', body = ''] = text.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), head, body: JSON.parse(body) as Record<string, unknown> };
}

function open(): Socket {
  const socket = connect(port, '127.0.0.1');
  // The server may cut it while we still write.
  socket.on('error', () => {});
  return socket;
}

function sendRaw(bytes: string) {
  const socket = open();
  socket.write(bytes);
  return answerTo(socket);
}

const get = (path: string) => sendRaw(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
const inShape = (code: string, message: string) => ({
  success: false,
  message,
  error: message,
  details: null,
  code,
  requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
});

describe('o que o servidor recusa antes de haver rota', () => {
  it.each([
    ['/api/v1/%', 400, 'requisicao_invalida', 'O endereço não é válido.'],
    ['/api/v1/projetos/%zz', 400, 'requisicao_invalida', 'O endereço não é válido.'],
  ])('%s: %i', async (path, status, code, message) => {
    const answer = await get(path);
    expect(answer.body).toEqual(inShape(code, message));
    expect(answer.status).toBe(status);
    expect(answer.head.toLowerCase()).toContain('cache-control: no-store');
  });

  it('o que não é HTTP', async () => {
    const answer = await sendRaw('ISTO NÃO É HTTP\r\n\r\n');
    expect(answer.body).toEqual(inShape('requisicao_invalida', 'A requisição não é HTTP válido.'));
    expect(answer.status).toBe(400);
  });

  it('cabeçalhos grandes demais', async () => {
    const answer = await sendRaw(
      `GET /api/v1/version HTTP/1.1\r\nHost: x\r\nX-A: ${'x'.repeat(40_000)}\r\n\r\n`,
    );
    expect(answer.body).toEqual(
      inShape('cabecalhos_grandes', 'Os cabeçalhos da requisição são grandes demais.'),
    );
    expect(answer.status).toBe(431);
  });
});

describe('arquivos que a aplicação web não entrega', () => {
  it.each(['/.env', '//x', '/assets/../../package.json', `/${'x'.repeat(15_000)}`, '/assets/.env'])(
    '%.40s: 404, como o que não existe',
    async (path) => {
      const answer = await get(path);
      expect(answer.body).toEqual(inShape('nao_encontrado', 'Endereço não encontrado.'));
      expect(answer.status).toBe(404);
    },
  );
});
