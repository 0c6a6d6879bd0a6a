// Joins a device's recordings into the interview's recording, with real sound: the gaps are known, and no sound is
// stored twice.
import { spawnSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { ResponseOf } from '@escuta/shared/contracts/contract';
import type { locateInterview } from '@escuta/shared/contracts/operation/admin';
import type { QuestionarioBaixado } from '@escuta/shared/contracts/surveys/campo';
import type { EntrevistaWire } from '@escuta/shared/contracts/surveys/entrevistas';
import { loadWorkerEnv } from '@escuta/shared/platform/process/env';
import { changeBalance } from '@escuta/shared/services/credits/ledger';
import { type ItemSeguro, putRecording } from '@escuta/shared/services/items/recording';
import { SYSTEM_ACTOR } from '@escuta/shared/services/log/audit-log';
import { readRecordingGaps } from '@escuta/shared/services/recordings/recording-map';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ensureCatalogue } from '../../prisma/seed/catalogue.ts';
import {
  claimRows,
  type Lease,
  LeaseLostError,
  putOff,
  sweepWishes,
  wishPlace,
} from '../../worker/src/background/lease.ts';
import { Loop } from '../../worker/src/background/loop.ts';
import { joining } from '../../worker/src/field/assembler.ts';
import { attach, claim, readTarget } from '../../worker/src/field/assembly-repo.ts';
import { autoAuditing } from '../../worker/src/field/auto-audit.ts';
import { measuring } from '../../worker/src/measure.ts';
import { copying } from '../../worker/src/recordings/listening-copies.ts';
import { rejudging } from '../../worker/src/rejudge.ts';
import { signalling } from '../../worker/src/signals/signals.ts';
import { readSurveyFacts } from '../../worker/src/signals/survey-repo.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { RECORDED_AS } from '../support/browser-recording.ts';
import { createAparelho, createTenant } from '../support/factories.ts';
import { type FakeProvider, startFakeProvider } from '../support/fake-provider.ts';
import { createFieldSurvey, type Dito, logOf, partsOf, Sender } from '../support/field.ts';
import { confrontAnswer, createTimedModel, heardOver, monoSample } from '../support/interviews.ts';
import { longo } from '../support/longo.ts';
import { startTestWorker, stopTestWorker } from '../support/pipeline.ts';

type Onde = ResponseOf<typeof locateInterview>['data'];

const folder = mkdtempSync(join(tmpdir(), 'montagem-'));
let test: TestApp;
let mine: Awaited<ReturnType<typeof createTenant>>;
let q: QuestionarioBaixado;
let device: Sender;
let gerente: Sender;

/**
 * Makes sound as a browser's recorder stores it: streamed webm with opus, without a length or an index. `source` gives
 * ffmpeg's input, a tone by default.
 */
function recorded(
  seconds: number,
  source: string[] = ['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000'],
): Buffer {
  const { stdout, status, stderr } = spawnSync(
    'ffmpeg',
    ['-nostdin', '-loglevel', 'error', ...source, '-t', String(seconds), ...RECORDED_AS],
    { maxBuffer: 64 * 1024 * 1024 },
  );
  if (status !== 0) throw new Error(String(stderr));
  return stdout;
}

/** Decodes a file. @returns the length that the file declares, s, and the samples at 16 kHz */
function heard(bytes: Buffer): { declared: number; samples: Int16Array } {
  const path = join(folder, 'ouvida');
  writeFileSync(path, bytes);
  const declared = spawnSync('ffprobe', [
    '-v',
    'error',
    '-show_entries',
    'format=duration',
    '-of',
    'csv=p=0',
    path,
  ]);
  const pcm = spawnSync(
    'ffmpeg',
    ['-nostdin', '-loglevel', 'error', '-i', path, '-ac', '1', '-ar', '16000', '-f', 's16le', 'pipe:1'],
    { maxBuffer: 64 * 1024 * 1024 },
  ).stdout;
  const samples = new Int16Array(pcm.buffer, pcm.byteOffset, Math.floor(pcm.length / 2));
  return { declared: Number(String(declared.stdout)), samples };
}

let tone: Buffer;
beforeAll(async () => {
  test = await createTestApp();
  mine = await createTenant(test.deps);
  const survey = await createFieldSurvey(test.deps, test.app, mine.empresa, mine.tokens.gerente);
  device = new Sender((await createAparelho(test.deps, mine.usuario)).segredo, test.app);
  gerente = new Sender(mine.tokens.gerente, test.app);
  q = await device.done<QuestionarioBaixado>(
    'POST',
    `/campo/questionarios/${survey.questionario.id}/baixar`,
    { para: 'iniciar' },
  );
  tone = recorded(12);
});
afterAll(async () => {
  await test.close();
  rmSync(folder, { recursive: true, force: true });
});

const assembler = (overrides: Partial<Parameters<typeof joining>[0]> = {}) =>
  new Loop(
    joining({
      db: test.deps.db,
      store: test.deps.store,
      env: loadWorkerEnv(),
      log: test.deps.log,
      publish: test.deps.publish,
      ...overrides,
    }),
    test.deps,
  );
const row = (id: string) => test.deps.prisma.entrevista.findUniqueOrThrow({ where: { id } });
const itemOf = (id: string) =>
  test.deps.prisma.auditoriaItem.findFirstOrThrow({ where: { entrevistaId: id } });
const partsHere = (id: string) => test.deps.prisma.envioParte.count({ where: { envio: { donoId: id } } });
async function bytesOf(key: string): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of (await test.deps.store.get(key)) as Readable) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
/** Runs the joining worker until the interview is no longer queued. */
async function assembled(id: string, made = assembler()) {
  made.wake();
  await expect.poll(async () => (await row(id)).montagem, { timeout: 60_000 }).not.toBe('pendente');
  await made.stop();
  return row(id);
}
/** The events of an interview whose recordings start at `comecos` and whose question is shown at `perguntaMs` (ms). */
const times = (comecos: readonly number[], perguntaMs: number) => [
  ...comecos.map((mono_ms, i) => ({ tipo: 'gravacao_iniciada' as const, gravacao: i + 1, mono_ms })),
  { tipo: 'pergunta_exibida' as const, pergunta_id: q.questoes[0]?.id ?? null, mono_ms: perguntaMs },
];
/** The event with which an interview's log ends, at `mono_ms`. */
const until = (mono_ms: number) => [{ tipo: 'pausa' as const, mono_ms }];

