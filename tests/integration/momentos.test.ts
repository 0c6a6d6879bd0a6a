// Tests links to a moment of a call: made in the player, opened by a listener without an account, and ended.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { loadWorkerEnv } from '@escuta/shared/platform/process/env';
import { wavHeader } from '@escuta/shared/services/recordings/wav-header';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { Loop } from '../../worker/src/background/loop.ts';
import { cuttingMoments, endMoments } from '../../worker/src/recordings/moments.ts';
import { callApi, createTestApp, type Method, type TestApp } from '../support/app.ts';
import { addAudited, createOwnSurvey } from '../support/audited-survey.ts';
import { bearer, createItem, createTenant } from '../support/factories.ts';
import { createRunWithInsights } from '../support/insights.ts';

const run = promisify(execFile);
const RATE = 8000;

let test: TestApp;
let mine: Awaited<ReturnType<typeof createTenant>>;
let other: Awaited<ReturnType<typeof createTenant>>;
let cutter: Loop;
let folder: string;
let lastAddress = 0;

beforeAll(async () => {
  test = await createTestApp();
  mine = await createTenant(test.deps, { nome: 'Lumavia' });
  other = await createTenant(test.deps);
  folder = await mkdtemp(join(tmpdir(), 'escuta-momento-'));
  cutter = new Loop(
    cuttingMoments({ ...test.deps, env: { ...test.deps.env, ...loadWorkerEnv() } }),
    test.deps,
  );
});
afterAll(async () => {
  await cutter.stop();
  await rm(folder, { recursive: true, force: true });
  await test.close();
});

/** 20 s of silence with a tone from 5 s to 8 s. */
function tone(): Buffer {
  const samples = new Int16Array(20 * RATE);
  for (let i = 5 * RATE; i < 8 * RATE; i += 1) samples[i] = 12_000 * Math.sin((2 * Math.PI * 440 * i) / RATE);
  return Buffer.concat([wavHeader(RATE, samples.byteLength), Buffer.from(samples.buffer)]);
}

