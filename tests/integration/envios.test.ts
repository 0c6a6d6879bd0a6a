// Uploads in parts: despite interruptions, repetitions, wrong order and too many bytes, the server stores exactly the
// sent bytes, and stores them once.
import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import type { Db } from '@escuta/prisma/db';
import { type EnvioWire, LIMITES_ENVIO } from '@escuta/shared/contracts/operation/envios';
import type { QuestionarioBaixado } from '@escuta/shared/contracts/surveys/campo';
import { S3Store } from '@escuta/shared/platform/storage/storage-s3';
import { discardUploads } from '@escuta/shared/services/intake/uploads';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Sweeper } from '../../worker/src/sweep.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { bearer, createAparelho, createTenant } from '../support/factories.ts';
import { createFieldSurvey, logOf, noise, Sender, sha256 } from '../support/field.ts';
import { longo } from '../support/longo.ts';
import { S3TestServer } from '../support/s3-server.ts';
import { statementsBy } from '../support/statements.ts';

const server = new S3TestServer();
let s3: S3Store;
/** Two API processes over the same database and store. */
let apps: [TestApp, TestApp];
let test: TestApp;
let mine: Awaited<ReturnType<typeof createTenant>>;
let q: QuestionarioBaixado;
let aparelho: { id: string; segredo: string };
/** A device whose requests alternate between the two API processes. */
let device: Sender;
let entrevista: string;
let envio: string;

beforeAll(async () => {
  s3 = new S3Store({
    endpoint: await server.start(),
    region: 'us-east-1',
    bucket: server.bucket,
    accessKeyId: server.accessKeyId,
    secretAccessKey: 'segredo-de-teste',
    forcePathStyle: true,
    checksum: 'WHEN_REQUIRED',
  });
  apps = [await createTestApp({ UPLOAD_MAX_MB: 20 }), await createTestApp({ UPLOAD_MAX_MB: 20 })];
  [test] = apps;
  mine = await createTenant(test.deps);
  const survey = await createFieldSurvey(test.deps, test.app, mine.empresa, mine.tokens.gerente);
  aparelho = await createAparelho(test.deps, mine.usuario);
  device = new Sender(aparelho.segredo, apps[0].app, apps[1].app);
  q = await device.done<QuestionarioBaixado>(
    'POST',
    `/campo/questionarios/${survey.questionario.id}/baixar`,
    { para: 'iniciar' },
  );
  await test.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  for (const app of apps) await app.close();
  s3.close();
  await server.stop();
});
const LOG = logOf([
  { tipo: 'iniciada' },
  { tipo: 'consentimento', motivo: 'aceito' },
  { tipo: 'finalizada' },
]);
beforeEach(async () => {
  [entrevista, envio] = [randomUUID(), randomUUID()];
  expect((await device.announce(entrevista, q.versao.id)).status).toBe(200);
  expect((await device.events(entrevista, LOG)).status).toBe(200);
  expect((await device.open(envio, entrevista)).status).toBe(201);
});

const state = () => device.done<EnvioWire>('GET', `/envios/${envio}`);
const end = (partes: number) => device.done<EnvioWire>('POST', `/envios/${envio}/concluir`, { partes });
const rows = () => test.deps.prisma.envioParte.findMany({ where: { envioId: envio }, orderBy: { n: 'asc' } });
/** Number of announced objects that no row refers to yet. */
const announced = () => test.deps.prisma.objetoPendente.count({ where: { empresaId: mine.empresa.id } });
async function stored(store: { get: (key: string) => Promise<Readable> } = test.deps.store): Promise<Buffer> {
  const parts: Buffer[] = [];
  for (const { chaveObjeto } of await rows()) {
    for await (const part of await store.get(chaveObjeto)) parts.push(part as Buffer);
  }
  return Buffer.concat(parts);
}

