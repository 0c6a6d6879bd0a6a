// Price of an interview: a credit for each started 20 minutes, known before the reservation, and refunded whole.

import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { loadWorkerEnv } from '@escuta/shared/platform/process/env';
import { SYSTEM_ACTOR } from '@escuta/shared/services/log/audit-log';
import { retryDeadLetter } from '@escuta/shared/services/runs/retry';

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { previewRerun } from '../../api/src/features/resultados/rerun-service.ts';
import { Loop } from '../../worker/src/background/loop.ts';
import { measuring } from '../../worker/src/measure.ts';
import type { RunningWorker } from '../../worker/src/worker.ts';
import { closeTestDeps, createTestDeps, type TestAppDeps } from '../support/app.ts';
import { type FakeProvider, startFakeProvider } from '../support/fake-provider.ts';
import {
  COM_TEMPOS,
  confrontAnswer,
  createInterview,
  createTimedModel,
  heardOver,
  monoSample,
} from '../support/interviews.ts';
import { longo } from '../support/longo.ts';
import {
  balanceOf,
  createPipelineTenant,
  type PipelineTenant,
  request,
  startTestWorker,
  stopTestWorker,
  waitForRun,
} from '../support/pipeline.ts';

const deps = createTestDeps();
let fake: FakeProvider;
let worker: RunningWorker | undefined;
let folder: string;
let mono: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'precos-'));
  mono = await monoSample(folder, 'teste-curta');
  fake = await startFakeProvider();
  fake.intercept = (seen) =>
    seen.rota === 'transcricao'
      ? { segments: heardOver(3, ['Qual é a sua idade?', 'Quarenta e dois anos.']) }
      : confrontAnswer(seen, {});
  await createTimedModel(deps);
});
afterEach(async () => {
  await stopTestWorker(worker);
  worker = undefined;
});
afterAll(async () => {
  await fake.close();
  await closeTestDeps(deps);
  await rm(folder, { recursive: true, force: true });
});

const createTenant = () =>
  createPipelineTenant(deps, {
    templates: 0,
    creditos: 10,
    config: { transcriptionConfig: { modelo: COM_TEMPOS }, retryConfig: { max_retries: 0 } },
  });
const interview = (tenant: PipelineTenant, minutes: number | null) =>
  createInterview(
    deps,
    tenant,
    [{ codigo: 'P1', texto: 'Qual é a sua idade?', tipo: 'numero' }],
    { P1: { texto: '42' } },
    { file: mono, gravacaoMs: minutes === null ? null : minutes * 60_000 },
  );
const scopeOf = (tenant: PipelineTenant) => ({ kind: 'empresa' as const, empresaId: tenant.empresa.id });
const estimate = (tenant: PipelineTenant, itemId: string) =>
  previewRerun(deps as TestAppDeps, scopeOf(tenant), itemId, 'processar');

describe.each([
  [20, 1],
  [21, 2],
  [59, 3],
])('an interview of %d minutes', (minutes, creditos) => {
  it(`takes ${creditos} in the estimate, the reservation and the accounts`, async () => {
    const tenant = await createTenant();
    const { item } = await interview(tenant, minutes);
    expect((await estimate(tenant, item.id)).creditos).toBe(creditos);
    const asked = await request(deps, item);
    expect(asked).toMatchObject({ creditos, saldo: 10 - creditos });
    worker = await startTestWorker(deps, fake.url);
    const run = await waitForRun(deps, asked.execucaoId);
    expect(run.status).toBe('concluida');
    expect(await balanceOf(deps, tenant.empresa.id)).toEqual({ saldo: 10 - creditos, soma: 10 - creditos });
    expect(run.eventos.find(({ evento }) => evento === 'Processamento concluído')?.detalhes).toContain(
      creditos === 1 ? 'Um crédito foi utilizado.' : `${creditos} créditos foram utilizados.`,
    );
  });

  it('gives all of it back when it fails, and takes the same again for its retry', async () => {
    const tenant = await createTenant();
    const { item } = await interview(tenant, minutes);
    await deps.store.delete(item.arquivoPath!);
    const { execucaoId } = await request(deps, item);
    worker = await startTestWorker(deps, fake.url);
    expect((await waitForRun(deps, execucaoId)).status).toBe('erro');
    expect(await balanceOf(deps, tenant.empresa.id)).toEqual({ saldo: 10, soma: 10 });
    const entries = await deps.prisma.creditoLancamento.findMany({
      where: { execucaoId },
      orderBy: { createdAt: 'asc' },
    });
    expect(entries.map(({ tipo, quantidade }) => [tipo, quantidade])).toEqual([
      ['reserva', -creditos],
      ['estorno', creditos],
    ]);
    await stopTestWorker(worker);
    worker = undefined;
    const letra = await deps.prisma.letraMorta.findFirstOrThrow({ where: { itemId: item.id } });
    const again = await retryDeadLetter(deps.db, {
      scope: scopeOf(tenant),
      letraId: letra.id,
      actor: SYSTEM_ACTOR,
      entrevistaMinutos: deps.env.CREDITO_ENTREVISTA_MINUTOS,
    });
    expect(again).toMatchObject({ creditos, saldo: 10 - creditos });
  });
});