async function send(itemId: string): Promise<void> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(tone())]), 'a.wav');
  const request = new Request('http://api/', { method: 'POST', body: form });
  const answer = await test.app.inject({
    method: 'POST',
    url: `/api/v1/auditoria-item/${itemId}/upload`,
    headers: {
      ...bearer(mine.tokens.usuario),
      'content-type': request.headers.get('content-type') as string,
    },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  expect(answer.statusCode).toBe(200);
}

/** Calls the API. @returns the answer with `statusCode` and `json()`, as `byLink` returns it */
const call = async (method: Method, path: string, payload?: object, token = mine.tokens.usuario) => {
  const { status, body } = await callApi(test, token, method, path, payload);
  return { statusCode: status, json: () => body };
};
const share = (itemId: string, body: object) => call('POST', `/auditoria-item/${itemId}/momentos`, body);
const listed = async (itemId: string) =>
  (await call('GET', `/auditoria-item/${itemId}/momentos`)).json().data;

/** Sends a request of the link's listener, from a new IP address by default. */
const byLink = (what: 'abrir' | 'som', token: string, remoteAddress = `10.20.0.${++lastAddress}`) =>
  test.app.inject({ method: 'POST', url: `/api/v1/momentos/${what}`, payload: { token }, remoteAddress });

async function cut(itemId: string): Promise<void> {
  cutter.wake();
  await vi.waitFor(async () => expect((await listed(itemId))[0].situacao).toBe('em_vigor'), {
    interval: 50,
    timeout: 30_000,
  });
}

async function shared(fields: object = {}) {
  const item = await createItem(test.deps, mine.auditoria, { numeroDestino: '11987654321' });
  await send(item.id);
  const answer = await share(item.id, { inicio_ms: 5000, fim_ms: 8000, ...fields });
  expect(answer.statusCode).toBe(201);
  const { momento, url } = answer.json().data;
  await cut(item.id);
  return {
    item,
    id: momento.id as string,
    url: url as string,
    token: (url as string).split('#')[1] as string,
  };
}

it('plays its stretch and nothing else, says who heard before the first byte, and keeps no secret', async () => {
  const { item, id, url, token } = await shared();
  expect(url).toMatch(/\/momento#[\w-]{43}$/);
  const row = await test.deps.prisma.momento.findUniqueOrThrow({ where: { id } });
  expect(row.tokenHash).toBe(createHash('sha256').update(token).digest('hex'));
  expect(JSON.stringify(await listed(item.id))).not.toContain(token);

  const opened = await byLink('abrir', token);
  expect(opened.json().data).toMatchObject({
    empresa: 'Lumavia',
    duracao_ms: 3000,
    som: 'pronto',
    frases: [],
  });
  expect(opened.body).not.toContain('11987654321');
  expect([
    opened.headers['x-robots-tag'],
    opened.headers['referrer-policy'],
    opened.headers['cache-control'],
  ]).toEqual(['noindex, nofollow', 'no-referrer', 'no-store']);

  const heard = await byLink('som', token, '10.20.1.1');
  expect([heard.statusCode, heard.headers['content-type'], heard.headers['cache-control']]).toEqual([
    200,
    'audio/mpeg',
    'no-store',
  ]);
  const file = join(folder, 'momento.mp3');
  await writeFile(file, heard.rawPayload);
  const decode = ['-v', 'error', '-i', file, '-ac', '1', '-ar', String(RATE), '-f', 's16le', '-'];
  const { stdout } = await run('ffmpeg', ['-nostdin', ...decode], { encoding: 'buffer', maxBuffer: 1e7 });
  const heardSamples = new Int16Array(stdout.buffer, stdout.byteOffset, stdout.length / 2);
  const loud = heardSamples.filter((sample) => Math.abs(sample) > 2000).length / RATE;
  // MP3 adds up to a frame of silence at each end.
  expect(heardSamples.length / RATE).toBeGreaterThan(2.9);
  expect(heardSamples.length / RATE).toBeLessThan(3.4);
  expect(loud).toBeGreaterThan(2.5);

  // Playback from the same address counts once; another address counts again.
  await byLink('som', token, '10.20.1.1');
  await byLink('som', token, '10.20.1.2');
  const [link] = await listed(item.id);
  expect([link.ouvido, link.por]).toEqual([2, expect.any(String)]);
  const { data } = (
    await call('GET', `/auditoria-item/${item.id}/acessos`, undefined, mine.tokens.gerente)
  ).json();
  expect(data.filter(({ via }: { via: string }) => via === 'link')).toEqual([
    expect.objectContaining({
      tipo: 'som',
      endereco_ip: '10.20.1.2',
      quem: expect.stringContaining('link de um momento'),
    }),
    expect.objectContaining({ tipo: 'som', endereco_ip: '10.20.1.1' }),
  ]);
});

it('shows what is said there only where that was asked for, as an access', async () => {
  const { item, token } = await shared({ com_frase: true });
  const { execucaoId } = await createRunWithInsights(test.deps, item, []);
  const { empresaId, projetoId, auditoriaId, id: itemId } = item;
  const resultado = await test.deps.prisma.auditoriaResultado.create({
    data: { empresaId, projetoId, auditoriaId, itemId, execucaoId, statusProcessamento: 'concluido' },
  });
  await test.deps.prisma.transcricao.create({
    data: {
      empresaId,
      projetoId,
      itemId,
      resultadoId: resultado.id,
      canal: 'left',
      modelo: 'm',
      fullText: '',
      sentencas: {
        create: ['Antes.', 'Vou processar vocês.', 'Depois.'].map((texto, ordem) => ({
          empresaId,
          ordem,
          texto,
          startMs: 2000 + ordem * 3500,
          endMs: 5000 + ordem * 3500,
          falante: 'cliente',
        })),
      },
    },
  });
  const opened = (await byLink('abrir', token)).json().data;
  expect(opened.frases).toEqual([{ inicio_ms: 500, falante: 'cliente', texto: 'Vou processar vocês.' }]);
  const rows = await test.deps.prisma.acesso.findMany({ where: { via: 'link', alvoId: item.id } });
  expect(rows.map(({ tipo }) => tipo)).toEqual(['trecho']);
});

it('a revoked, expired, stopped or unknown link is one and the same answer', async () => {
  const { item, id, token } = await shared();
  const unknown = await byLink('abrir', 'x'.repeat(43));
  const same = async () => {
    for (const what of ['abrir', 'som'] as const) {
      const { statusCode, ...answer } = await byLink(what, token);
      expect([statusCode, answer.json().message]).toEqual([404, unknown.json().message]);
    }
  };
  const key = (await test.deps.prisma.momento.findUniqueOrThrow({ where: { id } })).chaveObjeto as string;
  const due = async () => (await test.deps.prisma.objetoPendente.findMany({ where: { chave: key } })).length;

  await test.deps.db.query(`update auditoria_itens set arquivo_path = null where id = $1`, [item.id]);
  await same();
  expect((await listed(item.id))[0].situacao).toBe('sem_gravacao');
  await test.deps.db.query(
    `update auditoria_itens set arquivo_path = (select chave_original from momentos where id = $2) where id = $1`,
    [item.id, id],
  );
  expect((await byLink('abrir', token)).statusCode).toBe(200);

  await test.deps.db.query(`update momentos set expira_em = now() - interval '1 second' where id = $1`, [id]);
  await same();
  await endMoments(test.deps.db);
  expect([await due(), (await listed(item.id))[0].situacao]).toEqual([1, 'vencido']);

  const second = await shared();
  const path = `/auditoria-item/${second.item.id}/momentos/${second.id}`;
  expect((await call('DELETE', path, undefined, other.tokens.gerente)).statusCode).toBe(404);
  const gone = await call('DELETE', path);
  expect(gone.json().data).toMatchObject({ situacao: 'revogado', revogado_por: expect.any(String) });
  // Ending the link again changes nothing and is not logged.
  expect((await call('DELETE', path)).json().data).toEqual(gone.json().data);
  expect((await byLink('som', second.token)).statusCode).toBe(404);
  const log = await test.deps.prisma.registroAcesso.findMany({ where: { recursoId: second.id } });
  expect(log.map(({ acao }) => acao).sort()).toEqual(['momento_compartilhado', 'momento_revogado']);
});

it('goes with the data of the call, its sound as well', async () => {
  const { item, id, token } = await shared();
  const { chaveObjeto } = await test.deps.prisma.momento.findUniqueOrThrow({ where: { id } });
  const erased = await call(
    'POST',
    `/auditoria-item/${item.id}/apagar-dados`,
    { motivo: 'pedido_do_titular' },
    mine.tokens.gerente,
  );
  expect(erased.statusCode).toBe(200);
  expect(await test.deps.prisma.momento.count({ where: { itemId: item.id } })).toBe(0);
  expect((await byLink('abrir', token)).statusCode).toBe(404);
  // The object is deleted after the answer is sent.
  await vi.waitFor(() => expect(test.deps.store.head(chaveObjeto as string)).rejects.toThrow(), {
    interval: 50,
    timeout: 30_000,
  });
});

it('refuses what is too long, too late, without sound, or of another company', async () => {
  const item = await createItem(test.deps, mine.auditoria);
  const asked = { inicio_ms: 0, fim_ms: 5000 };
  expect((await share(item.id, asked)).statusCode).toBe(409);
  await send(item.id);
  for (const body of [
    { ...asked, fim_ms: 60_001 },
    { ...asked, fim_ms: 500 },
    { ...asked, validade_dias: 91 },
  ]) {
    expect((await share(item.id, body)).statusCode).toBe(400);
  }
  const path = `/auditoria-item/${item.id}/momentos`;
  expect((await call('POST', path, asked, other.tokens.gerente)).statusCode).toBe(404);
  expect((await call('GET', path, undefined, other.tokens.gerente)).statusCode).toBe(404);
});

it("shares a moment of an interview only where the respondent's consent is kept", async () => {
  const { deps } = test;
  const survey = await createOwnSurvey(deps, mine.empresa, 1);
  const [one] = await addAudited(deps.db, survey, [
    { letras: 'C', arquivoPath: `${mine.empresa.id}/entrevista` },
  ]);
  if (!one) throw new Error('no interview');
  const body = { inicio_ms: 0, fim_ms: 2000, com_frase: false, validade_dias: 7 };
  for (const consentimento of [null, 'recusou_gravacao'] as const) {
    await deps.prisma.entrevista.update({ where: { id: one.entrevistaId }, data: { consentimento } });
    const refused = await share(one.itemId, body);
    expect([refused.statusCode, refused.json().code]).toEqual([422, 'regra_violada']);
  }
  await deps.prisma.entrevista.update({ where: { id: one.entrevistaId }, data: { consentimento: 'aceito' } });
  expect((await share(one.itemId, body)).statusCode).toBe(201);
});
