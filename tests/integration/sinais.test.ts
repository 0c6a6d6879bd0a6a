// Signals of fabrication: the worker's findings in a survey's rows, and people's opinions over HTTP.
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ResumoDeSinais, SinalAberto, SinalWire } from '@escuta/shared/contracts/surveys/sinais';
import type { TipoSinal } from '@escuta/shared/domain/interview/signals/kinds';
import { loadWorkerEnv } from '@escuta/shared/platform/process/env';
import { saveMatrixRow } from '@escuta/shared/services/verdicts/interview-matrix';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Loop } from '../../worker/src/background/loop.ts';
import { measuring } from '../../worker/src/measure.ts';
import { askOutdated, takeSurvey } from '../../worker/src/signals/signals-repo.ts';
import { callApi, createTestApp, type Method, type TestApp } from '../support/app.ts';
import {
  type AuditedIds,
  type AuditedSurvey,
  addAudited,
  createAgents,
  createOwnSurvey,
} from '../support/audited-survey.ts';
import { createApiKey, createMembro, createTenant, signToken } from '../support/factories.ts';
import { longo } from '../support/longo.ts';
import { SAMPLES } from '../support/pipeline.ts';
import { computeSignals, createSinal } from '../support/signals.ts';

let test: TestApp;
let mine: Awaited<ReturnType<typeof createTenant>>;
let theirs: Awaited<ReturnType<typeof createTenant>>;
/** Another gerente, and two people with the role usuario. */
let bia: { token: string; usuarioId: string };
let carla: { token: string; usuarioId: string };
let davi: { token: string; usuarioId: string };
beforeAll(async () => {
  test = await createTestApp();
  mine = await createTenant(test.deps);
  theirs = await createTenant(test.deps);
  const person = async (nome: string, papel: 'gerente' | 'usuario') => {
    const membro = await createMembro(test.deps, mine.empresa, { nome, papel });
    return { token: signToken(test.deps, membro), usuarioId: membro.usuarioId };
  };
  bia = await person('Bia Gerente', 'gerente');
  carla = await person('Carla', 'usuario');
  davi = await person('Davi', 'usuario');
});
afterAll(() => test.close());

async function newSurvey(perguntas = 12): Promise<AuditedSurvey> {
  const survey = await createOwnSurvey(test.deps, mine.empresa, perguntas);
  // Makes the version older than its interviews, on whatever day the test runs.
  await test.deps.db.query(
    `update questionario_versoes v set created_at = '2026-01-01' from questionarios q where q.id = v.questionario_id
      and q.pesquisa_id = $1`,
    [survey.pesquisaId],
  );
  return survey;
}

type Row = {
  id: string;
  chave: string;
  tipo: TipoSinal;
  alvo: string;
  estado: string;
  vigente: boolean;
  lista: boolean;
  nota: boolean;
  agente_id: string | null;
  medida: number;
  evidencia: string;
  versao: number;
  prova: {
    entrevistas: string[];
    trechos: { inicioMs: number; fimMs: number }[];
    fatos: Record<string, unknown>;
  };
};
const rowsOf = async ({ pesquisaId }: AuditedSurvey): Promise<Row[]> =>
  (await test.deps.db.query<Row>('select * from sinais where pesquisa_id = $1 order by chave', [pesquisaId]))
    .rows;

const ask = (survey: AuditedSurvey) =>
  test.deps.db.query('insert into sinal_pedidos (pesquisa_id) values ($1)', [survey.pesquisaId]);

/** Runs a worker until no request for signals is left. @returns the survey's signals */
async function compute(survey: AuditedSurvey): Promise<Row[]> {
  await computeSignals(test.deps, survey);
  return rowsOf(survey);
}

const letters = (n: number) => 'C'.repeat(n);
/** Time, ms, between the starts of two successive questions of `addAudited`; reading a question takes less than 4 s. */
const STEP_MS = 8000;

type Device = {
  inicio: Date;
  desvioMs?: number;
  minutos?: number;
  digitadaMs?: (n: number) => number;
  pausa?: [number, number];
  /** Time at which the interview continues after a crash of the device; no event records the crash. */
  queda?: number;
};

