// Failures that happen before a request reaches a route, tested byte by byte on a real port, which inject cannot do.
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp, type TestAppDeps } from '../support/app.ts';
import { bearer, createTenant } from '../support/factories.ts';

const folder = mkdtempSync(join(tmpdir(), 'escuta-fio-'));
const MIB = 1024 * 1024;
let test: TestApp;
let port: number;
let upload: string;
let token: string;
beforeAll(async () => {
  mkdirSync(join(folder, 'assets'));
  for (const page of ['index.html', 'app.html', '.env']) writeFileSync(join(folder, page), 'conteúdo');
  // Limits allow for stalls of this process, which is also the client: a stall must not count as slow sending.
  const slowBodies = { jsonMs: 700, paceEveryMs: 1500, minBytesPerS: 1000 };
  const refusedBodies = { everyMs: 1000, maxMs: 60_000, maxBytes: 64 * MIB, maxBytesUnknown: 4 * MIB };
  test = await createTestApp({ WEB_DIST: folder, UPLOAD_MAX_MB: 1 }, { slowBodies, refusedBodies });
  const tenant = await createTenant(test.deps);
  upload = `/api/v1/auditoria-item/${tenant.item.id}/upload`;
  token = tenant.tokens.gerente;
  await test.app.listen({ host: '127.0.0.1', port: 0 });
  port = (test.app.server.address() as AddressInfo).port;
});
afterAll(async () => {
  await test.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Reads everything that a connection receives until its end. @returns the answer's status, head and JSON body */
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
  // The server may close the connection during our write.
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
  details: message,
  errors: [],
  dados: null,
  code,
  requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
});

describe('what the server refuses before there is a route', () => {
  it.each([
    ['/api/v1/%', 400, 'requisicao_invalida', 'O endereço não é válido.'],
    ['/api/v1/projetos/%zz', 400, 'requisicao_invalida', 'O endereço não é válido.'],
  ])('%s: %i', async (path, status, code, message) => {
    const answer = await get(path);
    expect(answer.body).toEqual(inShape(code, message));
    expect(answer.status).toBe(status);
    expect(answer.head.toLowerCase()).toContain('cache-control: no-store');
  });

  it('what is no HTTP', async () => {
    const answer = await sendRaw('ISTO NÃO É HTTP\r\n\r\n');
    expect(answer.body).toEqual(inShape('requisicao_invalida', 'A requisição HTTP é inválida.'));
    expect(answer.status).toBe(400);
  });

  it('headers too large', async () => {
    const answer = await sendRaw(
      `GET /api/v1/version HTTP/1.1\r\nHost: x\r\nX-A: ${'x'.repeat(40_000)}\r\n\r\n`,
    );
    expect(answer.body).toEqual(
      inShape('cabecalhos_grandes', 'Os cabeçalhos da requisição são grandes demais.'),
    );
    expect(answer.status).toBe(431);
  });
});

describe('files that the web application does not hand out', () => {
  it.each(['/.env', '//x', '/assets/../../package.json', `/${'x'.repeat(15_000)}`, '/assets/.env'])(
    '%.40s: 404, like what does not exist',
    async (path) => {
      const answer = await get(path);
      expect(answer.body).toEqual(inShape('nao_encontrado', 'Endereço não encontrado.'));
      expect(answer.status).toBe(404);
    },
  );
});

describe('bodies that do not arrive', () => {
  const form =
    '--b\r\ncontent-disposition: form-data; name="file"; filename="a.mp3"\r\ncontent-type: audio/mpeg\r\n\r\n';
  const uploadHead = (length: number) =>
    `POST ${upload} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: ${length}\r\n\r\n`;

  it('a JSON that does not end is cut with 408', async () => {
    const socket = open();
    socket.write(
      'POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{',
    );
    const answer = await answerTo(socket);
    expect(answer.body).toEqual(inShape('tempo_esgotado', 'O envio demorou demais. Envie de novo.'));
    expect(answer.status).toBe(408);
  });

  it('an upload of a byte now and then too', async () => {
    const socket = open();
    socket.write(uploadHead(500_000) + form);
    const drip = setInterval(() => socket.write('x'), 200);
    const answer = await answerTo(socket).finally(() => clearInterval(drip));
    expect(answer.body).toEqual(inShape('tempo_esgotado', 'O envio demorou demais. Envie de novo.'));
    expect(answer.status).toBe(408);
  });

  it('a slow but steady upload comes to its end', async () => {
    const socket = open();
    const end = '\r\n--b--\r\n';
    const parts = 30;
    socket.write(uploadHead(form.length + parts * 2000 + end.length) + form);
    const answered = answerTo(socket);
    for (let part = 0; part < parts; part++) {
      socket.write('x'.repeat(2000));
      await new Promise((done) => setTimeout(done, 100));
    }
    socket.end(end);
    // The file is refused because of its first bytes. Unreadable sound would be refused only after the whole file.
    expect((await answered).body).toMatchObject({ code: 'arquivo_invalido' });
  });

  it('an upload that calls itself too large is refused unread', async () => {
    const socket = open();
    socket.write(uploadHead(2_147_000_000) + form);
    const answer = await answerTo(socket);
    expect(answer.body).toEqual(inShape('corpo_grande', 'O arquivo passa do limite de 1 MB.'));
    expect(answer.status).toBe(413);
  });
});