describe("an interview's recordings", () => {
  it('a single one keeps its sound as recorded, and gets its duration', async () => {
    const id = await device.interview(q, {
      gravacoes: [partsOf(tone, 5000)],
      ditos: [...times([500], 2000), ...until(12_600)],
    });
    const parts = await test.deps.prisma.envioParte.findMany({ where: { envio: { donoId: id } } });
    expect(parts.length).toBeGreaterThan(3);
    expect(await assembled(id)).toMatchObject({
      montagem: 'pronta',
      montagemMotivo: null,
      situacao: 'concluida',
    });
    const item = await itemOf(id);
    expect(item).toMatchObject({
      arquivoNome: 'entrevista.webm',
      arquivoTipo: 'audio/webm',
      status: 'pendente',
    });
    const bytes = await bytesOf(item.arquivoPath as string);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(item.arquivoSha256);
    expect(bytes.length).toBe(Number(item.arquivoTamanho));
    expect(heard(tone).declared).toBeNaN();
    expect(heard(bytes).declared).toBeCloseTo(12, 0);
    expect(await readRecordingGaps(test.deps.db, item.id)).toEqual([]);
    // Of the company's objects, the recording's parts are to be deleted, and the joined recording is not.
    expect(await partsHere(id)).toBe(0);
    const due = await test.deps.prisma.objetoPendente.findMany({ where: { empresaId: mine.empresa.id } });
    expect(due.map(({ chave }) => chave)).toEqual(
      expect.arrayContaining(parts.map(({ chaveObjeto }) => chaveObjeto)),
    );
    expect(due.map(({ chave }) => chave)).not.toContain(item.arquivoPath);
    // The parts are deleted only later, because a backup that began earlier still copies them.
    const [first] = due.filter(({ chave }) => chave === parts[0]?.chaveObjeto);
    expect(first?.apagarEm.getTime()).toBeGreaterThan(Date.now() + 86_400_000);
    const eventos = await test.deps.prisma.entrevistaEvento.findMany({
      where: { entrevistaId: id, fonte: 'servidor' },
    });
    expect(eventos.map(({ tipo }) => tipo)).toEqual(['gravacao_recebida']);
  });

  it('several are each read alone and joined, with silence where nothing was recorded', async () => {
    // The second recording ends within a cluster, as if its browser tab was killed.
    const cut = tone.subarray(0, Math.floor(tone.length * 0.6));
    const id = await device.interview(q, {
      gravacoes: [partsOf(tone, 9000), partsOf(cut, 4000), [tone]],
      ditos: [...times([0, 13_000, 60_000], 1000), ...until(80_000)],
    });
    expect(await assembled(id)).toMatchObject({ montagem: 'pronta' });
    const item = await itemOf(id);
    expect(item.arquivoTipo).toBe('audio/flac');
    const map = await test.deps.prisma.entrevistaGravacao.findMany({
      where: { entrevistaId: id },
      orderBy: { n: 'asc' },
    });
    expect(map).toHaveLength(4);
    const [one, two, three, rest] = map as [
      (typeof map)[0],
      (typeof map)[0],
      (typeof map)[0],
      (typeof map)[0],
    ];
    expect(one).toMatchObject({ n: 1, inicioMs: 0, lacunaMs: 0n });
    expect(Math.abs(one.duracaoMs - 12_000)).toBeLessThan(60);
    expect(Math.abs(two.inicioMs - 13_000)).toBeLessThan(60);
    expect(two.duracaoMs).toBeGreaterThan(4000);
    expect(two.duracaoMs).toBeLessThan(9000);
    expect(three.inicioMs - (two.inicioMs + two.duracaoMs)).toBe(3000);
    expect(Number(three.lacunaMs)).toBeGreaterThan(35_000);
    expect(rest).toMatchObject({ n: 4, duracaoMs: 0 });
    expect(Math.abs(Number(rest.lacunaMs) - 8000)).toBeLessThan(60);

    const { samples, declared } = heard(await bytesOf(item.arquivoPath as string));
    expect(declared * 1000).toBeCloseTo(three.inicioMs + three.duracaoMs, -2);
    const gaps = await readRecordingGaps(test.deps.db, item.id);
    expect(gaps).toHaveLength(3);
    for (const { startMs, endMs } of gaps.slice(0, 2)) {
      const silent = samples.subarray((startMs + 20) * 16, (endMs - 20) * 16);
      expect(Math.max(...silent.map(Math.abs))).toBe(0);
      // There is sound right after the gap.
      expect(
        Math.max(...samples.subarray((endMs + 100) * 16, (endMs + 200) * 16).map(Math.abs)),
      ).toBeGreaterThan(1000);
    }
    // The map of the gaps does not apply to another recording, which is attached by hand.
    const form = new FormData();
    form.append(
      'file',
      new Blob([readFileSync(join(import.meta.dirname, '../../samples/teste-curta.mp3'))], {
        type: 'audio/mpeg',
      }),
      'a.mp3',
    );
    await test.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = test.app.server.address() as { port: number };
    const upload = await fetch(`http://127.0.0.1:${port}/api/v1/auditoria-item/${item.id}/upload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${mine.tokens.gerente}` },
      body: form,
    });
    expect(upload.status).toBe(200);
    expect(await readRecordingGaps(test.deps.db, item.id)).toEqual([]);
  });

  longo.test('one that cannot be read is named, and the others are joined all the same', async () => {
    const id = await device.interview(q, {
      gravacoes: [[tone], [Buffer.from('isto não é som'.repeat(50))]],
      ditos: [...times([0, 20_000], 1000), ...until(30_000)],
    });
    const found = await assembled(id);
    expect(found.montagem).toBe('falhou');
    expect(found.montagemMotivo).toMatch(
      /^A gravação 2 não pôde ser lida\. .* O restante foi preparado, e as partes recebidas estão salvas\.$/,
    );
    const item = await itemOf(id);
    expect(item.arquivoPath).not.toBeNull();
    expect(item.motivo).toBe(found.montagemMotivo);
    // One gap is known: the time after the readable recording, up to the interview's end.
    expect(await readRecordingGaps(test.deps.db, item.id)).toHaveLength(1);
    // The readable parts are deleted, and the unreadable part is kept.
    expect(await partsHere(id)).toBe(1);
    // A retry is refused, because the item already has all that was readable.
    expect((await gerente.call('POST', `/entrevistas/${id}/liberar`)).status).toBe(409);
    expect((await row(id)).montagemMotivo).toBe(found.montagemMotivo);
  });

  longo.test('without a readable one, says why and keeps the parts; a manager asks again', async () => {
    const id = await device.interview(q, { gravacoes: [[Buffer.from('nada'.repeat(100))]] });
    expect(await assembled(id)).toMatchObject({
      montagem: 'falhou',
      montagemMotivo: expect.stringContaining('A gravação 1 não pôde ser lida'),
    });
    expect(await itemOf(id)).toMatchObject({
      arquivoPath: null,
      motivo: expect.stringContaining('A gravação 1 não pôde ser lida'),
    });
    expect(await partsHere(id)).toBe(1);
    const shown = () => gerente.done<EntrevistaWire>('GET', `/entrevistas/${id}`);
    expect(await shown()).toMatchObject({ montagem: 'falhou', item: { arquivo_nome: null } });
    expect((await gerente.call('POST', `/entrevistas/${id}/liberar`)).status).toBe(200);
    expect(await row(id)).toMatchObject({ montagem: 'pendente', montagemTentativas: 0 });
    // The company's log has the manager's request for another attempt at joining.
    const acoes = await test.deps.prisma.registroAcesso.findMany({ where: { recursoId: id } });
    expect(acoes.map(({ acao }) => acao)).toEqual(['montagem_repetida']);
    expect(await assembled(id)).toMatchObject({ montagem: 'falhou' });
    expect(await shown()).toMatchObject({
      montagem: 'falhou',
      item: { motivo: expect.stringContaining('A gravação 1 não pôde ser lida') },
    });
    await test.deps.prisma.envio.deleteMany({ where: { donoId: id } });
    const refused = await gerente.call('POST', `/entrevistas/${id}/liberar`);
    expect([refused.status, refused.body.message]).toEqual([409, 'Esta entrevista não está em quarentena.']);
  });
});