/** Turns an audited interview into one from a device, with the device's clock, recording and log. */
async function onDevice(
  survey: AuditedSurvey,
  { entrevistaId }: AuditedIds,
  { inicio, desvioMs = 0, minutos = 10, digitadaMs = (n) => n * STEP_MS + 6000, pausa, queda }: Device,
): Promise<void> {
  const { db: pool } = test.deps;
  await pool.query('delete from entrevista_eventos where entrevista_id = $1', [entrevistaId]);
  await pool.query('update entrevistas set iniciada_em = $2, relogio_desvio_ms = $3 where id = $1', [
    entrevistaId,
    new Date(inicio.getTime() + desvioMs),
    desvioMs,
  ]);
  // The second recording starts 3 s into the joined recording, so that its times are shifted. Its parts after its first
  // 5 s are missing.
  await pool.query(
    `insert into entrevista_gravacoes (entrevista_id, n, gravacao, som_ms, empresa_id, inicio_ms, duracao_ms, mono_ms,
      lacuna_ms)
     values ($1, 1, 1, 0, $2, 0, 3000, 0, 0), ($1, 2, 2, 0, $2, 3000, 5000, 3000, 0),
       ($1, 3, 2, 5000, $2, 8000, 595000, 8000, 0) on conflict do nothing`,
    [entrevistaId, survey.empresaId],
  );
  const events = [
    ...survey.perguntas.map(({ id }, n) => ({
      tipo: 'resposta_alterada',
      p: id,
      audio: Math.max(0, digitadaMs(n) - 3000),
      mono: digitadaMs(n),
    })),
    ...(pausa
      ? [
          { tipo: 'pausa', mono: pausa[0] },
          { tipo: 'retomada', mono: pausa[1] },
        ]
      : []),
    ...(queda === undefined
      ? []
      : [
          { tipo: 'gravacao_interrompida', mono: queda },
          { tipo: 'retomada', mono: queda },
        ]),
    { tipo: 'finalizada', mono: minutos * 60_000 },
  ];
  await pool.query(
    `insert into entrevista_eventos (entrevista_id, empresa_id, fonte, seq, tipo, pergunta_id, mono_ms, gravacao,
      audio_ms)
     select $1, $2, 'aparelho', e.seq, e.tipo, e.p, e.mono, case when e.p is not null then 2 end, e.audio
     from rows from (jsonb_to_recordset($3::jsonb) as (tipo text, p uuid, audio bigint, mono bigint)) with ordinality
       as e (tipo, p, audio, mono, seq)`,
    [entrevistaId, survey.empresaId, JSON.stringify(events)],
  );
}

it('signals by an earlier version of the rules are asked for anew by a worker that starts', async () => {
  const { pesquisaId } = await newSurvey(1);
  const asked = async () =>
    (await test.deps.db.query('select from sinal_pedidos where pesquisa_id = $1', [pesquisaId])).rowCount;
  const sinal = await createSinal(test.deps.db, { empresaId: mine.empresa.id, pesquisaId }, []);
  await test.deps.db.query('delete from sinal_pedidos where pesquisa_id = $1', [pesquisaId]);
  await askOutdated(test.deps.db);
  expect(await asked()).toBe(0);
  await test.deps.db.query('update sinais set versao_regra = versao_regra - 1 where id = $1', [sinal]);
  await askOutdated(test.deps.db);
  expect(await asked()).toBe(1);
  await test.deps.db.query('delete from sinais where id = $1', [sinal]);
  await test.deps.db.query('delete from sinal_pedidos where pesquisa_id = $1', [pesquisaId]);
});

