// Metrics for Prometheus: they exist, follow what happens, cost little, and include all that the dashboard and the
// alert rules query. Also tests the faults for which /ready reports that a process is not ready.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FALHAS } from '@escuta/shared/domain/runs/failures';
import { oldestWaitSeconds } from '@escuta/shared/platform/redis/queue-state';
import { FilesystemStore } from '@escuta/shared/platform/storage/storage-filesystem';
import { STAGE_QUEUES } from '@escuta/shared/queues/pipeline';
import { changeBalance } from '@escuta/shared/services/credits/ledger';
import { Queue } from 'bullmq';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HealthMonitor } from '../../api/src/features/sistema/health.ts';
import { StageQueues } from '../../worker/src/engine/queues.ts';
import { boundCompanies } from '../../worker/src/metrics/figures.ts';
import { Metrics } from '../../worker/src/metrics/metrics.ts';
import { readiness } from '../../worker/src/private-server.ts';
import type { Progress } from '../../worker/src/progress.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createDeadLetter } from '../support/dead-letters.ts';
import { createPacote, createPedido, createTenant } from '../support/factories.ts';
import { type FakeProvider, startFakeProvider } from '../support/fake-provider.ts';
import {
  createPipelineTenant,
  createRecordedItem,
  request,
  startTestWorker,
  stopTestWorker,
  waitForRun,
} from '../support/pipeline.ts';
import { createTarefa } from '../support/tasks.ts';

let test: TestApp;
let fake: FakeProvider;
let queues: StageQueues;
beforeAll(async () => {
  test = await createTestApp();
  queues = new StageQueues(test.deps.redis, test.deps.env.REDIS_PREFIX, () => undefined);
  fake = await startFakeProvider();
});
afterAll(async () => {
  await queues.close();
  await fake.close();
  await test.close();
});
beforeEach(() => {
  fake.intercept = () => undefined;
});

type Sample = { name: string; labels: Record<string, string>; value: number };

function parse(text: string): Sample[] {
  return text
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', labels = '', value = ''] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
      return {
        name,
        value: Number(value),
        labels: Object.fromEntries([...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, of]) => [key, of])),
      };
    });
}

/** Sums the samples of the metric `name` that have these labels. */
function sum(samples: readonly Sample[], name: string, labels: Record<string, string> = {}): number {
  return samples
    .filter(
      (sample) =>
        sample.name === name && Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
    )
    .reduce((total, { value }) => total + value, 0);
}

/** Reads the metrics about the whole installation, without a cache. */
async function installation(): Promise<Sample[]> {
  const metrics = new Metrics(test.deps.db, 0);
  const text = await metrics.registry.metrics();
  metrics.registry.clear();
  return parse(text);
}

describe('the worker counts its work', () => {
  it('stages, latency, minutes, tokens and cost of a run; and the reason of each failure', async () => {
    const tenant = await createPipelineTenant(test.deps);
    const worker = await startTestWorker(test.deps, fake.url);
    try {
      let refused = 0;
      fake.intercept = (seen) => (seen.tarefa === 'insight' && refused++ === 0 ? { status: 503 } : undefined);
      const { execucaoId } = await request(test.deps, await createRecordedItem(test.deps, tenant));
      const run = await waitForRun(test.deps, execucaoId);
      expect(run.status).toBe('concluida');
      // The run ends in the database before its last stage is counted, so that the test must wait for the count.
      const count = async () =>
        sum(parse(await worker.metrics.registry.metrics()), 'escuta_etapas_total', {
          etapa: 'contabilizacao',
          resultado: 'concluida',
        });
      await expect.poll(count).toBe(1);
      const samples = parse(await worker.metrics.registry.metrics());
      for (const etapa of ['audio', 'transcricao', 'analise_texto', 'negocio', 'contabilizacao']) {
        expect(sum(samples, 'escuta_etapas_total', { etapa, resultado: 'concluida' }), etapa).toBe(1);
      }
      expect(
        sum(samples, 'escuta_falhas_total', {
          etapa: 'negocio',
          codigo: 'provedor_indisponivel',
          fim: 'repetida',
        }),
      ).toBe(1);
      expect(sum(samples, 'escuta_provedor_segundos_count', { etapa: 'transcricao' })).toBe(2);
      expect(sum(samples, 'escuta_provedor_unidades_total', { unidade: 'minuto_audio' })).toBeGreaterThan(0);
      expect(sum(samples, 'escuta_provedor_unidades_total', { unidade: 'token_saida' })).toBeGreaterThan(0);
      const booked = run.custos.reduce((total, { totalUsd }) => total + Number(totalUsd), 0);
      expect(booked).toBeGreaterThan(0);
      expect(sum(samples, 'escuta_custo_usd_total')).toBeCloseTo(booked, 6);
      expect(sum(samples, 'escuta_banco_conexoes', { estado: 'abertas' })).toBeGreaterThan(0);

      fake.intercept = () => ({ status: 401 });
      const second = await request(test.deps, await createRecordedItem(test.deps, tenant));
      await waitForRun(test.deps, second.execucaoId);
      const after = parse(await worker.metrics.registry.metrics());
      expect(sum(after, 'escuta_falhas_total', { codigo: 'provedor_recusou_chave', fim: 'definitiva' })).toBe(
        1,
      );
    } finally {
      await stopTestWorker(worker);
    }
  });
});