describe('a recording that a manager ended with parts that never came', () => {
  /**
   * Creates an interview whose device sends only the given parts and the log, and for which a manager stops waiting.
   * @returns the interview's id
   */
  async function abandoned(
    recordings: readonly { bytes: Buffer; size: number; sent: (n: number) => boolean }[],
    ditos: Dito[],
  ): Promise<string> {
    const id = randomUUID();
    expect((await device.announce(id, q.versao.id)).status).toBe(200);
    const log = logOf([{ tipo: 'iniciada' }, { tipo: 'consentimento', motivo: 'aceito' }, ...ditos]);
    expect((await device.events(id, log)).status).toBe(200);
    for (const [index, { bytes, size, sent }] of recordings.entries()) {
      const envio = randomUUID();
      expect((await device.open(envio, id, index + 1)).status).toBe(201);
      for (const [i, part] of partsOf(bytes, size).entries()) {
        if (sent(i + 1)) expect((await device.part(envio, i + 1, part)).status).toBe(200);
      }
    }
    const given = await gerente.call('POST', `/entrevistas/${id}/encerrar-aparelho`, { motivo: 'Perdido.' });
    expect(given.status, JSON.stringify(given.body)).toBe(200);
    return id;
  }

  it('has what came after them in its place, names the missing ones and keeps what came', async () => {
    // A quiet tone for 16 s, then a loud tone, by which the test finds where the sound after the gap belongs.
    const long = recorded(30, [
      '-f',
      'lavfi',
      '-i',
      "aevalsrc='if(gt(t,16),0.3,0.02)*sin(2*PI*440*t)':s=48000",
    ]);
    const size = Math.ceil(long.length / 30);
    // About the first 6 s have arrived; the next 5 s and a later part (25) have not.
    const holes = (n: number) => n <= 6 || (n > 11 && n !== 25);
    const id = await abandoned(
      [{ bytes: long, size, sent: holes }],
      [...times([1000], 2000), ...until(40_000)],
    );
    const kept = await partsHere(id);
    const found = await assembled(id);
    expect(found).toMatchObject({ montagem: 'falhou', sincronia: 'completa' });
    expect(found.montagemMotivo).toContain(
      'Da gravação 1 faltam as partes 7 a 11 e 25, que o aparelho não enviou.',
    );
    const item = await itemOf(id);
    expect(item).toMatchObject({ arquivoTipo: 'audio/flac', motivo: found.montagemMotivo });
    expect(await partsHere(id)).toBe(kept);

    const map = await test.deps.prisma.entrevistaGravacao.findMany({
      where: { entrevistaId: id },
      orderBy: { n: 'asc' },
    });
    expect(map.map(({ gravacao }) => gravacao)).toEqual([1, 1, 1, null]);
    const [before, after] = map as [(typeof map)[0], (typeof map)[0]];
    expect(before).toMatchObject({ somMs: 0, monoMs: 1000n, inicioMs: 0 });
    // After the gap the sound goes on with the first complete cluster, whose own time stamp gives its place.
    expect(after.somMs).toBeGreaterThan(before.duracaoMs + 4000);
    expect(Number(after.monoMs)).toBe(1000 + after.somMs);
    expect(Number(after.lacunaMs)).toBe(after.somMs - before.duracaoMs);
    expect(after.duracaoMs).toBeGreaterThan(2000);
    const gaps = await readRecordingGaps(test.deps.db, item.id);
    expect(gaps[0]).toEqual({ startMs: before.duracaoMs, endMs: after.inicioMs });
    const { samples } = heard(await bytesOf(item.arquivoPath as string));
    const loud = (fromMs: number, ms: number) =>
      samples
        .subarray(fromMs * 16, (fromMs + ms) * 16)
        .reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    expect(loud(0, before.duracaoMs)).toBeLessThan(2000);
    const toneAt = after.inicioMs + Math.max(0, 16_000 - after.somMs);
    expect(loud(toneAt + 200, 1000)).toBeGreaterThan(5000);
  });

  longo.test('without its beginning is named and kept, and the others are joined', async () => {
    const id = await abandoned(
      [
        { bytes: tone, size: 9000, sent: (n) => n > 1 },
        { bytes: tone, size: 9000, sent: () => true },
      ],
      [...times([0, 20_000], 1000), ...until(32_000)],
    );
    const found = await assembled(id);
    expect(found.montagemMotivo).toBe(
      'Da gravação 1 falta a parte 1, que o aparelho não enviou. Sem o começo, ela não pode ser lida. O restante foi preparado, e as partes recebidas estão salvas.',
    );
    // The parts of both recordings are kept, because the interview may be reopened.
    expect(await partsHere(id)).toBe(2 * partsOf(tone, 9000).length - 1);
    expect(
      Math.abs(heard(await bytesOf((await itemOf(id)).arquivoPath as string)).declared - 12),
    ).toBeLessThan(1);
  });
});