longo.test('given back by a worker of a version that knew only one credit is what was taken', async () => {
  const tenant = await createTenant();
  const empresaId = tenant.empresa.id;
  const { item } = await interview(tenant, 59);
  const { execucaoId } = await request(deps, item);
  expect(await balanceOf(deps, empresaId)).toEqual({ saldo: 7, soma: 7 });
  // Refunds one credit with the statements of version 1.1, which knows no higher price.
  await deps.db.transaction(async (tx) => {
    await tx.query('select saldo_creditos from empresas where id = $1 for no key update', [empresaId]);
    const { rows } = await tx.query<{ saldo_creditos: number }>(
      `update empresas set saldo_creditos = saldo_creditos + $2
       where id = $1 and saldo_creditos + $2 >= 0 returning saldo_creditos`,
      [empresaId, 1],
    );
    await tx.query(
      `insert into credito_lancamentos (id, empresa_id, tipo, quantidade, saldo_apos, execucao_id, pacote_id,
         usuario_id, chave_idempotente, descricao, valor_centavos, created_at)
       values (gen_random_uuid(), $1, 'estorno', 1, $2, $3, null, null, null, 'Falhou', null, clock_timestamp())`,
      [empresaId, rows[0]?.saldo_creditos, execucaoId],
    );
  });
  expect(await balanceOf(deps, empresaId)).toEqual({ saldo: 10, soma: 10 });
  const [entry] = await deps.prisma.creditoLancamento.findMany({ where: { execucaoId, tipo: 'estorno' } });
  expect(entry).toMatchObject({ quantidade: 3, saldoApos: 10 });
  const days = await deps.prisma.creditoRollupDia.findMany({ where: { empresaId, tipo: 'estorno' } });
  expect(days.map(({ entrada }) => Number(entrada))).toEqual([3]);
});

/** Sets how long ago an item's recording arrived (`entrou`) and was last probed (`olhada`). */
const lookedAt = (itemId: string, { entrou, olhada }: { entrou: string; olhada: string }) =>
  deps.db.query(
    `update auditoria_itens set arquivo_recebido_em = now() - $2::interval, updated_at = now() - $3::interval
      where id = $1`,
    [itemId, entrou, olhada],
  );