describe('the worker says how the installation is', () => {
  it('jobs by stage and company, open failures, credits of the day, e-mails', async () => {
    const tenant = await createPipelineTenant(test.deps);
    const before = await installation();
    await request(test.deps, await createRecordedItem(test.deps, tenant));
    await createDeadLetter(test.deps, tenant.auditoria, { etapa: 'negocio' });
    await test.deps.prisma.email.create({
      data: {
        para: 'a@exemplo.com.br',
        assunto: 'x',
        cifra: 'x',
        proximaEm: new Date(Date.now() - 3_600_000),
      },
    });
    await createTarefa(test.deps, tenant.projeto, null, { createdAt: new Date(Date.now() - 7_200_000) });
    const after = await installation();
    const grew = (name: string, labels: Record<string, string>) =>
      sum(after, name, labels) - sum(before, name, labels);
    expect(grew('escuta_trabalhos', { etapa: 'admissao', empresa: tenant.empresa.id })).toBe(1);
    expect(grew('escuta_falhas_abertas', { etapa: 'negocio' })).toBe(1);
    expect(grew('escuta_creditos_hoje', { tipo: 'reserva', sentido: 'saida' })).toBe(1);
    expect(grew('escuta_creditos_lancamentos_hoje', { tipo: 'reserva' })).toBe(1);
    expect(grew('escuta_emails_pendentes', { estado: 'atrasados' })).toBe(1);
    expect(grew('escuta_tarefas_abertas', { tipo: 'gerar_insights', estado: 'pendente' })).toBe(1);
    // The task has been due for two hours without being taken by a worker.
    await test.deps.prisma.tarefa.updateMany({ data: { proximaEm: new Date(Date.now() - 7_200_000) } });
    expect(sum(await installation(), 'escuta_tarefa_espera_segundos')).toBeGreaterThanOrEqual(7200);
    await test.deps.prisma.tarefa.deleteMany();
    expect(sum(after, 'escuta_saldo_divergencias')).toBe(0);
    await test.deps.prisma.empresa.update({
      where: { id: tenant.empresa.id },
      data: { saldoCreditos: { increment: 5 } },
    });
    expect(sum(await installation(), 'escuta_saldo_divergencias')).toBe(1);
    await test.deps.prisma.empresa.update({
      where: { id: tenant.empresa.id },
      data: { saldoCreditos: { decrement: 5 } },
    });
    await changeBalance(test.deps.db, {
      empresaId: tenant.empresa.id,
      tipo: 'compra',
      quantidade: 7,
      chaveIdempotente: 'metricas',
      descricao: 'Compra do teste',
    });
    const { id } = await createPedido(test.deps, tenant.empresa, await createPacote(test.deps));
    await test.deps.prisma.creditoPedido.update({
      where: { id },
      data: { createdAt: new Date(Date.now() - 7_200_000) },
    });
    const sold = await installation();
    expect(sum(sold, 'escuta_creditos_hoje', { tipo: 'compra', sentido: 'entrada' })).toBe(7);
    expect(sum(sold, 'escuta_creditos_comprados_mes')).toBe(7);
    expect(sum(sold, 'escuta_creditos_pedidos_pendentes')).toBe(1);
    expect(sum(sold, 'escuta_creditos_pedido_espera_segundos')).toBeGreaterThanOrEqual(7200);
  });

  it('names the ten companies with the most jobs and sums up the others', () => {
    const groups = Array.from({ length: 30 }, (_, index) => ({
      empresaId: `empresa-${index}`,
      etapa: 'audio' as const,
      estado: 'na_fila',
      n: index + 1,
    }));
    const bound = boundCompanies(groups);
    expect(bound).toHaveLength(11);
    expect(bound.find(({ empresa }) => empresa === 'outras')?.n).toBe((20 * 21) / 2);
    expect(bound.reduce((total, { n }) => total + n, 0)).toBe((30 * 31) / 2);
  });

  it('asks the database at most every 15 s, and without it does not say that all is well', async () => {
    let queries = 0;
    let away = false;
    const pool = new Proxy(test.deps.db, {
      get(target, property) {
        if (property !== 'query') return Reflect.get(target, property);
        return (...args: unknown[]) => {
          queries += 1;
          return away ? Promise.reject(new Error('fora')) : Reflect.apply(target.query, target, args);
        };
      },
    });
    const metrics = new Metrics(pool);
    for (let scrape = 0; scrape < 5; scrape += 1) await metrics.registry.metrics();
    expect(queries).toBeLessThanOrEqual(10);
    metrics.registry.clear();
    away = true;
    const broken = new Metrics(pool, 0);
    await broken.registry.metrics();
    const samples = parse(await broken.registry.metrics());
    expect(sum(samples, 'escuta_execucao_espera_segundos')).toBeNaN();
    expect(samples.some(({ name }) => name === 'escuta_falhas_abertas')).toBe(false);
    expect(sum(samples, 'escuta_coleta_falhas_total')).toBeGreaterThan(0);
    broken.registry.clear();
  });
});