describe('an upload in parts', () => {
  it('three at a time, in any order, by two processes: arrives whole, each part once', async () => {
    const parts = noise(30, 3000);
    const order = parts.map((_, i) => i).sort((a, b) => ((a * 7) % 30) - ((b * 7) % 30));
    const before = await announced();
    for (let i = 0; i < order.length; i += 3) {
      // Sends three parts at a time, each twice at once, like a device that missed the answer.
      const three = order.slice(i, i + 3).flatMap((n) => [n, n]);
      const answers = await Promise.all(three.map((n) => device.part(envio, n + 1, parts[n] as Buffer)));
      expect(answers.map(({ status }) => status)).toEqual(three.map(() => 200));
    }
    expect(await end(30)).toMatchObject({
      estado: 'concluido',
      recebidas: 30,
      faltam: [],
      partes: 30,
      tamanho: 90_000,
    });
    expect(sha256(await stored())).toBe(sha256(Buffer.concat(parts)));
    // The second copies of parts that were received twice are not kept.
    expect(await announced()).toBe(before);
  });

  it('cut, says what is missing, also when opened again; what arrived does not change', async () => {
    const parts = noise(6);
    for (const n of [1, 2, 5]) await device.part(envio, n, parts[n - 1] as Buffer);
    expect(await state()).toMatchObject({ recebidas: 3, faltam: [3, 4], partes: null, estado: 'aberto' });
    expect(await end(6)).toMatchObject({ estado: 'aberto', faltam: [3, 4, 6], partes: 6 });
    expect((await device.open(envio, entrevista)).body.data).toMatchObject({
      recebidas: 3,
      faltam: [3, 4, 6],
    });
    const closing = await device.close(entrevista, LOG, [{ n: 1, envio_id: envio, partes: 6 }]);
    expect(closing.body.data).toMatchObject({
      completa: false,
      faltam: { eventos_ate: null, gravacoes: [{ n: 1, partes: [3, 4, 6] }] },
    });
    for (const n of [3, 4, 6]) await device.part(envio, n, parts[n - 1] as Buffer);
    // An upload that the device did not complete is completed when the device closes the interview.
    const closed = await device.close(entrevista, LOG, [{ n: 1, envio_id: envio, partes: 6 }]);
    expect(closed.body.data).toMatchObject({ completa: true });
    expect(await state()).toMatchObject({ estado: 'concluido', recebidas: 6 });
    expect((await device.part(envio, 7, parts[0] as Buffer)).body.code).toBe('conflito');
    // A stored part may be sent again, even after the upload is completed.
    expect((await device.part(envio, 3, parts[2] as Buffer)).status).toBe(200);
  });

  it('refuses what is not as announced, and nothing of it stays', async () => {
    const [a, b] = noise(2) as [Buffer, Buffer];
    const before = await announced();
    const code = async (answer: Promise<{ status: number; body: { code?: string } }>) => {
      const { status, body } = await answer;
      return `${status} ${body.code}`;
    };
    expect(await code(device.part(envio, 1, a, sha256(b)))).toBe('400 requisicao_invalida');
    expect(await code(device.part(envio, 1, Buffer.alloc(0)))).toBe('400 requisicao_invalida');
    expect(await code(device.part(envio, 1, a, 'x'))).toBe('400 requisicao_invalida');
    expect(await rows()).toEqual([]);
    expect((await device.part(envio, 1, a)).status).toBe(200);
    expect(await code(device.part(envio, 1, b))).toBe('409 conflito');
    // A part of the same number whose bytes differ from the announced hash is refused, and the stored part stays.
    expect(await code(device.part(envio, 1, b, sha256(a)))).toBe('400 requisicao_invalida');
    expect(await stored()).toEqual(a);
    const url = `/envios/${envio}/partes/2`;
    const json = { 'content-type': 'application/json', 'x-parte-sha256': sha256(a) };
    expect(await code(device.call('PUT', url, Buffer.from('{}'), json))).toBe('415 tipo_nao_suportado');
    const bytes = { 'content-type': 'application/octet-stream' };
    expect(await code(device.call('POST', '/envios', a, bytes))).toBe('415 tipo_nao_suportado');
    expect(await code(device.call('PUT', `/envios/${envio}/partes/0`, a, bytes))).toBe(
      '400 requisicao_invalida',
    );
    await device.part(envio, 3, b);
    expect(await code(device.call('POST', `/envios/${envio}/concluir`, { partes: 2 }))).toBe('409 conflito');
    // A recording has a single upload, and an upload a single recording.
    expect(await code(device.open(randomUUID(), entrevista, 1))).toBe('409 conflito');
    expect(await code(device.open(envio, entrevista, 2))).toBe('409 conflito');
    expect(await announced()).toBe(before);
  });

  longo.test('refuses what is too large: one part, or all together', async () => {
    const large = randomBytes(LIMITES_ENVIO.parteBytes);
    expect((await device.part(envio, 1, Buffer.concat([large, Buffer.from('x')]))).status).toBe(413);
    for (const n of [1, 2]) expect((await device.part(envio, n, large)).status).toBe(200);
    // 16 of 20 MiB are stored, so that another large part exceeds the limit.
    expect((await device.part(envio, 3, large)).body.code).toBe('corpo_grande');
    expect((await device.part(envio, 3, large.subarray(0, 1024))).status).toBe(200);
    expect(await state()).toMatchObject({ recebidas: 3, tamanho: 2 * large.length + 1024 });
  });

  it('belongs only to the device that does the interview, and to its company', async () => {
    const [bytes] = noise(1) as [Buffer];
    const outro = new Sender((await createAparelho(test.deps, mine.usuario)).segredo, test.app);
    expect((await outro.part(envio, 1, bytes)).status).toBe(409);
    expect((await outro.open(randomUUID(), entrevista, 2)).status).toBe(409);
    expect((await new Sender(mine.tokens.usuario, test.app).part(envio, 1, bytes)).status).toBe(409);
    const theirs = await createTenant(test.deps);
    const foreign = new Sender((await createAparelho(test.deps, theirs.usuario)).segredo, test.app);
    expect((await foreign.part(envio, 1, bytes)).status).toBe(404);
    expect((await foreign.open(envio, entrevista)).status).toBe(404);
    expect((await foreign.call('GET', `/envios/${envio}`)).status).toBe(404);
    // A manager sees the upload's progress.
    const seen = await new Sender(mine.tokens.gerente, test.app).done<EnvioWire>('GET', `/envios/${envio}`);
    expect(seen).toMatchObject({ recebidas: 0, faltam: [] });
    await new Sender(mine.tokens.gerente, test.app).done('POST', `/campo/aparelhos/${aparelho.id}/revogar`);
    // The other process learns of the revocation a moment later.
    await expect.poll(async () => (await device.part(envio, 1, bytes)).body.code).toBe('aparelho_revogado');
    await test.deps.prisma.aparelho.update({ where: { id: aparelho.id }, data: { revogadoEm: null } });
    test.deps.sessions.announce(aparelho.id);
    await expect.poll(async () => (await device.part(envio, 1, bytes)).status).toBe(200);
  });

  longo.test('cut in the middle of a part leaves nothing of it', async () => {
    const before = await announced();
    const { port } = test.app.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    const bytes = randomBytes(100_000);
    const { authorization } = bearer(aparelho.segredo);
    socket.write(
      [
        `PUT /api/v1/envios/${envio}/partes/1 HTTP/1.1`,
        'host: x',
        `authorization: ${authorization}`,
        'content-type: application/octet-stream',
        `x-parte-sha256: ${sha256(bytes)}`,
        `content-length: ${bytes.length}`,
        '',
        '',
      ].join('\r\n'),
    );
    socket.write(bytes.subarray(0, 70_000));
    await expect.poll(announced).toBe(before + 1);
    socket.destroy();
    await expect.poll(announced).toBe(before);
    expect(await rows()).toEqual([]);
    expect((await device.part(envio, 1, bytes)).status).toBe(200);
  });

  longo.test('costs few queries a part, however much has arrived; asking again locks nothing', async () => {
    const one = new Sender(aparelho.segredo, test.app);
    const parts = noise(12);
    for (const [n, bytes] of parts.slice(0, 10).entries()) await one.part(envio, n + 1, bytes);
    const { db: pool } = test.deps;
    // Counts only statements on the tables of uploads, because those for the session also run at intervals.
    const asked = async (act: () => Promise<{ status: number }>) =>
      (await statementsBy(pool.pool, async () => expect((await act()).status).toBeLessThan(300))).filter(
        (text) => /\b(envios|envio_partes|entrevistas|entrevista_eventos|objetos_pendentes)\b/.test(text),
      );
    // Three statements: the part's checks, its object's announcement, and the part itself.
    expect(await asked(() => one.part(envio, 11, parts[10] as Buffer))).toHaveLength(3);
    expect(await asked(() => one.part(envio, 11, parts[10] as Buffer))).toHaveLength(1);
    const again = [
      ...(await asked(() => one.open(envio, entrevista))),
      ...(await asked(() => one.announce(entrevista, q.versao.id))),
    ];
    expect(again.length).toBeLessThanOrEqual(8);
    expect(again.filter((text) => /for (no key )?update/i.test(text))).toEqual([]);
    expect(await state()).toMatchObject({ recebidas: 11, tamanho: 22_000 });
    const { rows: kept } = await pool.query<{ n: number }>(
      'select tamanho::int as n from envios where id = $1',
      [envio],
    );
    expect(kept).toEqual([{ n: 22_000 }]);
  });

  longo.test('keeps the parts in an S3 bucket as in a folder', async () => {
    const over = await createTestApp({}, { parts: { store: s3 } });
    try {
      const sender = new Sender(aparelho.segredo, over.app);
      const parts = [...noise(3), randomBytes(6 * 1024 * 1024)];
      await Promise.all(parts.map((bytes, i) => sender.part(envio, i + 1, bytes)));
      expect((await sender.part(envio, 5, parts[0] as Buffer, sha256(parts[1] as Buffer))).status).toBe(400);
      expect(await end(4)).toMatchObject({ estado: 'concluido' });
      expect(sha256(await stored(s3))).toBe(sha256(Buffer.concat(parts)));
    } finally {
      await over.close();
    }
  });
});