describe('what the worker finds', () => {
  let survey: AuditedSurvey;
  let ids: AuditedIds[];
  let agent: string;
  const at = (hour: number) => new Date(Date.UTC(2026, 9, 5, hour));
  beforeAll(async () => {
    survey = await newSurvey();
    [agent = ''] = await createAgents(test.deps.db, mine.empresa.id, [{ nome: 'Elisa' }]);
    ids = await addAudited(
      test.deps.db,
      survey,
      Array.from({ length: 6 }, (_, n) => ({ letras: letters(12), nome: `Pessoa ${n}`, agenteId: agent })),
    );
    // Interview 0: answers are typed before their questions, and a dead battery makes it overlap interview 1 only by
    // the
    // device's clock. Interviews 2 and 3 overlap by three minutes; interview 4 pauses while 5 is conducted.
    await onDevice(survey, ids[0]!, {
      inicio: at(8),
      digitadaMs: (n) => n * STEP_MS + (n > 0 && n < 5 ? 1000 : 6000),
      minutos: 120,
      queda: 110 * 60_000,
    });
    await onDevice(survey, ids[1]!, { inicio: at(9), desvioMs: -3_600_000 });
    // Interview 2 gets answers until its end, so that it really overlaps with interview 3.
    await onDevice(survey, ids[2]!, {
      inicio: at(12),
      digitadaMs: (n) => (n < 10 ? n * STEP_MS + 6000 : 8 * 60_000 + n * 1000),
    });
    await onDevice(survey, ids[3]!, { inicio: new Date(at(12).getTime() + 7 * 60_000) });
    await onDevice(survey, ids[4]!, { inicio: at(15), minutos: 60, pausa: [5 * 60_000, 50 * 60_000] });
    await onDevice(survey, ids[5]!, { inicio: new Date(at(15).getTime() + 10 * 60_000) });
    await test.deps.db.query(
      `update auditoria_itens set arquivo_sha256 = repeat('7', 64), arquivo_path = id::text where id = any($1)`,
      [[ids[0]!.itemId, ids[5]!.itemId]],
    );
    // Each question is read for six seconds, but in interview 1 only for two.
    await test.deps.db.query(
      'update confrontos set ouvir_inicio_ms = greatest(0, resposta_inicio_ms - 8000) where pesquisa_id = $1 and entrevista_id <> $2',
      [survey.pesquisaId, ids[1]!.entrevistaId],
    );
    // One telephone number is shared by two names, as in a household, and another by three names.
    await test.deps.db.query(
      `update entrevistas e set telefone_entrevistado = t.fone from unnest($1::uuid[], $2::text[]) as t (id, fone)
        where e.id = t.id`,
      [
        ids.map(({ entrevistaId }) => entrevistaId),
        [
          '(11) 98888-0001',
          '+5511988880001',
          '11 97777-0002',
          '5511977770002',
          '011 977770002',
          'sem telefone',
        ],
      ],
    );
  });

  it("is in the survey's rows, with its proof and where to listen", async () => {
    const rows = await compute(survey);
    const [e0, e1, e2, e3, e4, e5] = ids.map(({ entrevistaId }) => entrevistaId);
    expect(rows.map(({ tipo, alvo, nota, lista }) => [tipo, alvo, nota, lista]).toSorted()).toEqual(
      [
        ['digitada_antes', 'entrevista', false, false],
        ['mais_rapida', 'entrevista', false, false],
        ['mesma_gravacao', 'par', false, true],
        ['sobreposta_ou_telefone', 'par', false, true],
        ['sobreposta_ou_telefone', 'par', true, false],
        ['sobreposta_ou_telefone', 'par', false, true],
      ].toSorted(),
    );
    const faster = rows.find(({ tipo }) => tipo === 'mais_rapida');
    expect(faster?.prova).toMatchObject({
      entrevistas: [e1],
      fatos: { por: 'leitura', entrevistasDoEntrevistador: 6 },
    });
    expect(faster?.medida).toBeLessThan(0.6);
    expect(Number(faster?.prova.fatos.ritmoDoEntrevistador)).toBeGreaterThan(0.9);
    const typed = rows.find(({ tipo }) => tipo === 'digitada_antes');
    expect(typed?.prova.fatos).toEqual({ antes: 4, perguntadas: 12 });
    expect(typed?.prova.trechos[0]).toMatchObject({ inicioMs: STEP_MS - 2000, fimMs: STEP_MS + 4000 });
    expect(rows.find(({ tipo }) => tipo === 'mesma_gravacao')?.prova.entrevistas.toSorted()).toEqual(
      [e0, e5].toSorted(),
    );
    const together = rows.find(({ chave }) => chave.includes(':sobreposta:'));
    expect(together?.prova.entrevistas).toEqual([e2, e3]);
    expect(together?.medida).toBeCloseTo(3, 5);
    const phones = rows.filter(({ chave }) => chave.includes(':telefone:'));
    expect(phones.map(({ nota, medida }) => [nota, medida]).toSorted()).toEqual([
      [false, 3],
      [true, 2],
    ]);
    expect(phones.find(({ nota }) => !nota)?.prova.entrevistas.toSorted()).toEqual([e2, e3, e4].toSorted());
  });

  longo.test('does not change when computed again', async () => {
    const before = await rowsOf(survey);
    await ask(survey);
    expect(await compute(survey)).toEqual(before);
  });

  longo.test('is computed again only after ten times the time it took', async () => {
    const { db: pool } = test.deps;
    const free = `select 1 from sinal_calculos where pesquisa_id = $1 and dono is null`;
    await pool.query(
      `update sinal_calculos set duracao_ms = 60000, calculado_em = now() where pesquisa_id = $1`,
      [survey.pesquisaId],
    );
    await ask(survey);
    await pool.query('delete from sinal_pedidos where pesquisa_id <> $1', [survey.pesquisaId]);
    const take = () => takeSurvey(pool, { quietMs: 0, longestMs: 0, rest: 10 });
    expect(await take()).toBeNull();
    expect((await pool.query(free, [survey.pesquisaId])).rowCount).toBe(1);
    await pool.query(
      `update sinal_calculos set calculado_em = now() - interval '601 seconds' where pesquisa_id = $1`,
      [survey.pesquisaId],
    );
    expect(await take()).toMatchObject({ id: survey.pesquisaId });
    await pool.query('update sinal_calculos set dono = null, ate = null where pesquisa_id = $1', [
      survey.pesquisaId,
    ]);
    await compute(survey);
    const { rows } = await pool.query<{ duracao_ms: number }>(
      'select duracao_ms from sinal_calculos where pesquisa_id = $1',
      [survey.pesquisaId],
    );
    expect(rows[0]?.duracao_ms).toBeLessThan(60_000);
  });

  longo.test('dismissed stays dismissed, and opens again only with another proof', async () => {
    const signal = async () => (await rowsOf(survey)).find(({ tipo }) => tipo === 'digitada_antes')!;
    const { id, versao } = await signal();
    expect((await give(id, mine.tokens.gerente, 'explica', versao)).body.data.estado).toBe('descartado');
    await ask(survey);
    await compute(survey);
    expect(await signal()).toMatchObject({ id, estado: 'descartado' });

    await onDevice(survey, ids[0]!, {
      inicio: at(8),
      digitadaMs: (n) => n * STEP_MS + (n > 0 && n < 6 ? 1000 : 6000),
    });
    await ask(survey);
    await compute(survey);
    expect(await signal()).toMatchObject({ id, estado: 'aberto' });
    // The evidence that a person has explained is found again, so that the opinions on it apply again.
    await onDevice(survey, ids[0]!, {
      inicio: at(8),
      digitadaMs: (n) => n * STEP_MS + (n > 0 && n < 5 ? 1000 : 6000),
    });
    await ask(survey);
    await compute(survey);
    expect(await signal()).toMatchObject({ id, estado: 'descartado' });
    // The signal is no longer found, but is kept, because people gave opinions on it.
    await onDevice(survey, ids[0]!, { inicio: at(8) });
    await ask(survey);
    await compute(survey);
    expect(await signal()).toMatchObject({ id, vigente: false, estado: 'descartado' });
  });

  it('is asked for again by what changes it: a cell, an interview, the phone number', async () => {
    const wishes = async () =>
      (await test.deps.db.query('select 1 from sinal_pedidos where pesquisa_id = $1', [survey.pesquisaId]))
        .rowCount;
    expect(await wishes()).toBe(0);
    await test.deps.db.transaction((tx) => saveMatrixRow(tx, ids[1]!.entrevistaId));
    expect(await wishes()).toBe(1);
    await test.deps.db.query(`update entrevistas set telefone_entrevistado = '1' where id = $1`, [
      ids[1]!.entrevistaId,
    ]);
    expect(await wishes()).toBe(2);
    await test.deps.db.query(`update entrevistas set ultimo_contato_em = now() where id = $1`, [
      ids[1]!.entrevistaId,
    ]);
    expect(await wishes()).toBe(2);
    await compute(survey);
    expect(await wishes()).toBe(0);
  });

  longo.test('goes with the data that someone had erased', async () => {
    const before = await rowsOf(survey);
    const about = before.filter(({ prova }) => prova.entrevistas.includes(ids[5]!.entrevistaId));
    expect(about.length).toBeGreaterThan(0);
    const rate = await createSinal(test.deps.db, survey, [ids[4]!.entrevistaId, ids[5]!.entrevistaId], {
      alvo: 'entrevistador',
      agenteId: agent,
      trechos: [{ entrevistaId: ids[5]!.entrevistaId, perguntaId: null, inicioMs: 0, fimMs: 1 }],
    });
    const erased = await call('POST', `/auditoria-item/${ids[5]!.itemId}/apagar-dados`, mine.tokens.gerente, {
      motivo: 'pedido_do_titular',
    });
    expect(erased.status).toBe(200);
    const left = await rowsOf(survey);
    expect(left.filter(({ alvo }) => alvo !== 'entrevistador').map(({ id }) => id)).toEqual(
      before.filter((one) => !about.includes(one)).map(({ id }) => id),
    );
    expect(JSON.stringify(left)).not.toContain(ids[5]!.entrevistaId);
    expect(left.find(({ id }) => id === rate)?.prova.trechos).toEqual([]);
    const again = await compute(survey);
    expect(JSON.stringify(again)).not.toContain(ids[5]!.entrevistaId);
  });
});