longo.describe('a recording with more sound than is joined', () => {
  it('is named and kept, and the others are joined: few parts can hold days', async () => {
    const id = await device.interview(q, {
      gravacoes: [[tone], [tone]],
      ditos: [...times([0, 20_000], 1000), ...until(32_000)],
    });
    const found = await assembled(id, assembler({ limiteMs: 15_000 }));
    expect(found).toMatchObject({
      montagem: 'falhou',
      montagemMotivo: expect.stringContaining(
        'A gravação 2 não pôde ser lida. O áudio é mais longo do que o permitido.',
      ),
    });
    expect(await partsHere(id)).toBe(1);
    expect(
      Math.abs(heard(await bytesOf((await itemOf(id)).arquivoPath as string)).declared - 12),
    ).toBeLessThan(1);
  });
});

longo.describe('the same parts in two interviews', () => {
  it('are recognised after they were joined and deleted; not those of a held one, nor those of erased data', async () => {
    const { db: pool } = test.deps;
    // The second interview has a recording of its own before the parts that both interviews share.
    const gravacoes = [partsOf(tone, 9000)];
    const a = await device.interview(q, { gravacoes, ditos: times([0], 1000) });
    await assembled(a);
    const b = await device.interview(q, {
      gravacoes: [[recorded(3)], ...gravacoes],
      ditos: times([0, 5000], 1000),
    });
    const { pesquisaId } = await assembled(b);
    expect(await partsHere(a)).toBe(0);
    const shared = async () =>
      (await readSurveyFacts(pool, pesquisaId, async () => undefined)).repetidas
        .filter(({ como }) => como === 'partes')
        .map((one) => [one.a, one.b].toSorted());
    expect(await shared()).toEqual([[a, b].toSorted()]);

    await pool.query(`update entrevistas set quarentena = 'aparelho_revogado' where id = $1`, [b]);
    expect(await shared()).toEqual([]);
    await pool.query('update entrevistas set quarentena = null where id = $1', [b]);
    expect(await shared()).toHaveLength(1);

    const { id: itemId } = await itemOf(b);
    const erased = await gerente.call('POST', `/auditoria-item/${itemId}/apagar-dados`, {
      motivo: 'pedido_do_titular',
    });
    expect(erased.status).toBe(200);
    expect(await shared()).toEqual([]);
    const left = await pool.query('select 1 from entrevista_partes where entrevista_id = $1', [b]);
    expect(left.rowCount).toBe(0);
    // If a recording is detached from its interview's item, the fingerprints of the interview's parts are deleted.
    const { id: otherItem } = await itemOf(a);
    await pool.query('update auditoria_itens set arquivo_path = null where id = $1', [otherItem]);
    const gone = await pool.query('select 1 from entrevista_partes where entrevista_id = $1', [a]);
    expect(gone.rowCount).toBe(0);
  });
});