describe('a recording that nobody has measured', () => {
  it('is not charged by a guess: it is said to be measured, and soon has its price', async () => {
    const tenant = await createTenant();
    const { item } = await interview(tenant, null);
    const refusal = {
      code: 'gravacao_em_medicao',
      status: 409,
      message: expect.stringContaining('sendo calculada'),
    };
    await expect(estimate(tenant, item.id)).rejects.toMatchObject(refusal);
    await expect(request(deps, item)).rejects.toMatchObject(refusal);
    expect(await balanceOf(deps, tenant.empresa.id)).toEqual({ saldo: 10, soma: 10 });
    worker = await startTestWorker(deps, fake.url);
    await expect
      .poll(
        async () =>
          (await deps.prisma.auditoriaItem.findUniqueOrThrow({ where: { id: item.id } })).gravacaoMs,
        {
          timeout: 60_000,
        },
      )
      .toBeGreaterThan(1000);
    expect((await request(deps, item)).creditos).toBe(1);
  });

  longo.test('is measured anew when another one is attached, whoever does it', async () => {
    const tenant = await createTenant();
    const { item } = await interview(tenant, 59);
    const other = await deps.prisma.auditoriaItem.update({
      where: { id: item.id },
      data: { arquivoPath: `${item.arquivoPath}-outra` },
    });
    expect(other.gravacaoMs).toBeNull();
    // A recording that is missing in the store has no length. Its run ends with the reason, and the credit is refunded.
    worker = await startTestWorker(deps, fake.url);
    await expect
      .poll(
        async () =>
          (await deps.prisma.auditoriaItem.findUniqueOrThrow({ where: { id: item.id } })).gravacaoMs,
        {
          timeout: 60_000,
        },
      )
      .toBe(0);
  });

  longo.test(
    'that was not in the store is looked at again when it may be there, and has its price then',
    async () => {
      const tenant = await createTenant();
      const { item } = await interview(tenant, 0);
      const key = `${item.arquivoPath}-atrasada`;
      await deps.prisma.auditoriaItem.update({ where: { id: item.id }, data: { arquivoPath: key } });
      const length = async () =>
        (await deps.prisma.auditoriaItem.findUniqueOrThrow({ where: { id: item.id } })).gravacaoMs;
      worker = await startTestWorker(deps, fake.url);
      await expect.poll(length, { timeout: 60_000 }).toBe(0);
      await stopTestWorker(worker);
      // Simulates an hour later.
      await lookedAt(item.id, { entrou: '1 hour', olhada: '61 minutes' });
      await deps.store.put(key, createReadStream(mono), { contentType: 'audio/wav' });
      worker = await startTestWorker(deps, fake.url);
      await expect.poll(length, { timeout: 60_000 }).toBeGreaterThan(1000);
    },
  );

  longo.test(
    'that holds no sound is looked at ever more seldom, whoever starts, and no more after three days',
    async () => {
      const tenant = await createTenant();
      const one = async (entrou: string, olhada: string) => {
        const { item } = await interview(tenant, 0);
        const key = `${item.arquivoPath}-ausente`;
        await deps.prisma.auditoriaItem.update({ where: { id: item.id }, data: { arquivoPath: key } });
        await deps.db.query('update auditoria_itens set gravacao_ms = 0 where id = $1', [item.id]);
        await lookedAt(item.id, { entrou, olhada });
        return { id: item.id, key };
      };
      const resting = [
        // Recordings not yet due: the first was probed nine minutes ago, the second three hours ago (five hours after
        // its arrival), and the third arrived three days ago.
        await one('10 minutes', '9 minutes'),
        await one('8 hours', '3 hours'),
        await one('73 hours', '72 hours'),
      ];
      const due = [await one('3 hours', '2 hours'), await one('71 hours', '50 hours')];
      const updated = async ({ id }: { id: string }) =>
        (await deps.prisma.auditoriaItem.findUniqueOrThrow({ where: { id } })).updatedAt.getTime();
      const before = await Promise.all([...resting, ...due].map(updated));
      worker = await startTestWorker(deps, fake.url);
      // Each probe changes `updatedAt` of the item.
      await expect.poll(() => updated(due[0]!)).toBeGreaterThan(before[3]!);
      await expect.poll(() => updated(due[1]!)).toBeGreaterThan(before[4]!);
      // By now the due recordings have been probed; the others were skipped, and keep their time.
      expect(await Promise.all(resting.map(updated))).toEqual(before.slice(0, 3));
    },
  );

  longo.test('whose store never ends, or never answers, is given up and left to others', async () => {
    const tenant = await createTenant();
    const silent = await interview(tenant, null);
    const endless = await interview(tenant, null);
    const other = await interview(tenant, null);
    const get: typeof deps.store.get = (key, range) => {
      if (key === silent.item.arquivoPath) return new Promise<never>(() => undefined);
      if (key === endless.item.arquivoPath) return Promise.resolve(new Readable({ read: () => undefined }));
      return deps.store.get(key, range);
    };
    const length = async ({ item }: { item: { id: string } }) =>
      (await deps.prisma.auditoriaItem.findUniqueOrThrow({ where: { id: item.id } })).gravacaoMs;
    const work = measuring({
      db: deps.db,
      // Without `copyTo` the store behaves like S3: only a local store copies recordings without a request.
      store: Object.create(deps.store, {
        get: { value: get },
        copyTo: { value: undefined },
      }) as typeof deps.store,
      env: loadWorkerEnv(),
      publish: () => undefined,
      // The limit is short for the two recordings that hang, and long for the other recording.
      limitMs: ({ arquivoPath }) => (arquivoPath === other.item.arquivoPath ? 120_000 : 300),
    });
    const measurer = new Loop(work, deps);
    measurer.start();
    try {
      await expect.poll(() => length(other)).toBeGreaterThan(1000);
    } finally {
      await measurer.stop();
    }
    // No worker keeps the two items that hang: each is due again within 16 seconds.
    const { rows } = await deps.db.query<{ alvo_id: string }>(
      `select alvo_id from trabalhos where tipo = 'medicao' and ate < now() + interval '16 seconds'`,
    );
    expect(rows.map(({ alvo_id }) => alvo_id).toSorted()).toEqual(
      [silent, endless].map(({ item }) => item.id).toSorted(),
    );
    expect([await length(silent), await length(endless)]).toEqual([null, null]);
  });

  longo.test('is held by whoever measures it, and left to the others only by that one', async () => {
    const tenant = await createTenant();
    const { item } = await interview(tenant, null);
    const held = async () =>
      (
        await deps.db.query<{ ate: string }>('select ate::text from trabalhos where alvo_id = $1', [item.id])
      ).rows.map(({ ate }) => ate);
    await deps.db.query(
      `insert into trabalhos (tipo, alvo_id, empresa_id, ate, tentativas)
        values ('medicao', $1, $2, now() + interval '1 minute', 1)`,
      [item.id, tenant.empresa.id],
    );
    const before = await held();
    worker = await startTestWorker(deps, fake.url);
    const other = await interview(tenant, null);
    const length = async (id: string) =>
      (await deps.prisma.auditoriaItem.findUniqueOrThrow({ where: { id } })).gravacaoMs;
    await expect.poll(() => length(other.item.id), { timeout: 60_000 }).toBeGreaterThan(1000);
    expect(await length(item.id)).toBeNull();
    expect(await held()).toEqual(before);
  });
});