it('the API counts requests by route, never by address, and its connections', async () => {
  const id = '0190a0a0-0000-7000-8000-000000000001';
  await test.app.inject({ url: `/api/v1/projetos/${id}` });
  const samples = parse(await test.deps.metrics.registry.metrics());
  expect(
    sum(samples, 'escuta_http_segundos_count', {
      rota: '/api/v1/projetos/:id',
      status: '401',
      metodo: 'GET',
    }),
  ).toBe(1);
  expect(JSON.stringify(samples)).not.toContain(id);
  for (const name of ['escuta_sse_conexoes', 'escuta_banco_conexoes', 'nodejs_eventloop_lag_p99_seconds']) {
    expect(
      samples.some((sample) => sample.name === name),
      name,
    ).toBe(true);
  }
});

describe('Grafana board and alert rules', () => {
  const folder = join(import.meta.dirname, '../../deploy/monitoring');
  const dashboard = JSON.parse(readFileSync(join(folder, 'grafana/escuta-operacao.json'), 'utf8')) as {
    panels: { id: number; title: string; targets: { expr: string }[] }[];
  };
  const rules = readFileSync(join(folder, 'alertas.yml'), 'utf8');

  /** Names that a query may use: the name of each metric, and for a histogram the names of its series. */
  async function known(): Promise<Set<string>> {
    const metrics = new Metrics(test.deps.db, 0);
    metrics.watchCircuits(async () => []);
    const all = [
      ...(await metrics.registry.getMetricsAsJSON()),
      ...(await test.deps.metrics.registry.getMetricsAsJSON()),
    ];
    metrics.registry.clear();
    return new Set([
      'up',
      ...all.flatMap(({ name, type }) =>
        String(type) === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
      ),
    ]);
  }

  /** Names of the metrics in an expression, without functions, labels and texts. */
  const asked = (expr: string) =>
    [
      ...expr
        .replace(/"[^"]*"/g, '')
        .replace(/\{[^}]*\}/g, '')
        .replace(/\bby \([^)]*\)/g, '')
        .replace(/\[[^\]]*\]/g, '')
        .replace(/\boffset \w+/g, '')
        .matchAll(/\b[a-z]\w*\b(?!\s*\()/g),
    ]
      .map(([name]) => name)
      .filter((name) => !['by', 'or', 'and', 'unless', 'le'].includes(name));

  it('every panel asks for metrics that exist', async () => {
    const names = await known();
    expect(dashboard.panels.length).toBeGreaterThan(15);
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
    for (const { title, targets } of dashboard.panels) {
      for (const { expr } of targets) {
        expect(asked(expr).length, title).toBeGreaterThan(0);
        for (const name of asked(expr)) expect(names, `${title}: ${name}`).toContain(name);
      }
    }
  });

  it('every rule too, and every outcome with an alert exists', async () => {
    const names = await known();
    const expressions = [...rules.matchAll(/expr: (?:\|\n((?: {10}.*\n)+)|(.+))/g)].map(
      ([, block, line]) => block ?? line ?? '',
    );
    expect(expressions.length).toBe([...rules.matchAll(/- alert:/g)].length);
    for (const expr of expressions) {
      for (const name of asked(expr)) expect(names, expr).toContain(name);
    }
    const codes = [...rules.matchAll(/codigo=~"([\w|]+)"/g)].flatMap(([, list = '']) => list.split('|'));
    expect(codes.length).toBeGreaterThan(0);
    for (const code of codes) expect(Object.keys(FALHAS)).toContain(code);
  });
});