describe('a worker of the version before, side by side', () => {
  /** Statements with which the previous version's worker claims work; a later migration may drop columns in them. */
  const OLD = {
    montagem: `update entrevistas set montagem_ate = now() + interval '2 minutes',
      montagem_tentativas = montagem_tentativas + 1
      where id = (select id from entrevistas where montagem = 'pendente'
        and (montagem_ate is null or montagem_ate < now())
        order by recebida_em limit 1 for update skip locked) returning id`,
    copias: `update copias_escuta set tentativas = tentativas + 1, proxima_em = now() + interval '2 minutes'
      where chave_original = (select chave_original from copias_escuta where situacao = 'pendente'
        and proxima_em <= now()
        order by proxima_em limit 1 for update skip locked) returning chave_original as id`,
    sinais: `insert into sinal_calculos (pesquisa_id, empresa_id, dono, ate)
      select p.id, p.empresa_id, gen_random_uuid(), now() + interval '2 minutes' from pesquisas p
        left join sinal_calculos c on c.pesquisa_id = p.id
      where exists (select from sinal_pedidos s where s.pesquisa_id = p.id) and (c.ate is null or c.ate < now()) limit 1
      on conflict (pesquisa_id) do update set dono = excluded.dono, ate = excluded.ate
        where sinal_calculos.ate is null or sinal_calculos.ate < now() returning pesquisa_id as id`,
  };

  it('takes nothing that this one has in hand, nor this one of its', async () => {
    const { db: pool, publish } = test.deps;
    const env = loadWorkerEnv();
    const id = await device.interview(q, { gravacoes: [[tone]], ditos: times([0], 1000) });
    await pool.query(`update entrevistas set montagem = null where montagem = 'pendente' and id <> $1`, [id]);
    await pool.query('delete from copias_escuta');
    await pool.query(`insert into copias_escuta (chave_original, empresa_id) values ('x', $1)`, [
      mine.empresa.id,
    ]);
    await pool.query(
      'delete from sinal_pedidos where pesquisa_id <> (select pesquisa_id from entrevistas where id = $1)',
      [id],
    );
    const works = {
      montagem: joining({ ...test.deps, env, publish }),
      copias: copying({ ...test.deps, env }),
      sinais: signalling({ db: pool, quietMs: 0, rest: 0 }),
    };
    const free = async () => {
      await pool.query('update entrevistas set montagem_ate = null where id = $1', [id]);
      await pool.query('update copias_escuta set proxima_em = now()');
      await pool.query('update sinal_calculos set dono = null, ate = null');
    };
    for (const [kind, work] of Object.entries(works) as [
      keyof typeof OLD,
      { take: (free: number) => Promise<readonly Lease[]> },
    ][]) {
      await free();
      const [ours] = await work.take(1);
      expect([kind, ours?.id]).toEqual([kind, expect.any(String)]);
      expect([kind, (await pool.query(OLD[kind])).rows]).toEqual([kind, []]);
      await free();
      expect((await pool.query(OLD[kind])).rows).toEqual([{ id: ours?.id }]);
      expect([kind, await work.take(1)]).toEqual([kind, []]);
    }
    await pool.query(`delete from copias_escuta`);
    await pool.query(`update entrevistas set montagem = null where id = $1`, [id]);
  });
});

describe('background work without a lease of its own', () => {
  const work = () => rejudging({ db: test.deps.db, publish: () => undefined });
  const renew = (held: Awaited<ReturnType<ReturnType<typeof work>['take']>>) => work().lease?.renew(held);
  const where = async (id: string) =>
    (await new Sender(mine.tokens.admin, test.app).done<Onde>('GET', `/entrevistas/${id}/onde`)).salas.find(
      ({ sala }) => sala === 'rejulgamento',
    );

  it('belongs to one worker at a time; one that dies leaves it to the others, and operators see where it is', async () => {
    const { db: pool } = test.deps;
    const id = await device.interview(q, { ditos: times([], 1000) });
    await pool.query('update entrevistas set rejulgar_em = null');
    expect(await where(id)).toMatchObject({ estado: 'fora', desde: null });
    const asked = async (sender: Sender, path: string) =>
      (await sender.call('GET', `/entrevistas/${path}/onde`)).status;
    const admin = new Sender(mine.tokens.admin, test.app);
    expect(await asked(gerente, id)).toBe(403);
    expect([await asked(admin, randomUUID()), await asked(admin, 'x')]).toEqual([404, 400]);
    await pool.query('update entrevistas set rejulgar_em = now() where id = $1', [id]);
    expect(await where(id)).toMatchObject({ estado: 'espera', tentativas: null });
    const dead = await work().take(1);
    expect(dead).toMatchObject([{ id, tentativas: 1 }]);
    expect(await work().take(1)).toEqual([]);
    expect([...((await renew(dead)) ?? [])]).toEqual([id]);
    expect(await where(id)).toMatchObject({ estado: 'em_curso', tentativas: 1 });
    // Expires the lease, as if the worker gave no sign of life.
    const expire = () => pool.query(`update trabalhos set ate = now() - interval '1 second'`);
    await expire();
    const next = await work().take(1);
    expect(next).toMatchObject([{ id, tentativas: 2 }]);
    // The first worker has lost its claim: its renewal and its release change nothing.
    expect(await renew(dead)).toEqual(new Set());
    await work().giveBack(dead[0] as never);
    expect(await work().take(1)).toEqual([]);
    // A failed row is delayed. A row that a stopping worker gives back is free at once, and the attempt is not counted.
    expect(await work().failed(next[0] as never, new Error('fora do ar'))).toBe('adiado');
    expect(await work().take(1)).toEqual([]);
    await expire();
    await work().giveBack((await work().take(1))[0] as never);
    expect(await work().take(1)).toMatchObject([{ id, tentativas: 3 }]);
    // A worker of the previous version, which knows no rows of `trabalhos`, did the requested work. The row that is
    // left is deleted after a day.
    await pool.query('update entrevistas set rejulgar_em = null');
    await pool.query(`update trabalhos set ate = now() - interval '25 hours'`);
    expect(await work().take(1)).toEqual([]);
    await sweepWishes(pool);
    expect((await pool.query('select from trabalhos')).rowCount).toBe(0);
  });
});