longo.describe('a recording handed in twice', () => {
  it('is recognised by its sound, also re-encoded and cut; another recording is not', async () => {
    const survey = await newSurvey(3);
    const ids = await addAudited(
      test.deps.db,
      survey,
      [1, 2, 3].map((n) => ({ letras: 'CCC', nome: `Pessoa ${n}` })),
    );
    const folder = await mkdtemp(join(tmpdir(), 'escuta-sinais-'));
    const run = promisify(execFile);
    const make = async (name: string, ...args: string[]) => {
      await run('ffmpeg', ['-nostdin', '-v', 'error', '-y', ...args, join(folder, name)]);
      return join(folder, name);
    };
    const file = (sample: string) => join(SAMPLES, `${sample}.mp3`);
    const join2 = (a: string, b: string) => [
      '-i',
      file(a),
      '-i',
      file(b),
      '-filter_complex',
      '[0:a][1:a]concat=n=2:v=0:a=1',
      '-ac',
      '1',
    ];
    try {
      const first = await make('a.wav', ...join2('amostra-principal', 'venda-de-fibra'), '-ar', '16000');
      const files = [
        first,
        await make(
          'b.webm',
          '-ss',
          '2.7',
          '-i',
          first,
          '-c:a',
          'libopus',
          '-b:a',
          '24k',
          '-af',
          'volume=0.6',
        ),
        await make('c.wav', ...join2('cancelamento-mal-conduzido', 'cobranca-com-ofensa'), '-ar', '16000'),
      ];
      for (const [n, path] of files.entries()) {
        const key = `${mine.empresa.id}/${ids[n]!.itemId}/${randomUUID()}`;
        await test.deps.store.put(key, createReadStream(path), { contentType: 'audio/wav' });
        await test.deps.db.query(
          'update auditoria_itens set arquivo_path = $2, gravacao_ms = null where id = $1',
          [ids[n]!.itemId, key],
        );
      }
      const measurer = new Loop(
        measuring({
          db: test.deps.db,
          store: test.deps.store,
          env: loadWorkerEnv(),
          publish: () => undefined,
        }),
        test.deps,
      );
      measurer.start();
      const heard = () => test.deps.prisma.entrevistaSom.count({ where: { pesquisaId: survey.pesquisaId } });
      try {
        await expect.poll(heard).toBe(3);
      } finally {
        await measurer.stop();
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
    const rows = await compute(survey);
    const [pair, ...others] = rows.filter(({ tipo }) => tipo === 'mesma_gravacao');
    expect(others).toEqual([]);
    expect(pair?.prova.entrevistas.toSorted()).toEqual(
      [ids[0]!.entrevistaId, ids[1]!.entrevistaId].toSorted(),
    );
    expect(pair?.medida).toBeGreaterThan(0.9);
    // Compares the playing positions of both recordings: the copy begins 2.7 s later.
    const [a, b] = [0, 1].map(
      (n) => pair?.prova.trechos[pair.prova.entrevistas.indexOf(ids[n]!.entrevistaId)]?.inicioMs ?? 0,
    );
    expect(Math.abs((a ?? 0) - (b ?? 0) - 2700)).toBeLessThan(300);
    const kept = await test.deps.prisma.entrevistaSom.findMany({ where: { pesquisaId: survey.pesquisaId } });
    expect(kept.map(({ comparada }) => comparada)).toEqual([true, true, true]);
    // When a recording is removed, its fingerprint is deleted, and so is the signal about both recordings.
    await test.deps.db.query('update auditoria_itens set arquivo_path = null where id = $1', [
      ids[1]!.itemId,
    ]);
    expect((await compute(survey)).filter(({ tipo }) => tipo === 'mesma_gravacao')).toEqual([]);
    expect(await test.deps.prisma.entrevistaSom.count({ where: { pesquisaId: survey.pesquisaId } })).toBe(2);
  });
});

const call = <T>(method: Method, path: string, token: string, payload?: object) =>
  callApi<T>(test, token, method, path, payload);
const give = (
  id: string,
  token: string,
  parecer: 'procede' | 'explica',
  visto: number,
  observacao?: string,
) => call<SinalWire>('PUT', `/sinais/${id}/parecer`, token, { parecer, visto, observacao });
const open = async (id: string, token: string) => call<SinalAberto>('GET', `/sinais/${id}`, token);

describe('readers and opinions', () => {
  let survey: AuditedSurvey;
  let interview: AuditedIds;
  let agent: string;
  beforeAll(async () => {
    survey = await newSurvey(2);
    [agent = ''] = await createAgents(test.deps.db, mine.empresa.id, [
      { nome: 'Davi', usuarioId: davi.usuarioId },
    ]);
    [interview] = (await addAudited(test.deps.db, survey, [
      { letras: 'CC', nome: 'Fulana', agenteId: agent, usuarioId: davi.usuarioId, arquivoPath: 'gravacao' },
    ])) as [AuditedIds];
  });
  const signal = (fields: Parameters<typeof createSinal>[3] = {}) =>
    createSinal(test.deps.db, survey, [interview.entrevistaId], { agenteId: agent, ...fields });

  it('only managers and administrators of the company see the signals; nobody else, nor the key', async () => {
    const id = await signal();
    const list = `/pesquisas/${survey.pesquisaId}/sinais`;
    const chave = await createApiKey(test.deps, mine.empresa);
    for (const url of [list, `${list}/resumo`]) {
      expect((await call('GET', url, mine.tokens.gerente)).status, url).toBe(200);
      expect((await call('GET', url, mine.tokens.admin)).status, url).toBe(200);
      expect(await call('GET', url, carla.token), url).toMatchObject({
        status: 403,
        body: { code: 'sem_permissao' },
      });
      expect((await call('GET', url, chave)).status, url).toBe(403);
      expect((await call('GET', url, theirs.tokens.gerente)).status, url).toBe(404);
    }
    expect((await open(id, carla.token)).status).toBe(404);
    expect((await open(id, theirs.tokens.gerente)).status).toBe(404);
    expect((await give(id, carla.token, 'procede', 1)).status).toBe(404);
    expect((await open(id, chave)).status).toBe(403);
  });

  longo.test('shows the measures, with the proof to hear', async () => {
    const id = await signal({
      trechos: [
        {
          entrevistaId: interview.entrevistaId,
          perguntaId: survey.perguntas[0]?.id,
          inicioMs: 1000.4,
          fimMs: 4000,
        },
      ],
      fatos: { antes: 4, perguntadas: 12 },
    });
    const { body } = await open(id, mine.tokens.gerente);
    expect(body.data).toMatchObject({
      tipo: 'digitada_antes',
      agente: { id: agent, nome: 'Davi' },
      base: { n: 1, d: 20 },
      fatos: { antes: 4, perguntadas: 12 },
      entrevistas: [
        { id: interview.entrevistaId, nome: 'Fulana', entrevistador: 'Davi', entrevistador_id: agent },
      ],
      trechos: [{ pergunta: { codigo: 'P1' }, inicio_ms: 1000, fim_ms: 4000 }],
      gravacoes: [
        { entrevista_id: interview.entrevistaId, audio_url: expect.stringContaining('/download?') },
      ],
      estado: 'aberto',
      impedido: null,
    });
  });

  it('confirms with two people, one of them a manager, and never with one alone', async () => {
    const id = await signal();
    const once = await give(id, mine.tokens.gerente, 'procede', 1);
    expect(once.body.data.estado).toBe('em_verificacao');
    // A second opinion of the same person does not confirm the signal.
    const again = await give(id, mine.tokens.gerente, 'procede', once.body.data.visto, 'Ouvi de novo.');
    expect(again.body.data.estado).toBe('em_verificacao');
    // A repetition of the request adds nothing.
    const retried = await give(id, mine.tokens.gerente, 'procede', once.body.data.visto, 'Ouvi de novo.');
    expect([retried.status, retried.body.data.pareceres]).toEqual([200, again.body.data.pareceres]);
    const second = await give(id, bia.token, 'procede', again.body.data.visto);
    expect(second.body.data.estado).toBe('confirmado');
    expect(second.body.data.pareceres.map(({ em_vigor }) => em_vigor)).toEqual([true, true, false]);
    // After an opinion is withdrawn the signal is open again, and the opinion stays in the history.
    const back = await call<SinalWire>(
      'DELETE',
      `/sinais/${id}/parecer?visto=${second.body.data.visto}`,
      bia.token,
    );
    expect(back.body.data).toMatchObject({ estado: 'em_verificacao' });
    expect(back.body.data.pareceres[0]).toMatchObject({ em_vigor: false, desfeito_em: expect.any(String) });
    expect((await call('DELETE', `/sinais/${id}/parecer`, bia.token)).status).toBe(409);
  });

  longo.test('shows also the opinion of a person without an account by now, which still counts', async () => {
    const id = await signal();
    const passing = await createMembro(test.deps, mine.empresa, { nome: 'De passagem', papel: 'gerente' });
    expect((await give(id, signToken(test.deps, passing), 'procede', 1)).status).toBe(200);
    const { db: pool } = test.deps;
    await pool.query('delete from membros where usuario_id = $1', [passing.usuarioId]);
    await pool.query('delete from usuarios where id = $1', [passing.usuarioId]);
    const { body } = await open(id, mine.tokens.gerente);
    expect(body.data.estado).toBe('em_verificacao');
    expect(body.data.pareceres).toMatchObject([
      { parecer: 'procede', em_vigor: true, por: { id: passing.usuarioId, nome: 'Conta excluída' } },
    ]);
  });

  longo.test(
    'a person named by a manager sees this signal, and only it, and gives the second opinion',
    async () => {
      const [id, other] = [await signal(), await signal()];
      const named = await call<SinalWire>('PUT', `/sinais/${id}/indicado`, mine.tokens.gerente, {
        user_id: carla.usuarioId,
        visto: 1,
      });
      expect(named.body.data.indicado).toEqual({ id: carla.usuarioId, nome: 'Carla' });
      const repeated = { user_id: carla.usuarioId, visto: 1 };
      expect(
        (await call<SinalWire>('PUT', `/sinais/${id}/indicado`, mine.tokens.gerente, repeated)).body.data
          .visto,
      ).toBe(named.body.data.visto);
      const hers = await call<SinalWire[]>('GET', '/sinais/indicados', carla.token);
      expect(hers.body.data.map((one) => one.id)).toEqual([id]);
      expect((await open(other, carla.token)).status).toBe(404);
      expect(
        (await call('PUT', `/sinais/${id}/indicado`, carla.token, { user_id: null, visto: 1 })).status,
      ).toBe(403);
      const seen = await open(id, carla.token);
      const first = await give(id, carla.token, 'procede', seen.body.data.visto);
      expect(first.body.data.estado).toBe('em_verificacao');
      const second = await give(id, mine.tokens.gerente, 'procede', first.body.data.visto);
      expect(second.body.data.estado).toBe('confirmado');
      // Without the assignment Carla does not see the signal; her opinion stays.
      const none = await call<SinalWire>('PUT', `/sinais/${id}/indicado`, bia.token, {
        user_id: null,
        visto: second.body.data.visto,
      });
      expect(none.body.data).toMatchObject({ indicado: null, estado: 'confirmado' });
      expect((await open(id, carla.token)).status).toBe(404);
    },
  );

  longo.test('alone, a non-manager does not dismiss', async () => {
    const id = await signal();
    await call('PUT', `/sinais/${id}/indicado`, mine.tokens.gerente, { user_id: carla.usuarioId, visto: 1 });
    const first = await give(id, carla.token, 'explica', 2);
    expect(first.body.data.estado).toBe('em_verificacao');
    expect((await give(id, bia.token, 'explica', first.body.data.visto)).body.data.estado).toBe('descartado');
  });

  it('nobody gives an opinion on an interview of his, nor on himself, nor is named for it', async () => {
    const membro = await createMembro(test.deps, mine.empresa, { nome: 'Gil Gerente', papel: 'gerente' });
    const gil = { token: signToken(test.deps, membro), usuarioId: membro.usuarioId };
    const [before = '', own = ''] = await createAgents(test.deps.db, mine.empresa.id, [
      { nome: 'Gil', usuarioId: gil.usuarioId },
      { nome: 'Gilberto' },
    ]);
    await test.deps.db.query('update agentes set fundido_em_id = $2 where id = $1', [own, before]);
    const [done] = (await addAudited(test.deps.db, survey, [{ letras: 'CC', usuarioId: gil.usuarioId }])) as [
      AuditedIds,
    ];
    const about = [
      await createSinal(test.deps.db, survey, [interview.entrevistaId, done.entrevistaId], { alvo: 'par' }),
      // This signal is about an agent that was merged into Gil's agent.
      await signal({ alvo: 'entrevistador', agenteId: own }),
    ];
    for (const id of about) {
      const seen = await open(id, gil.token);
      expect(seen.body.data.impedido).toContain('você fez');
      expect(await give(id, gil.token, 'explica', 1)).toMatchObject({
        status: 403,
        body: { code: 'sem_permissao' },
      });
      expect(
        await call('PUT', `/sinais/${id}/indicado`, gil.token, { user_id: carla.usuarioId, visto: 1 }),
      ).toMatchObject({ status: 403 });
      expect(
        await call('PUT', `/sinais/${id}/indicado`, mine.tokens.gerente, {
          user_id: gil.usuarioId,
          visto: 1,
        }),
      ).toMatchObject({ status: 422, body: { code: 'regra_violada' } });
      expect((await open(id, mine.tokens.gerente)).body.data).toMatchObject({
        estado: 'aberto',
        pareceres: [],
        visto: 1,
      });
    }
  });

  longo.test('refuses to name someone outside the company', async () => {
    const id = await signal();
    for (const user_id of [theirs.gerente.usuarioId, randomUUID()]) {
      expect(
        (await call('PUT', `/sinais/${id}/indicado`, mine.tokens.gerente, { user_id, visto: 1 })).status,
      ).toBe(404);
    }
  });

  longo.test('of two who give an opinion at the same time, the second first sees what changed', async () => {
    const id = await signal();
    const answers = await Promise.all([
      give(id, mine.tokens.gerente, 'procede', 1),
      give(id, bia.token, 'procede', 1),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await open(id, bia.token)).body.data.pareceres).toHaveLength(1);
  });

  longo.test('an observation asks for no opinion', async () => {
    const id = await signal({ nota: true });
    expect(await give(id, mine.tokens.gerente, 'explica', 1)).toMatchObject({ status: 422 });
  });

  longo.test(
    'lists first those with more independent families, and not those with more signals',
    async () => {
      const of = await newSurvey(2);
      const [many = '', families = ''] = await createAgents(test.deps.db, mine.empresa.id, [
        { nome: 'Ana de muitos' },
        { nome: 'Zeca de duas famílias' },
      ]);
      const [one] = (await addAudited(test.deps.db, of, [{ letras: 'CC' }])) as [AuditedIds];
      const add = (tipo: TipoSinal, agenteId: string, fields: object = {}) =>
        createSinal(test.deps.db, of, [one.entrevistaId], { tipo, agenteId, lista: true, ...fields });
      for (const tipo of ['digitada_antes', 'mais_rapida', 'mais_rapida'] as const) await add(tipo, many);
      await add('mesma_gravacao', families);
      const explained = await add('respostas_quase_iguais', families);
      const url = `/pesquisas/${of.pesquisaId}/sinais`;
      const summary = async () =>
        (await call<ResumoDeSinais>('GET', `${url}/resumo`, mine.tokens.gerente)).body.data;
      expect((await summary()).entrevistadores).toMatchObject([
        { id: families, listado: true, familias: 2, sinais: 2 },
        { id: many, listado: true, familias: 1, sinais: 3 },
      ]);
      const page = await call<SinalWire[]>('GET', url, mine.tokens.gerente);
      expect(page.body.data.map(({ agente }) => agente?.id)).toEqual([families, families, many, many, many]);
      const filtered = await call<SinalWire[]>(
        'GET',
        `${url}?tipo=mais_rapida&agente_id=${many}&estado=aberto&limit=1`,
        mine.tokens.gerente,
      );
      expect(filtered.body).toMatchObject({ data: [{ tipo: 'mais_rapida' }], pagination: { total: 2 } });
      // A signal that a person has explained is not counted.
      await give(explained, mine.tokens.gerente, 'explica', 1);
      expect((await summary()).entrevistadores[1]).toMatchObject({ id: families, familias: 1, sinais: 1 });
    },
  );
});