describe('/ready', () => {
  const HOUR = 3_600_000;
  /** The times below are relative to the moment of loading this file, not to the moment at which a test runs. */
  const LOADED = Date.now();
  const DAYS_AGO = new Date(LOADED - 24 * HOUR);

  /** Creates a run in a given state; no worker is running that could change the run. */
  async function createRun(fields: {
    admitidaEm?: Date | null;
    iniciadaEm?: Date | null;
    etapa?: { status: 'pendente' | 'executando'; proximaEm?: Date; leaseAte?: Date };
    anteriorTerminadaEm?: Date;
  }): Promise<string> {
    const { empresa, projeto, item } = await createTenant(test.deps);
    const begun = fields.iniciadaEm != null;
    const run = await test.deps.prisma.execucao.create({
      data: {
        empresaId: empresa.id,
        projetoId: projeto.id,
        itemId: item.id,
        origem: 'manual',
        configuracao: {},
        status: begun ? 'executando' : 'na_fila',
        etapaAtual: begun ? 'transcricao' : 'audio',
        admitidaEm: fields.admitidaEm ?? null,
        iniciadaEm: fields.iniciadaEm ?? null,
        createdAt: DAYS_AGO,
        etapas: {
          create: [
            {
              etapa: 'audio',
              ordem: 1,
              empresaId: empresa.id,
              status: begun ? 'concluida' : 'pendente',
              terminadaEm: fields.anteriorTerminadaEm ?? null,
            },
            { etapa: 'transcricao', ordem: 2, empresaId: empresa.id, ...fields.etapa },
          ],
        },
      },
    });
    return run.id;
  }
  const now = () => new Date();
  const ago = (ms: number) => new Date(Date.now() - ms);
  const ahead = (ms: number) => new Date(Date.now() + ms);

  beforeEach(async () => {
    await test.deps.prisma.execucao.updateMany({ data: { status: 'erro' } });
    expect(await oldestWaitSeconds(test.deps.db)).toBeNull();
  });

  async function apiReady(): Promise<string> {
    const monitor = new HealthMonitor({ ...test.deps, env: { ...test.deps.env, OPENAI_API_KEY: undefined } });
    await monitor.start();
    monitor.stop();
    try {
      monitor.ready();
      return 'verde';
    } catch (error) {
      return (error as Error).message;
    }
  }
  /**
   * Readiness of a worker whose free slots have been idle for `ociosoS` seconds, and whose relay has stood still for
   * `paradoS` seconds.
   */
  const workerReady = async (limitS: number, { ociosoS = 0, paradoS = 0 } = {}) => {
    const metrics = new Metrics(test.deps.db);
    const { db: pool, redis, store } = test.deps;
    const pausedStages = () => queues.paused();
    const progress = (): Progress => ({
      loops: [{ nome: 'relay', paradoMs: paradoS * 1000 }],
      pools: [{ etapas: ['audio', 'transcricao'], ociosoMs: ociosoS * 1000 }],
    });
    const worker = { db: pool, redis, store, metrics, progress, pausedStages } as unknown as Parameters<
      typeof readiness
    >[0];
    const state = await readiness(worker, { ...test.deps.env, READY_STALL_S: limitS }, false);
    metrics.registry.clear();
    return state;
  };

  it.each([
    ["in line for the company's turn", { admitidaEm: null }, 24 * HOUR],
    ['admitted and not begun', { admitidaEm: DAYS_AGO }, 24 * HOUR],
    [
      'between two stages',
      {
        admitidaEm: DAYS_AGO,
        iniciadaEm: DAYS_AGO,
        anteriorTerminadaEm: ago(2 * HOUR),
        etapa: { status: 'pendente' },
      },
      2 * HOUR,
    ],
    [
      'whose new attempt is due and nobody made',
      {
        admitidaEm: DAYS_AGO,
        iniciadaEm: DAYS_AGO,
        anteriorTerminadaEm: ago(20 * HOUR),
        etapa: { status: 'pendente', proximaEm: ago(HOUR) },
      },
      HOUR,
    ],
    [
      'of a dead worker',
      {
        admitidaEm: DAYS_AGO,
        iniciadaEm: DAYS_AGO,
        anteriorTerminadaEm: ago(20 * HOUR),
        etapa: { status: 'executando', leaseAte: ago(HOUR / 2) },
      },
      HOUR / 2,
    ],
  ] as const)(
    'says for how long a run %s waits, and with it alone stays green',
    async (_state, fields, wait) => {
      await createRun(fields);
      const seconds = (wait + Date.now() - LOADED) / 1000;
      expect(Math.abs(((await oldestWaitSeconds(test.deps.db)) ?? 0) - seconds)).toBeLessThan(30);
      expect(await apiReady()).toBe('verde');
      // A worker whose slots are busy, or idle only for moments, is ready, even if the waiting jobs are old.
      const busy = await workerReady(10);
      expect(busy).toMatchObject({ pronto: true, semProgresso: [] });
      expect(Math.abs((busy.esperaMaisAntigaS ?? 0) - seconds)).toBeLessThan(30);
    },
  );

  it('the worker turns red when it leaves work waiting beside a free place, and says in which stage', async () => {
    await createRun({ admitidaEm: DAYS_AGO });
    const idle = await workerReady(300, { ociosoS: 301 });
    expect(idle).toMatchObject({ pronto: false, bancoDeDados: true, redis: true, armazenamento: true });
    expect(idle.semProgresso).toEqual([
      expect.stringMatching(/^Sem progresso: há vaga livre e trabalho à espera há \d+ s na etapa audio\.$/),
    ]);
    expect((await workerReady(300, { ociosoS: 299 })).pronto).toBe(true);
    await test.deps.prisma.execucao.updateMany({ data: { status: 'erro' } });
    // A worker without work is ready, however long its slots are idle.
    expect((await workerReady(300, { ociosoS: 86_400 })).pronto).toBe(true);
  });

  it('the worker stays green beside a queue paused in the board, and red if another waits', async () => {
    const { redis, env } = test.deps;
    const board = new Queue(STAGE_QUEUES.audio, { connection: redis, prefix: env.REDIS_PREFIX });
    try {
      await createRun({ admitidaEm: DAYS_AGO });
      await board.pause();
      expect(await workerReady(300, { ociosoS: 301 })).toMatchObject({ pronto: true, semProgresso: [] });
      await createRun({ admitidaEm: DAYS_AGO, iniciadaEm: DAYS_AGO, etapa: { status: 'pendente' } });
      expect((await workerReady(300, { ociosoS: 301 })).semProgresso).toEqual([
        expect.stringMatching(/ na etapa transcricao\.$/),
      ]);
    } finally {
      await board.resume();
      await board.close();
    }
    expect((await workerReady(300, { ociosoS: 301 })).semProgresso).toHaveLength(2);
  });

  it('the worker turns red when one of its rounds does not move', async () => {
    expect(await workerReady(300, { paradoS: 301 })).toMatchObject({
      pronto: false,
      semProgresso: ['Sem progresso há 301 s: relay.'],
    });
    expect((await workerReady(300, { paradoS: 299 })).pronto).toBe(true);
  });

  it('the API turns red without the storage, and alive', async () => {
    const away = await createTestApp({}, { parts: { store: new FilesystemStore('/dev/null/objetos') } });
    try {
      const ready = await away.app.inject({ url: '/api/v1/ready' });
      expect({ status: ready.statusCode, message: ready.json().message }).toEqual({
        status: 503,
        message: 'O armazenamento não responde.',
      });
      expect((await away.app.inject({ url: '/api/v1/live' })).json()).toEqual({ vivo: true });
    } finally {
      await away.close();
    }
  });

  it.each([
    [
      'in line for the time of its new attempt',
      { etapa: { status: 'pendente', proximaEm: ahead(HOUR) }, anteriorTerminadaEm: ago(20 * HOUR) },
    ],
    ['at work for a long time', { etapa: { status: 'executando', leaseAte: ahead(HOUR) } }],
    ['just past a stage', { etapa: { status: 'pendente' }, anteriorTerminadaEm: now() }],
  ] as const)('stays green with a run %s', async (_state, fields) => {
    await createRun({ admitidaEm: DAYS_AGO, iniciadaEm: DAYS_AGO, ...fields });
    expect(await apiReady()).toBe('verde');
    expect((await workerReady(60, { ociosoS: 600 })).pronto).toBe(true);
  });
});
