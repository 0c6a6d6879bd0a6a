// Uploads and downloads over a real socket: Fastify's inject would not test disconnects, limits and ranges.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { ResultUnknownError } from '@escuta/prisma/result-unknown';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import { bearer, createItem, createTenant } from '../support/factories.ts';

let test: TestApp;
let mine: Awaited<ReturnType<typeof createTenant>>;
let base: string;
let mp3: Buffer;
let item: { id: string };

beforeAll(async () => {
  test = await createTestApp({ UPLOAD_MAX_MB: 2 });
  mine = await createTenant(test.deps, { creditos: 10 });
  await test.app.listen({ host: '127.0.0.1', port: 0 });
  base = `http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}/api/v1`;
  mp3 = await readFile(join(import.meta.dirname, '../../samples/teste-curta.mp3'));
});
afterAll(() => test.close());
beforeEach(async () => {
  item = await createItem(test.deps, mine.auditoria);
});

const headers = () => bearer(mine.tokens.usuario);

function upload(
  body: Buffer | string,
  options: { nome?: string; tipo?: string; campo?: string; id?: string } = {},
) {
  const form = new FormData();
  const blob = new Blob([body], { type: options.tipo ?? 'audio/mpeg' });
  form.append(options.campo ?? 'file', blob, options.nome ?? 'chamada.mp3');
  return fetch(`${base}/auditoria-item/${options.id ?? item.id}/upload`, {
    method: 'POST',
    headers: headers(),
    body: form,
  });
}
const download = (init: { headers?: Record<string, string>; method?: string } = {}, query = '') =>
  fetch(`${base}/auditoria-item/${item.id}/download${query}`, {
    ...init,
    headers: { ...headers(), ...init.headers },
  });

const wav = (bytes: number) =>
  Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVEfmt '), randomBytes(Math.max(0, bytes - 16))]);
const stored = async () => {
  const { prisma } = test.deps;
  const row = await prisma.auditoriaItem.findUniqueOrThrow({ where: { id: item.id } });
  return row.arquivoPath;
};
/** Counts stored objects without an item that await no deletion, also an object that the API writes as a test. */
async function orphans(): Promise<number> {
  const files = await readdir(test.deps.env.STORAGE_DIR, { recursive: true });
  const objects: string[] = [];
  for (const file of files) {
    const path = join(test.deps.env.STORAGE_DIR, file);
    // This file identifies the folder, and is not an object.
    if (file !== 'identificacao' && (await stat(path)).isFile()) objects.push(path);
  }
  const { rows } = await test.deps.db.query<{ n: number }>(
    `select count(*)::int as n from (select arquivo_path from auditoria_itens where arquivo_path is not null
       union select chave from objetos_pendentes) c`,
  );
  return objects.length - (rows[0]?.n ?? 0);
}