longo.describe('an upload that goes on after the API ends and starts again', () => {
  it.each([
    ['in a folder', () => ({})],
    ['in an S3 bucket', () => ({ parts: { store: s3 } })],
  ])('%s: the other knows what arrived, and the joined file is the one sent', async (_where, over) => {
    const parts = noise(5, 70_000);
    const env = { UPLOAD_MAX_MB: 20, STORAGE_DIR: test.deps.env.STORAGE_DIR };
    const first = await createTestApp(env, over());
    const sentTo = ({ app }: TestApp) => new Sender(aparelho.segredo, app);
    try {
      for (const n of [1, 2, 4]) {
        expect((await sentTo(first).part(envio, n, parts[n - 1] as Buffer)).status).toBe(200);
      }
    } finally {
      await first.close();
    }
    const second = await createTestApp(env, over());
    try {
      const device = sentTo(second);
      expect((await device.open(envio, entrevista)).body.data).toMatchObject({ recebidas: 3, faltam: [3] });
      for (const n of [3, 5]) expect((await device.part(envio, n, parts[n - 1] as Buffer)).status).toBe(200);
      const closed = await device.close(entrevista, LOG, [{ n: 1, envio_id: envio, partes: 5 }]);
      expect(closed.body.data).toMatchObject({ completa: true });
      expect(sha256(await stored(second.deps.store))).toBe(sha256(Buffer.concat(parts)));
    } finally {
      await second.close();
    }
  });
});