describe('a row of background work', () => {
  it('is taken alone where one is asked for, whatever the planner makes of the question', async () => {
    await test.deps.db.transaction(async (tx) => {
      // Creates a table whose statistics date from when it was nearly empty.
      await tx.query('create temp table fila (id uuid, ate timestamptz(3)) on commit drop');
      await tx.query('insert into fila values (gen_random_uuid())');
      await tx.query('analyze fila');
      await tx.query('insert into fila select gen_random_uuid() from generate_series(1, 5)');
      const place = {
        ...wishPlace('montagem'),
        name: 'fila',
        table: 'fila',
        tentativas: null,
        pending: 'true',
      };
      const told = { columns: 'id AS outro', order: 'id' };
      const rows = await claimRows(tx, { ...place, id: { column: 'id', type: 'uuid' } }, told, 1, 60_000);
      expect(rows).toHaveLength(1);
      expect((await tx.query('select from fila where ate is not null')).rowCount).toBe(1);
    });
  });

  it('that is given back is free at once, not when its millisecond is over', async () => {
    const place = { ...wishPlace('montagem'), name: 'devolvida', table: 'devolvida', tentativas: null };
    for (let n = 0; n < 10; n += 1) {
      // Within a transaction now() stays the same, so that the released row is claimed in the same millisecond.
      await test.deps.db.transaction(async (tx) => {
        await tx.query(
          'create temp table devolvida (alvo_id uuid, tipo text, ate timestamptz(3)) on commit drop',
        );
        await tx.query(`insert into devolvida values (gen_random_uuid(), 'montagem', null)`);
        const take = () => claimRows(tx, place, { columns: 'tipo', order: 'alvo_id' }, 1, 60_000);
        const [lease] = await take();
        await putOff(tx, place, lease as Lease, { waitMs: 0, counted: false });
        expect(await take()).toHaveLength(1);
      });
    }
  });

  it('is left to others two minutes after its worker died, however long recordings may be', async () => {
    const { db: pool } = test.deps;
    await pool.query('delete from copias_escuta');
    await pool.query(`insert into copias_escuta (chave_original, empresa_id) values ('x', $1)`, [
      mine.empresa.id,
    ]);
    const work = copying({ ...test.deps, env: { ...loadWorkerEnv(), AUDIO_MAX_MINUTES: 600 } });
    expect(await work.take(1)).toHaveLength(1);
    const { rows } = await pool.query(
      `select proxima_em <= now() + interval '2 minutes' as logo from copias_escuta`,
    );
    expect(rows).toEqual([{ logo: true }]);
    await pool.query('delete from copias_escuta');
  });

  it('that was put off waits no longer where another recording came in its place', async () => {
    const { db: pool } = test.deps;
    const { id: itemId } = await itemOf(await device.interview(q, { ditos: times([], 1000) }));
    await pool.query('update auditoria_itens set gravacao_ms = 1000 where gravacao_ms is null');
    const put = (key: string) =>
      pool.transaction(async (tx) => {
        const { rows } = await tx.query<ItemSeguro>(
          'select id, empresa_id, arquivo_path from auditoria_itens where id = $1 for update',
          [itemId],
        );
        const file = { key, nome: 'a.wav', tipo: 'audio/wav', tamanho: 1, sha256: key };
        await putRecording(tx, rows[0] as ItemSeguro, SYSTEM_ACTOR, file);
      });
    const work = measuring({ ...test.deps, env: loadWorkerEnv() });
    await put('primeira');
    const held = await work.take(1);
    expect(held).toMatchObject([{ id: itemId, arquivoPath: 'primeira' }]);
    expect(await work.failed(held[0] as never, new Error('fora do ar'))).toBe('adiado');
    expect(await work.take(1)).toEqual([]);
    await put('segunda');
    const second = await work.take(1);
    expect(second).toMatchObject([{ id: itemId, arquivoPath: 'segunda', tentativas: 1 }]);
    // A measurement loses its lease at the next renewal after a newer recording arrived.
    await put('terceira');
    expect(await work.lease?.renew(second)).toEqual(new Set());
    expect(await work.take(1)).toMatchObject([{ arquivoPath: 'terceira' }]);
    await pool.query('update auditoria_itens set arquivo_path = null where id = $1', [itemId]);
    await pool.query('delete from trabalhos');
  });
});

describe('the joining worker', () => {
  beforeEach(async () => {
    await test.deps.db.query(`update entrevistas set montagem = null where montagem = 'pendente'`);
  });

  it('that dies midway leaves the interview to another; its late end would not count', async () => {
    const id = await device.interview(q, { gravacoes: [[tone]], ditos: times([0], 1000) });
    const { db: pool } = test.deps;
    const dead = await claim(pool);
    expect(dead?.id).toBe(id);
    // No other worker takes a claimed row.
    expect(await claim(pool)).toBeNull();
    const target = await readTarget(pool, { id, segunda: false });
    await pool.query(`update entrevistas set montagem_ate = now() - interval '1 second' where id = $1`, [id]);
    expect(await assembled(id)).toMatchObject({ montagem: 'pronta', montagemTentativas: 2 });
    const before = await itemOf(id);
    const late = attach(pool, dead as never, target as never, {
      arquivo: { chave: `${mine.empresa.id}/x`, nome: 'x', tipo: 'audio/webm', tamanho: 1, sha256: 'x' },
      mapa: [],
      perdidas: [],
      semSom: [],
      motivo: null,
    });
    await expect(late).rejects.toThrow(LeaseLostError);
    expect(await itemOf(id)).toEqual(before);
  });

  longo.test(
    'of an interview ended, resumed and ended again is the same: what arrived is not lost',
    async () => {
      const id = randomUUID();
      const envio = randomUUID();
      const log = logOf([
        { tipo: 'iniciada' },
        { tipo: 'consentimento', motivo: 'aceito' },
        ...times([0], 1000),
      ]);
      await device.announce(id, q.versao.id);
      await device.events(id, log);
      await device.open(envio, id);
      await device.part(envio, 1, tone);
      const end = () =>
        gerente.done('POST', `/entrevistas/${id}/encerrar-aparelho`, { motivo: 'O aparelho foi roubado.' });
      await end();
      expect(await assembled(id)).toMatchObject({ montagem: 'pronta' });
      const first = await itemOf(id);
      // The device is found again: receiving resumes, and until the next joining the item has no recording.
      await gerente.done('POST', `/entrevistas/${id}/retomar-aparelho`);
      expect(await itemOf(id)).toMatchObject({ arquivoPath: null });
      await end();
      expect(await assembled(id)).toMatchObject({ montagem: 'pronta' });
      const again = await itemOf(id);
      expect(again.arquivoPath).not.toBe(first.arquivoPath);
      expect(heard(await bytesOf(again.arquivoPath as string)).declared).toBeCloseTo(12, 0);
      // If a person attached another recording, this recording stays, and receiving from the device does not resume.
      await test.deps.prisma.entrevistaGravacao.deleteMany({ where: { entrevistaId: id } });
      const refused = await gerente.call('POST', `/entrevistas/${id}/retomar-aparelho`);
      expect([refused.status, refused.body.code]).toEqual([409, 'conflito']);
      expect(refused.body.message).toContain('Uma pessoa enviou');
      expect(await itemOf(id)).toEqual(again);
    },
  );

  longo.test('that does not reach the storage leaves it for later, with nothing half done', async () => {
    const id = await device.interview(q, { gravacoes: [[tone]], ditos: times([0], 1000) });
    const away = assembler({
      store: { ...test.deps.store, get: async () => Promise.reject(new Error('fora do ar')) } as never,
    });
    away.wake();
    await expect.poll(async () => (await row(id)).montagemTentativas).toBe(1);
    await away.stop();
    const waiting = await row(id);
    expect(waiting.montagem).toBe('pendente');
    await test.deps.db.query('update entrevistas set montagem_ate = null where id = $1', [id]);
    expect(await assembled(id)).toMatchObject({ montagem: 'pronta' });
  });

  longo.test('does not replace a recording that a person sent', async () => {
    const id = await device.interview(q, { gravacoes: [[tone]], ditos: times([0], 1000) });
    const { id: itemId } = await itemOf(id);
    await test.deps.prisma.auditoriaItem.update({ where: { id: itemId }, data: { arquivoPath: 'de/outro' } });
    expect(await assembled(id)).toMatchObject({
      montagem: 'falhou',
      montagemMotivo: expect.stringContaining('outra gravação'),
    });
    expect((await itemOf(id)).arquivoPath).toBe('de/outro');
    expect(await partsHere(id)).toBe(1);
  });

  longo.test('leaves nothing behind of an interview erased meanwhile', async () => {
    const id = await device.interview(q, { gravacoes: [[tone]], ditos: times([0], 1000) });
    const { id: itemId } = await itemOf(id);
    const taken = await claim(test.deps.db);
    const target = await readTarget(test.deps.db, { id, segunda: false });
    const erased = await gerente.call('POST', `/auditoria-item/${itemId}/apagar-dados`, {
      motivo: 'pedido_do_titular',
    });
    expect(erased.status).toBe(200);
    const late = attach(test.deps.db, taken as never, target as never, {
      arquivo: { chave: `${mine.empresa.id}/y`, nome: 'y', tipo: 'audio/webm', tamanho: 1, sha256: 'y' },
      mapa: [],
      perdidas: [],
      semSom: [],
      motivo: null,
    });
    await expect(late).rejects.toThrow(LeaseLostError);
    expect(await itemOf(id)).toMatchObject({ arquivoPath: null });
  });
});