describe('uploading', () => {
  it('stores the file, its type by content, its digest and its name', async () => {
    const answer = await upload(mp3, {
      nome: 'C:\\gravações\\Ligação “1”.mp3',
      tipo: 'application/octet-stream',
    });
    const body = (await answer.json()) as { data: { audioPath: string; item: Record<string, unknown> } };
    expect(answer.status, JSON.stringify(body)).toBe(200);
    expect(body.data.audioPath).toMatch(new RegExp(`^${mine.empresa.id}/${item.id}/[0-9a-f-]{36}$`));
    expect(body.data.item).toMatchObject({
      status: 'pendente',
      arquivo_path: body.data.audioPath,
      arquivo_nome: 'Ligação “1”.mp3',
      arquivo_tipo: 'audio/mpeg',
      arquivo_tamanho: mp3.length,
    });
    const row = await test.deps.prisma.auditoriaItem.findUniqueOrThrow({ where: { id: item.id } });
    expect(row.arquivoSha256).toBe(createHash('sha256').update(mp3).digest('hex'));
    expect(await test.deps.store.head(body.data.audioPath)).toEqual({
      size: mp3.length,
      contentType: 'audio/mpeg',
    });
    expect(
      await test.deps.prisma.objetoPendente.findUnique({ where: { chave: body.data.audioPath } }),
    ).toBeNull();
  });

  it("accepts a messaging app's .opus, as the portal does", async () => {
    const ogg = Buffer.concat([Buffer.from('OggS'), Buffer.alloc(60)]);
    const answer = await upload(ogg, {
      nome: 'AUD-20261116-WA0012.opus',
      tipo: 'application/octet-stream',
    });
    expect(answer.status).toBe(200);
    const body = (await answer.json()) as { data: { item: Record<string, unknown> } };
    expect(body.data.item).toMatchObject({
      arquivo_nome: 'AUD-20261116-WA0012.opus',
      arquivo_tipo: 'audio/ogg',
    });
  });

  it.each([
    [
      'another type of file',
      () => upload(mp3, { nome: 'foto.png', tipo: 'image/png' }),
      400,
      'Por favor, selecione um arquivo de áudio (MP3, WAV, OGG, M4A).',
    ],
    [
      'an audio name over another content',
      () => upload('<html>oi</html>'),
      400,
      'Por favor, selecione um arquivo de áudio (MP3, WAV, OGG, M4A).',
    ],
    ['an empty file', () => upload(''), 400, 'O arquivo está vazio.'],
    ['another field', () => upload(mp3, { campo: 'audio' }), 400, "Envie o arquivo no campo 'file'."],
    [
      'more than the limit',
      () => upload(wav(2 * 1024 * 1024 + 1)),
      413,
      'O arquivo passa do limite de 2 MB.',
    ],
    [
      'an item that does not exist',
      () => upload(mp3, { id: randomUUID() }),
      404,
      'Item de auditoria não encontrado.',
    ],
  ])('refuses %s, and nothing stays', async (_name, send, status, message) => {
    const answer = await send();
    expect([answer.status, ((await answer.json()) as { message: string }).message]).toEqual([
      status,
      message,
    ]);
    expect(await stored()).toBeNull();
    await expect.poll(orphans).toBe(0);
    const pending = await test.deps.prisma.objetoPendente.count({ where: { chave: { contains: item.id } } });
    expect(pending).toBe(0);
  });

  it("accepts exactly the limit's size", async () => {
    expect((await upload(wav(2 * 1024 * 1024), { nome: 'a.wav' })).status).toBe(200);
  });

  it('a client that gives up midway leaves nothing', async () => {
    const boundary = 'limite';
    const sent = httpRequest(`${base}/auditoria-item/${item.id}/upload`, {
      method: 'POST',
      headers: { ...headers(), 'content-type': `multipart/form-data; boundary=${boundary}` },
    });
    sent.on('error', () => undefined);
    sent.write(
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.wav"\r\ncontent-type: audio/wav\r\n\r\n`,
    );
    sent.write(wav(300_000));
    const announced = () =>
      test.deps.prisma.objetoPendente.count({ where: { chave: { contains: item.id } } });
    await expect.poll(announced).toBe(1);
    sent.destroy();
    await expect.poll(announced).toBe(0);
    expect(await stored()).toBeNull();
    await expect.poll(orphans).toBe(0);
  });

  it('replacing the recording returns a completed item to pending and sends the old one to the sweep', async () => {
    await upload(mp3);
    const first = await stored();
    await test.deps.prisma.auditoriaItem.update({ where: { id: item.id }, data: { status: 'concluido' } });
    const answer = await upload(wav(5000), { nome: 'b.wav' });
    expect(((await answer.json()) as { data: { item: { status: string } } }).data.item.status).toBe(
      'pendente',
    );
    expect(await stored()).not.toBe(first);
    expect(await test.deps.prisma.objetoPendente.findUnique({ where: { chave: first! } })).not.toBeNull();
  });

  it('of simultaneous uploads one stays, and every other object is swept', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, i) => upload(wav(50_000 + i), { nome: `${i}.wav` })),
    );
    expect(answers.map((answer) => answer.status)).toEqual(Array(6).fill(200));
    const pending = await test.deps.prisma.objetoPendente.findMany({
      where: { chave: { contains: item.id } },
    });
    expect(pending).toHaveLength(5);
    expect(pending.map((p) => p.chave)).not.toContain(await stored());
    await expect.poll(orphans).toBe(0);
  });

  it("when it is unknown whether the database kept it, the recording is not deleted: it may already be the item's", async () => {
    const { pool } = test.deps.db;
    const connect = pool.connect.bind(pool) as (...given: unknown[]) => Promise<PoolClient>;
    // Simulates a commit whose answer is lost, as when the database freezes or the network breaks.
    const lose = async () => {
      const client = await connect();
      const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>;
      Object.assign(client, {
        query: async (...given: unknown[]) => {
          const answer = await query(...given);
          if (given[0] !== 'commit') return answer;
          Object.assign(client, { query });
          throw new ResultUnknownError(new Error('Connection terminated'));
        },
      });
      return client;
    };
    // Calls with a callback come from the pool itself, for a single statement, and stay unchanged.
    const spy = vi
      .spyOn(pool, 'connect')
      .mockImplementation(((...given: unknown[]) =>
        given.length > 0 ? connect(...given) : lose()) as never);
    const answer = await upload(mp3).finally(() => spy.mockRestore());
    expect(answer.status).toBe(504);
    expect(((await answer.json()) as { code: string }).code).toBe('resultado_desconhecido');
    const key = await stored();
    expect(key).not.toBeNull();
    expect((await test.deps.store.head(key as string)).size).toBe(mp3.length);
    expect((await download()).status).toBe(200);
    await expect.poll(orphans).toBe(0);
  });

  it('does not replace the recording of an item in processing', async () => {
    await upload(mp3);
    const before = await stored();
    await test.deps.prisma.execucao.create({
      data: {
        empresaId: mine.empresa.id,
        projetoId: mine.projeto.id,
        itemId: item.id,
        origem: 'manual',
        configuracao: {},
      },
    });
    const answer = await upload(mp3);
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
      409,
      'execucao_em_andamento',
    ]);
    expect(await stored()).toBe(before);
  });
});