describe('uploads that nobody goes on with', () => {
  const sweep = () =>
    new Sweeper({
      db: test.deps.db,
      queues: { add: async () => undefined },
      store: test.deps.store,
      log: test.deps.log,
      intervalMs: 60_000,
      onSwept: () => undefined,
    } as never).sweep();
  const aged = (days: number) =>
    test.deps.prisma.envio.update({
      where: { id: envio },
      data: { expiraEm: new Date(Date.now() - days * 86_400_000) },
    });
  const isThere = async () => (await test.deps.prisma.envio.count({ where: { id: envio } })) === 1;

  it('are thrown away, with their objects; that of an interview still arriving waits a month', async () => {
    const [bytes] = noise(1) as [Buffer];
    await device.part(envio, 1, bytes);
    const [part] = await rows();
    await sweep();
    expect(await isThere()).toBe(true);
    await aged(20);
    await sweep();
    expect(await isThere()).toBe(true);
    await aged(29);
    await sweep();
    expect(await isThere()).toBe(false);
    const due = await test.deps.prisma.objetoPendente.findFirst({
      where: { chave: part?.chaveObjeto as string },
    });
    expect(due?.apagarEm.getTime()).toBeLessThanOrEqual(Date.now());
    // The device opens the upload again, and resends what it still has.
    expect((await device.part(envio, 1, bytes)).status).toBe(404);
    expect((await device.open(envio, entrevista)).status).toBe(201);
    expect((await device.part(envio, 1, bytes)).status).toBe(200);
  });

  longo.test('stay while they wait for the assembly or for a manager, however long', async () => {
    const [bytes] = noise(1) as [Buffer];
    await device.part(envio, 1, bytes);
    await device.close(entrevista, LOG, [{ n: 1, envio_id: envio, partes: 1 }]);
    await aged(400);
    await sweep();
    expect(await isThere()).toBe(true);
    const held = { montagem: null, quarentena: 'membro_desativado' };
    await test.deps.prisma.entrevista.update({ where: { id: entrevista }, data: held });
    await sweep();
    expect(await isThere()).toBe(true);
  });

  longo.test(
    'stay when a manager ended the interview, until it is processed: he can still resume it',
    async () => {
      const [bytes] = noise(1) as [Buffer];
      await device.part(envio, 1, bytes);
      await device.close(entrevista, LOG, [{ n: 1, envio_id: envio, partes: 1 }]);
      const joined = { montagem: 'pronta', registroSha256: null };
      await test.deps.prisma.entrevista.update({ where: { id: entrevista }, data: joined });
      await aged(400);
      await sweep();
      expect(await isThere()).toBe(true);
      const item = await test.deps.prisma.auditoriaItem.findFirstOrThrow({
        where: { entrevistaId: entrevista },
      });
      await test.deps.prisma.execucao.create({
        data: {
          empresaId: item.empresaId,
          projetoId: item.projetoId,
          itemId: item.id,
          origem: 'manual',
          status: 'concluida',
          terminadaEm: new Date(),
          configuracao: {},
        },
      });
      await sweep();
      expect(await isThere()).toBe(false);
    },
  );
});