describe('a refused upload', () => {
  const form = (fields: Record<string, string>, file: string) => {
    const data = new FormData();
    for (const [name, value] of Object.entries(fields)) data.append(name, value);
    data.append(file, new Blob([Buffer.alloc(12 * MIB)]), 'a.mp3');
    return data;
  };
  const UUID = '019a0000-0000-7000-8000-00000000000a';
  it.each<[string, string, string, () => FormData | Buffer<ArrayBuffer>, number]>([
    ['by a field', 'POST', '/auditorias', () => form({ projeto_id: 'x' }, 'audio'), 400],
    ['by an unknown field', 'POST', '/auditorias', () => form({ cor: 'x' }, 'audio'), 400],
    ['too large', 'POST', `/auditoria-item/${UUID}/upload`, () => form({}, 'file'), 413],
    ['without multipart', 'POST', '/auditorias', () => Buffer.alloc(12 * MIB), 415],
    ['in bytes, without an upload', 'PUT', `/envios/${UUID}/partes/1`, () => Buffer.alloc(12 * MIB), 415],
  ])('%s says why to a client that still sends', async (_why, method, path, body, status) => {
    for (let times = 0; times < 2; times += 1) {
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
        method,
        body: body(),
        headers: bearer(token),
      });
      expect([answer.status, ((await answer.json()) as { success: unknown }).success]).toEqual([
        status,
        false,
      ]);
    }
  });

  it('is not read for ever: without a sender, and beyond the limit, the connection ends', async () => {
    const head = (authorization: string) =>
      `POST ${upload} HTTP/1.1\r\nHost: x\r\n${authorization}Content-Type: text/plain\r\nContent-Length: ${900 * MIB}\r\n\r\n`;
    const idle = open();
    idle.write(head(`Authorization: Bearer ${token}\r\n`));
    expect((await answerTo(idle)).status).toBe(415);
    const endless = open();
    let answer = '';
    endless.on('data', (bytes) => {
      answer += bytes;
    });
    // A connection that ends while its client still sends is reset.
    endless.on('error', () => undefined);
    const closed = new Promise((resolve) => endless.once('close', resolve));
    endless.write(head(''));
    // Reads the answer before the limit for refused bodies is reached, because a reset may discard unread data.
    await expect.poll(() => answer).toMatch(/^HTTP\/1\.1 401 /);
    let sent = 0;
    const chunk = Buffer.alloc(MIB);
    const pump = setInterval(() => {
      if (!endless.writable) return;
      endless.write(chunk);
      sent += MIB;
    }, 20);
    await closed;
    clearInterval(pump);
    expect(sent).toBeGreaterThan(4 * MIB);
  });
});

it('what the API says is kept by nobody on the way', async () => {
  const { headers } = await test.app.inject({ url: '/api/v1/users/profile', headers: bearer(token) });
  expect(headers['cache-control']).toBe('no-store');
});

it.each([
  ['ENOSPC', 507, 'sem_espaco', 'O armazenamento de gravações está cheio'],
  // In the cases below the storage folder is mounted read-only, lost with the network, forbidden, or faulty.
  ['EROFS', 503, 'indisponivel', 'O serviço está indisponível no momento.'],
  ['ESTALE', 503, 'indisponivel', 'O serviço está indisponível no momento.'],
  ['EACCES', 503, 'indisponivel', 'O serviço está indisponível no momento.'],
  ['EIO', 503, 'indisponivel', 'O serviço está indisponível no momento.'],
] as const)(
  'a storage that cannot be written to is named in its words: %s',
  async (errno, status, code, message) => {
    const full = Object.assign(new Error(`${errno}: write`), { code: errno });
    const store = Object.create(test.deps.store) as TestAppDeps['store'];
    store.put = async (_key, body) => {
      body.destroy();
      throw full;
    };
    const crowded = await createTestApp({}, { parts: { store } });
    try {
      const wav = Buffer.concat([Buffer.from('RIFF\x24\x00\x00\x00WAVEfmt '), Buffer.alloc(4096)]);
      const payload = Buffer.concat([
        Buffer.from(
          '--b\r\ncontent-disposition: form-data; name="file"; filename="a.wav"\r\ncontent-type: audio/wav\r\n\r\n',
        ),
        wav,
        Buffer.from('\r\n--b--\r\n'),
      ]);
      const send = async () => {
        const answer = await crowded.app.inject({
          method: 'POST',
          url: upload,
          headers: { ...bearer(token), 'content-type': 'multipart/form-data; boundary=b' },
          payload,
        });
        return { status: answer.statusCode, ...answer.json<{ code: string; message: string }>() };
      };
      // A busy machine may first report an overload.
      await expect.poll(send).toMatchObject({
        status,
        code,
        message: expect.stringContaining(message),
      });
    } finally {
      await crowded.close();
    }
  },
);