describe('download', () => {
  let bytes: Buffer;
  beforeEach(async () => {
    bytes = wav(10_000);
    await upload(bytes, { nome: 'Ligação nº 1 "x".wav', tipo: 'audio/wav' });
  });
  const read = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

  it('sends the whole file with what the browser needs', async () => {
    const answer = await download();
    expect(answer.status).toBe(200);
    expect(await read(answer)).toEqual(bytes);
    const sha = createHash('sha256').update(bytes).digest('hex');
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-cache',
      'content-length': '10000',
      'content-type': 'audio/wav',
      etag: `"${sha}"`,
      'x-content-type-options': 'nosniff',
    });
    expect(answer.headers.get('content-disposition')).toMatch(/^inline; /);
    const saved = await download({}, '?baixar=true');
    expect(saved.headers.get('content-disposition')).toBe(
      `attachment; filename="Ligacao n_ 1 _x_.wav"; filename*=UTF-8''Liga%C3%A7%C3%A3o%20n%C2%BA%201%20%22x%22.wav`,
    );
    await saved.body?.cancel();
  });

  it.each([
    ['bytes=0-99', 0, 100],
    ['bytes=9990-', 9990, 10_000],
    ['bytes=-10', 9990, 10_000],
    ['bytes=5000-99999', 5000, 10_000],
    ['bytes=-99999', 0, 10_000],
  ])('range %s', async (range, start, end) => {
    const answer = await download({ headers: { range } });
    expect(answer.status).toBe(206);
    expect(answer.headers.get('content-range')).toBe(`bytes ${start}-${end - 1}/10000`);
    expect(answer.headers.get('content-length')).toBe(String(end - start));
    expect(await read(answer)).toEqual(bytes.subarray(start, end));
  });

  it.each(['bytes=10000-', 'bytes=-0'])('range %s does not exist', async (range) => {
    const answer = await download({ headers: { range } });
    expect(answer.status).toBe(416);
    expect(answer.headers.get('content-range')).toBe('bytes */10000');
    expect(((await answer.json()) as { code: string }).code).toBe('faixa_invalida');
  });

  it.each(['bytes=5-2', 'bytes=0-1,4-5', 'itens=0-1', 'bytes=-', 'tudo'])(
    'range %s is ignored',
    async (range) => {
      const answer = await download({ headers: { range } });
      expect(answer.status).toBe(200);
      expect((await read(answer)).length).toBe(10_000);
    },
  );

  it('conditions: what the browser has does not travel; a range of another version becomes the whole', async () => {
    const etag = (await download({ method: 'HEAD' })).headers.get('etag')!;
    const known = await download({ headers: { 'if-none-match': `"outra", W/${etag}` } });
    expect([known.status, (await read(known)).length]).toEqual([304, 0]);
    const same = await download({ headers: { range: 'bytes=0-9', 'if-range': etag } });
    expect([same.status, (await read(same)).length]).toEqual([206, 10]);
    const old = await download({ headers: { range: 'bytes=0-9', 'if-range': '"velha"' } });
    expect([old.status, (await read(old)).length]).toEqual([200, 10_000]);
  });

  it('HEAD says the size without the bytes', async () => {
    const answer = await download({ method: 'HEAD' });
    expect([answer.status, answer.headers.get('content-length'), (await read(answer)).length]).toEqual([
      200,
      '10000',
      0,
    ]);
  });

  it('the signed URL plays without a session, this item only, and 404 when the object is gone', async () => {
    const signed = await fetch(`${base}/auditoria-item/${item.id}/url-audio`, {
      method: 'POST',
      headers: headers(),
    });
    const { url, expiraEm } = ((await signed.json()) as { data: { url: string; expiraEm: string } }).data;
    const minutes = (Date.parse(expiraEm) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(14);
    expect(minutes).toBeLessThanOrEqual(15);
    const origin = base.replace('/api/v1', '');
    const played = await fetch(origin + url, { headers: { range: 'bytes=1-4' } });
    expect([played.status, await read(played)]).toEqual([206, bytes.subarray(1, 5)]);
    const other = await createItem(test.deps, mine.auditoria);
    expect((await fetch(origin + url.replace(item.id, other.id))).status).toBe(401);
    await test.deps.store.delete((await stored())!);
    const lost = await fetch(origin + url);
    expect([lost.status, ((await lost.json()) as { message: string }).message]).toEqual([
      404,
      'O arquivo não está mais disponível.',
    ]);
  });

  it('an item without a recording answers 404, and does not sign', async () => {
    item = await createItem(test.deps, mine.auditoria);
    expect((await download()).status).toBe(404);
    const signed = await fetch(`${base}/auditoria-item/${item.id}/url-audio`, {
      method: 'POST',
      headers: headers(),
    });
    expect(signed.status).toBe(409);
  });
});
