// Listening copies, from a recording's arrival to its deletion: the API, the worker that makes them, and the sweeper.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { loadWorkerEnv } from '@escuta/shared/platform/process/env';
import { discardItemObjects } from '@escuta/shared/platform/storage/pending-objects';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { knownKeys, listObjects } from '../../scripts/operations/objects.ts';
import { Loop } from '../../worker/src/background/loop.ts';
import { copying } from '../../worker/src/recordings/listening-copies.ts';
import { Sweeper } from '../../worker/src/sweep.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { bearer, createItem, createTenant } from '../support/factories.ts';

const run = promisify(execFile);
const WAV49 = 'audio/vnd.wave;codec=31';

let test: TestApp;
let mine: Awaited<ReturnType<typeof createTenant>>;
let wav49: Buffer;
let copies: Loop;

beforeAll(async () => {
  test = await createTestApp();
  mine = await createTenant(test.deps, { creditos: 10 });
  const folder = await mkdtemp(join(tmpdir(), 'escuta-copia-'));
  const file = join(folder, 'a.wav');
  const sample = join(import.meta.dirname, '../../samples/teste-curta.mp3');
  await run('ffmpeg', [
    '-nostdin',
    '-v',
    'error',
    '-i',
    sample,
    '-ac',
    '1',
    '-ar',
    '8000',
    '-c:a',
    'libgsm_ms',
    file,
  ]);
  wav49 = await readFile(file);
  await rm(folder, { recursive: true, force: true });
  copies = new Loop(copying({ ...test.deps, env: { ...test.deps.env, ...loadWorkerEnv() } }), test.deps);
});
afterAll(async () => {
  await copies.stop();
  await test.close();
});

async function send(itemId: string, body: Buffer, nome: string) {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(body)]), nome);
  const request = new Request('http://api/', { method: 'POST', body: form });
  return test.app.inject({
    method: 'POST',
    url: `/api/v1/auditoria-item/${itemId}/upload`,
    headers: {
      ...bearer(mine.tokens.usuario),
      'content-type': request.headers.get('content-type') as string,
    },
    payload: Buffer.from(await request.arrayBuffer()),
  });
}
const headers = () => bearer(mine.tokens.usuario);
const get = (itemId: string, query = '') =>
  test.app.inject({
    method: 'GET',
    url: `/api/v1/auditoria-item/${itemId}/download${query}`,
    headers: headers(),
  });
const notice = async (itemId: string): Promise<unknown> =>
  (
    await test.app.inject({
      method: 'POST',
      url: `/api/v1/auditoria-item/${itemId}/url-audio`,
      headers: headers(),
    })
  ).json().data.aviso;
const copyOf = async (chaveOriginal: string) =>
  test.deps.prisma.copiaEscuta.findUnique({ where: { chaveOriginal } });
const keyOf = async (id: string): Promise<string> =>
  (await test.deps.prisma.auditoriaItem.findUniqueOrThrow({ where: { id } })).arquivoPath as string;

async function settled(chave: string) {
  copies.wake();
  return vi.waitFor(
    async () => {
      const copy = await copyOf(chave);
      expect(copy?.situacao).not.toBe('pendente');
      return copy;
    },
    { timeout: 30_000, interval: 50 },
  );
}

const bytesOf = async (): Promise<number> => {
  const { rows } = await test.deps.db.query<{ n: number }>(
    `select coalesce(sum(bytes), 0)::float8 as n from empresa_bytes where empresa_id = $1 and tipo = 'escuta'`,
    [mine.empresa.id],
  );
  return rows[0]?.n ?? 0;
};

it('a wav49 is heard by a copy and saved as it came; both go together', async () => {
  const item = await createItem(test.deps, mine.auditoria);
  expect((await send(item.id, wav49, 'q-600.WAV')).statusCode).toBe(200);
  const chave = await keyOf(item.id);
  expect(await copyOf(chave)).toMatchObject({ situacao: 'pendente', tipo: WAV49 });
  expect(await notice(item.id)).toMatch(
    /^Os navegadores não tocam GSM em WAV \(wav49\)\. A cópia para ouvir está sendo gerada/,
  );

  const copy = await settled(chave);
  expect(copy?.situacao).toBe('pronta');
  expect(await notice(item.id)).toBeNull();
  const heard = await get(item.id);
  expect([heard.headers['content-type'], heard.rawPayload.length]).toEqual([
    'audio/mpeg',
    Number(copy?.tamanho),
  ]);
  const saved = await get(item.id, '?baixar=true');
  expect([
    saved.headers['content-type'],
    createHash('sha256').update(saved.rawPayload).digest('hex'),
  ]).toEqual([WAV49, createHash('sha256').update(wav49).digest('hex')]);
  expect(await bytesOf()).toBe(Number(copy?.tamanho));

  const client = await test.deps.db.pool.connect();
  try {
    await client.query('begin');
    const listed: string[] = [];
    for await (const { chave: key } of listObjects(client)) listed.push(key);
    await client.query('rollback');
    expect(listed).toEqual(expect.arrayContaining([chave, copy?.chaveObjeto]));
    expect([...(await knownKeys(client, [copy?.chaveObjeto as string]))]).toEqual([copy?.chaveObjeto]);
  } finally {
    client.release();
  }

  const gone = await test.app.inject({
    method: 'DELETE',
    url: `/api/v1/auditoria-item/${item.id}/arquivo`,
    headers: headers(),
  });
  expect(gone.statusCode).toBe(200);
  await test.deps.db.query('update objetos_pendentes set apagar_em = now() where chave = $1', [chave]);
  await sweep();
  expect(await copyOf(chave)).toBeNull();
  await sweep();
  for (const key of [chave, copy?.chaveObjeto as string])
    await expect(test.deps.store.head(key)).rejects.toThrow();
  expect(await bytesOf()).toBe(0);
});