describe('the automatic audit', () => {
  let fake: FakeProvider;
  beforeAll(async () => {
    fake = await startFakeProvider();
    fake.intercept = (seen) =>
      seen.rota === 'transcricao'
        ? { segments: heardOver(3, ['Qual é a sua idade?', 'Quarenta e dois anos.']) }
        : confrontAnswer(seen, {});
    await ensureCatalogue(test.deps.db);
    await createTimedModel(test.deps);
  });
  afterAll(() => fake.close());

  it('begins by itself when the joined recording was measured, and knows where sound is missing', async () => {
    const rich = await createTenant(test.deps, { creditos: 10 });
    const survey = await createFieldSurvey(test.deps, test.app, rich.empresa, rich.tokens.gerente, {
      auditoriaAutomatica: true,
    });
    const sender = new Sender((await createAparelho(test.deps, rich.usuario)).segredo, test.app);
    const levado = await sender.done<QuestionarioBaixado>(
      'POST',
      `/campo/questionarios/${survey.questionario.id}/baixar`,
      { para: 'iniciar' },
    );
    expect(levado.creditos.automatica).toBe(true);
    const speech = recorded(60, ['-i', await monoSample(folder, 'teste-curta')]);
    const id = await sender.interview(levado, {
      gravacoes: [partsOf(speech, 8000), partsOf(speech, 8000)],
      ditos: [
        { tipo: 'gravacao_iniciada', gravacao: 1, mono_ms: 0 },
        { tipo: 'gravacao_iniciada', gravacao: 2, mono_ms: 600_000 },
        ...until(700_000),
      ],
    });
    const worker = await startTestWorker(test.deps, fake.url);
    try {
      const facts = async () => {
        const { rows } = await test.deps.db.query<{ danos: unknown }>(
          `select r.fatos_audio -> 'danos' -> 'lacunas' as danos from auditoria_resultados r
           join auditoria_itens i on i.id = r.item_id where i.entrevista_id = $1`,
          [id],
        );
        return rows[0]?.danos ?? null;
      };
      await expect.poll(facts, { timeout: 120_000 }).not.toBeNull();
      const { id: itemId } = await itemOf(id);
      const gaps = await readRecordingGaps(test.deps.db, itemId);
      expect(gaps).toHaveLength(2);
      expect(await facts()).toEqual(expect.arrayContaining([gaps[1]]));
      expect(JSON.stringify(await facts())).toContain(String(gaps[0]?.endMs));
      const runs = await test.deps.prisma.execucao.findMany({ where: { itemId } });
      expect(runs.map(({ origem }) => origem)).toEqual(['lote']);
      const [spent] = await test.deps.prisma.creditoLancamento.findMany({
        where: { empresaId: rich.empresa.id, quantidade: { lt: 0 } },
      });
      expect(spent?.quantidade).toBe(-1);
      expect((await row(id)).auditarEm).toBeNull();
    } finally {
      await stopTestWorker(worker);
    }
  });

  const audit = () =>
    new Loop(
      autoAuditing({
        db: test.deps.db,
        publish: test.deps.publish,
        entrevistaMinutos: 20,
        notices: test.deps,
      }),
      test.deps,
    );
  /** Runs four times the loop that requests audits; each stop() waits for the request in progress. */
  async function asked(): Promise<void> {
    for (let turn = 0; turn < 4; turn += 1) {
      const one = audit();
      one.start();
      await one.stop();
    }
  }
  /** Creates a joined, unmeasured interview in a project with automatic audits. @returns its id and its item's id */
  async function joined(of: Awaited<ReturnType<typeof createTenant>>) {
    const survey = await createFieldSurvey(test.deps, test.app, of.empresa, of.tokens.gerente, {
      auditoriaAutomatica: true,
    });
    const sender = new Sender((await createAparelho(test.deps, of.usuario)).segredo, test.app);
    const levado = await sender.done<QuestionarioBaixado>(
      'POST',
      `/campo/questionarios/${survey.questionario.id}/baixar`,
      { para: 'iniciar' },
    );
    const id = await sender.interview(levado, { gravacoes: [[tone]] });
    await assembled(id);
    expect((await row(id)).auditarEm).not.toBeNull();
    return { id, itemId: (await itemOf(id)).id, projetoId: survey.projeto.id };
  }
  const measured = (itemId: string, minutos: number) =>
    test.deps.prisma.auditoriaItem.update({
      where: { id: itemId },
      data: { gravacaoMs: minutos * 60_000 },
    });
  const runs = (itemId: string) => test.deps.prisma.execucao.count({ where: { itemId } });

  longo.test(
    'without credits waits for them and the item says so; with them begins by itself, and once only',
    async () => {
      const poor = await createTenant(test.deps);
      const { id, itemId } = await joined(poor);
      // The length is not measured yet, so the price is unknown and no audit is requested.
      await asked();
      expect((await itemOf(id)).motivo).toBeNull();
      await measured(itemId, 30);
      await asked();
      expect(await itemOf(id)).toMatchObject({
        status: 'pendente',
        motivo:
          'Auditoria automática à espera de créditos. A entrevista custa 2 créditos, mais do que o saldo. A auditoria começa automaticamente quando houver saldo.',
      });
      expect(await row(id)).toMatchObject({ auditarEm: null, auditarCreditos: 2 });
      const buy = (quantidade: number, chaveIdempotente: string) =>
        changeBalance(test.deps.db, {
          ...{ empresaId: poor.empresa.id, tipo: 'compra' as const, quantidade, chaveIdempotente },
          descricao: 'Pacote',
        });
      // There are still too few credits.
      await buy(1, 'a');
      await asked();
      expect(await runs(itemId)).toBe(0);
      await buy(9, 'b');
      // The recording is replaced before the audit begins: the price is unknown until the new recording is measured.
      await test.deps.prisma.auditoriaItem.update({ where: { id: itemId }, data: { gravacaoMs: null } });
      await asked();
      expect((await itemOf(id)).motivo).toContain('à espera de créditos');
      await measured(itemId, 30);
      await asked();
      expect(await itemOf(id)).toMatchObject({ status: 'processando', motivo: null });
      expect(await row(id)).toMatchObject({ auditarEm: null, auditarCreditos: null });
      await asked();
      expect(await runs(itemId)).toBe(1);
      const taken = await test.deps.prisma.creditoLancamento.findMany({
        where: { empresaId: poor.empresa.id, tipo: 'reserva' },
      });
      expect(taken.map(({ quantidade }) => quantidade)).toEqual([-2]);
    },
  );

  longo.test(
    'that waited for credits does not begin where the project no longer audits by itself',
    async () => {
      const poor = await createTenant(test.deps);
      const { id, itemId, projetoId } = await joined(poor);
      await measured(itemId, 5);
      await asked();
      await test.deps.prisma.projeto.update({
        where: { id: projetoId },
        data: { auditoriaAutomatica: false },
      });
      await test.deps.prisma.empresa.update({ where: { id: poor.empresa.id }, data: { saldoCreditos: 5 } });
      await asked();
      expect(await row(id)).toMatchObject({ auditarEm: null, auditarCreditos: null });
      expect(await itemOf(id)).toMatchObject({ status: 'pendente', motivo: null });
      expect(await runs(itemId)).toBe(0);
    },
  );

  longo.test(
    'leaves the interrupted one, and the one that costs too much, to a person, and says why',
    async () => {
      const rich = await createTenant(test.deps, { creditos: 100 });
      const left = await joined(rich);
      await test.deps.prisma.entrevista.update({
        where: { id: left.id },
        data: { situacao: 'interrompida' },
      });
      await measured(left.itemId, 2);
      // This project reaches its monthly limit.
      const capped = await joined(rich);
      await measured(capped.itemId, 2);
      await test.deps.prisma.projeto.update({
        where: { id: capped.projetoId },
        data: { tetoCreditosMes: 0 },
      });
      // This recorder was left on overnight.
      const night = await joined(rich);
      await measured(night.itemId, 8 * 60);
      await asked();
      expect((await itemOf(left.id)).motivo).toBe(
        'Auditoria automática não iniciada: a entrevista foi interrompida. Processe a entrevista, se for o caso.',
      );
      expect((await itemOf(night.id)).motivo).toBe(
        'Auditoria automática não iniciada. A entrevista custa 24 créditos. Acima de 9 créditos, uma pessoa precisa conferir se o gravador não ficou ligado por engano. Se estiver tudo certo, processe a entrevista.',
      );
      expect((await itemOf(capped.id)).motivo).toContain(
        'Auditoria automática não iniciada. O limite deste projeto (0 créditos por mês) foi atingido.',
      );
      for (const { id, itemId } of [left, capped, night]) {
        expect(await row(id)).toMatchObject({ auditarEm: null, auditarCreditos: null });
        expect(await runs(itemId)).toBe(0);
      }
      // A person may still process an item that is not audited automatically.
      const processed = await new Sender(rich.tokens.gerente, test.app).call(
        'POST',
        '/auditoria-resultado/processar',
        { auditoriaItemId: left.itemId },
      );
      expect(processed.status, JSON.stringify(processed.body)).toBeLessThan(300);
      expect(await runs(left.itemId)).toBe(1);
    },
  );
});