describe('an upload and its owner', () => {
  const KINDS = [
    { dono: 'entrevista', papel: 'gravacao', antes: 'entrevista_id', tabela: 'entrevistas', numero: 7 },
    { dono: 'preparo', papel: 'perguntas', antes: 'preparo_id', tabela: 'auditoria_preparos', numero: 1 },
    { dono: 'lote', papel: 'gravacoes', antes: 'lote_id', tabela: 'lotes_gravacao', numero: 1 },
    { dono: 'importacao', papel: 'importacao', antes: 'importacao_id', tabela: 'importacoes', numero: 1 },
  ] as const;
  const BY_OWNER = `insert into envios (id, empresa_id, papel, dono, dono_id, numero, tipo, expira_em)
    values (gen_random_uuid(), $1, $2, $3, $4, $5, 'audio/webm', now() + interval '1 day') returning id`;

  /** Creates an owner of each kind, all with the interview's id and no upload, calls `work`, then rolls back. */
  async function withOwners(work: (tx: Db) => Promise<void>): Promise<void> {
    const undo = new Error('undo');
    const done = test.deps.db.transaction(async (tx) => {
      const { rows: projects } = await tx.query<{ id: string }>(
        'select projeto_id as id from entrevistas where id = $1',
        [entrevista],
      );
      const owner = [entrevista, mine.empresa.id, projects[0]?.id];
      await tx.query('delete from envios where id = $1', [envio]);
      await tx.query(
        `insert into auditoria_preparos (id, empresa_id, projeto_id, expira_em) values ($1, $2, $3, now())`,
        owner,
      );
      await tx.query(
        `insert into lotes_gravacao (id, empresa_id, projeto_id, origem, nome, tamanho, arquivos, expira_em)
         values ($1, $2, $3, 'pasta', 'lote', 1, 1, now())`,
        owner,
      );
      await tx.query(
        `insert into importacoes (id, empresa_id, projeto_id, nome, tamanho, expira_em)
          values ($1, $2, $3, 'x.csv', 1, now())`,
        owner,
      );
      await work(tx);
      throw undo;
    });
    await expect(done).rejects.toBe(undo);
  }
  async function openAll(tx: Db): Promise<void> {
    for (const { papel, dono, numero } of KINDS) {
      const { rows: opened } = await tx.query<{ id: string }>(BY_OWNER, [
        ...[mine.empresa.id, papel, dono, entrevista, numero],
      ]);
      await tx.query(
        `insert into envio_partes (envio_id, n, empresa_id, tamanho, sha256, chave_objeto)
          values ($1, 1, $2, 3, 'x', $3)`,
        [opened[0]?.id, mine.empresa.id, `${entrevista}/${dono}`],
      );
    }
  }
  const left = async (tx: Db) =>
    (
      await tx.query<{ dono: string }>('select dono from envios where dono_id = $1 order by dono', [
        entrevista,
      ])
    ).rows.map(({ dono }) => dono);

  it('named by a version before this in a column of its own, or by this one: each finds what the other wrote', () =>
    withOwners(async (tx) => {
      for (const { dono, papel, antes, numero } of KINDS) {
        const gravacao = dono === 'entrevista' ? numero : null;
        const old = await tx.query<{ id: string }>(
          `insert into envios (id, empresa_id, papel, ${antes}, gravacao, tipo, expira_em)
           values (gen_random_uuid(), $1, $2, $3, $4, 'audio/webm', now()) returning id, dono, dono_id, numero`,
          [mine.empresa.id, papel, entrevista, gravacao],
        );
        expect(old.rows).toMatchObject([{ dono, dono_id: entrevista, numero }]);
        await tx.query('delete from envios where id = $1', [old.rows[0]?.id]);

        const { rows: opened } = await tx.query<{ id: string }>(BY_OWNER, [
          ...[mine.empresa.id, papel, dono, entrevista, numero],
        ]);
        const seen = await tx.query(
          `select jsonb_strip_nulls(jsonb_build_object('entrevista_id', entrevista_id, 'gravacao', gravacao,
            'preparo_id', preparo_id,
             'lote_id', lote_id, 'importacao_id', importacao_id)) as antes from envios where id = $1`,
          [opened[0]?.id],
        );
        expect(seen.rows).toEqual([
          { antes: { [antes]: entrevista, ...(gravacao === null ? {} : { gravacao }) } },
        ]);
      }
    }));

  it('it goes with its owner, and with no other of the same id, also without what the next contraction drops', () =>
    withOwners(async (tx) => {
      await openAll(tx);
      await tx.query(readFileSync('prisma/next-contraction.sql', 'utf8'));
      await tx.query('delete from auditoria_itens where entrevista_id = $1', [entrevista]);
      const gone = new Set<string>();
      for (const { dono, tabela } of KINDS) {
        await tx.query(`delete from ${tabela} where id = $1`, [entrevista]);
        gone.add(dono);
        expect(await left(tx)).toEqual(
          KINDS.map((kind) => kind.dono)
            .filter((kind) => !gone.has(kind))
            .sort(),
        );
      }
      const again = [mine.empresa.id, 'gravacoes', 'lote', entrevista, 1];
      await tx.query(BY_OWNER, again);
      await expect(tx.query(BY_OWNER, again)).rejects.toThrow('envios_dono_id_papel_numero_key');
    }));

  it('opened while the data of its interview are erased, goes with them, its parts deleted', async () => {
    const { db, prisma, store } = test.deps;
    const item = await prisma.auditoriaItem.findFirstOrThrow({ where: { entrevistaId: entrevista } });
    const chave = `${mine.empresa.id}/${item.id}/${randomUUID()}`;
    await store.put(chave, Readable.from([Buffer.from('som')]), { contentType: 'audio/webm' });
    const going = await db.transaction(async (tx) => {
      // Locks the interview's row, as a device's request to open an upload or to send a part does.
      await tx.query('select from entrevistas where id = $1 for no key update', [entrevista]);
      // The request starts at once, not when awaited.
      const answer = Promise.resolve(
        test.app.inject({
          method: 'POST',
          url: `/api/v1/auditoria-item/${item.id}/apagar-dados`,
          headers: bearer(mine.tokens.gerente),
          payload: { motivo: 'pedido_do_titular' },
        }),
      );
      const waiting =
        'select from pg_locks l where not granted and pg_backend_pid() = any (pg_blocking_pids(l.pid))';
      const early = answer.then(({ body }) => Promise.reject(new Error(`Waited for nothing: ${body}`)));
      await Promise.race([
        early,
        expect.poll(async () => (await tx.query(waiting)).rowCount, { timeout: 20_000 }).toBeGreaterThan(0),
      ]);
      early.catch(() => undefined);
      const { rows: opened } = await tx.query<{ id: string }>(BY_OWNER, [
        ...[mine.empresa.id, 'gravacao', 'entrevista', entrevista, 2],
      ]);
      await tx.query(
        `insert into envio_partes (envio_id, n, empresa_id, tamanho, sha256, chave_objeto)
          values ($1, 1, $2, 3, 'x', $3)`,
        [opened[0]?.id, mine.empresa.id, chave],
      );
      return { answer };
    });
    expect((await going.answer).statusCode).toBe(200);
    expect(await prisma.envio.count({ where: { donoId: entrevista } })).toBe(0);
    const sound = () =>
      store.get(chave).then(
        (bytes) => void bytes.destroy(),
        (error: Error) => error.name,
      );
    await expect.poll(sound, { timeout: 20_000 }).toBe('ObjectNotFoundError');
  });

  it('its two names never say different things, and its kind is what its file says', async () => {
    const change = (set: string) => test.deps.db.query(`update envios set ${set} where id = $1`, [envio]);
    await expect(change('numero = 2')).rejects.toThrow('envios_dono_igual');
    await expect(change('gravacao = 2')).rejects.toThrow('envios_dono_igual');
    await expect(change('dono_id = gen_random_uuid()')).rejects.toThrow('envios_dono_igual');
    await expect(change("dono = 'lote'")).rejects.toThrow('envios_dono_check');
    await expect(change('dono = null')).rejects.toThrow('dono');
  });

  it('of one kind thrown away, those of others with the same id stay', () =>
    withOwners(async (tx) => {
      await openAll(tx);
      await discardUploads(tx, { dono: 'lote', ids: [entrevista] });
      await discardUploads(tx, { dono: 'preparo', ids: [entrevista], papel: 'audio' });
      await discardUploads(tx, { dono: 'entrevista', ids: [entrevista], menos: [7] });
      expect(await left(tx)).toEqual(['entrevista', 'importacao', 'preparo']);
      const { rows: deleted } = await tx.query(
        `select chave from objetos_pendentes where starts_with(chave, $1) and apagar_em < now() + interval '1 minute'`,
        [entrevista],
      );
      expect(deleted).toEqual([{ chave: `${entrevista}/lote` }]);
    }));
});