it('what browsers play is left as it is; what is no sound says that no copy could be made', async () => {
  const item = await createItem(test.deps, mine.auditoria);
  const m4a = Buffer.concat([
    Buffer.from([0, 0, 0, 0x18]),
    Buffer.from('ftypM4A \0\0\0\0M4A isom'),
    Buffer.alloc(400),
  ]);
  expect((await send(item.id, m4a, 'memo.m4a')).statusCode).toBe(200);
  // Browsers play most M4A files; whether they play this one is unknown before a worker has examined it.
  expect(await notice(item.id)).toMatch(/^Esta gravação \(M4A\) ainda está sendo examinada/);
  expect((await settled(await keyOf(item.id)))?.situacao).toBe('falhou');
  expect(await notice(item.id)).toMatch(
    /^Esta gravação \(M4A\) não pôde ser lida: o arquivo pode estar danificado/,
  );

  const other = await createItem(test.deps, mine.auditoria);
  const mp3 = await readFile(join(import.meta.dirname, '../../samples/teste-curta.mp3'));
  expect((await send(other.id, mp3, 'a.mp3')).statusCode).toBe(200);
  expect(await copyOf(await keyOf(other.id))).toBeNull();
  expect(await notice(other.id)).toBeNull();
});

it('a copy goes also when a worker that knows of none sweeps its recording, due by the hour alone', async () => {
  const item = await createItem(test.deps, mine.auditoria);
  expect((await send(item.id, wav49, 'e.WAV')).statusCode).toBe(200);
  const chave = await keyOf(item.id);
  const copy = await settled(chave);
  const { db: pool } = test.deps;
  // Inserts an overdue row without running triggers.
  await pool.query(`begin; set local session_replication_role = replica;
    insert into objetos_pendentes (id, empresa_id, chave, apagar_em)
    values (gen_random_uuid(), '${mine.empresa.id}', '${chave}', now() - interval '1 minute'); commit`);
  expect(await copyOf(chave)).not.toBeNull();
  await pool.query(
    `update objetos_pendentes set apagar_em = now() + interval '10 minutes' where chave = $1 and apagar_em <= now()`,
    [chave],
  );
  expect(await copyOf(chave)).toBeNull();
  await sweep();
  await expect(test.deps.store.head(copy?.chaveObjeto as string)).rejects.toThrow();
});

it('a copy that would be longer than any recording that is accepted is none', async () => {
  const env = { ...test.deps.env, ...loadWorkerEnv(), AUDIO_MAX_MINUTES: 0 };
  const brief = new Loop(copying({ ...test.deps, env }), test.deps);
  const make = copies;
  copies = brief;
  const item = await createItem(test.deps, mine.auditoria);
  expect((await send(item.id, wav49, 'f.WAV')).statusCode).toBe(200);
  expect((await settled(await keyOf(item.id)))?.situacao).toBe('falhou');
  await brief.stop();
  copies = make;
});

it('erased data take the copy with them at once', async () => {
  const item = await createItem(test.deps, mine.auditoria);
  expect((await send(item.id, wav49, 'b.WAV')).statusCode).toBe(200);
  const chave = await keyOf(item.id);
  const copy = await settled(chave);
  const { rows } = await test.deps.db.query<{ empresa_id: string }>(
    'select empresa_id from auditoria_itens where id = $1',
    [item.id],
  );
  const keys = await discardItemObjects(test.deps.db, {
    id: item.id,
    empresa_id: rows[0]?.empresa_id as string,
  });
  expect(keys).toEqual(expect.arrayContaining([chave, copy?.chaveObjeto]));
  expect(await copyOf(chave)).toBeNull();
});

it('data that are erased while their copy is being stored leave none behind', async () => {
  const item = await createItem(test.deps, mine.auditoria);
  expect((await send(item.id, wav49, 'c.WAV')).statusCode).toBe(200);
  const chave = await keyOf(item.id);
  const { store } = test.deps;
  const put = store.put.bind(store);
  let stored = '';
  const slow = vi.spyOn(store, 'put').mockImplementationOnce(async (key, ...rest) => {
    await discardItemObjects(test.deps.db, { id: item.id, empresa_id: mine.empresa.id });
    await sweep();
    const done = await put(key, ...rest);
    stored = key;
    return done;
  });
  copies.wake();
  await vi.waitFor(() => expect(stored).not.toBe(''), { timeout: 30_000, interval: 50 });
  slow.mockRestore();
  await vi.waitFor(
    async () => {
      await sweep();
      await expect(store.head(stored)).rejects.toThrow();
    },
    { timeout: 5000, interval: 50 },
  );
  await expect(store.head(chave)).rejects.toThrow();
});

const sweep = (): Promise<void> =>
  new Sweeper({
    ...{ db: test.deps.db, store: test.deps.store, log: test.deps.log, intervalMs: 60_000 },
    ...{ queues: { add: async () => undefined }, acessosAnos: 5, onSwept: () => undefined },
  } as never).sweep();
