// Events: each is written with its cause, delivered once to each consumer by one worker, and retried after a failure.
import { randomUUID } from 'node:crypto';
import type { LiveEvent } from '@escuta/shared/queues/pipeline';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { recordEvent } from '../../shared/src/services/log/record-event.ts';
import { Loop } from '../../worker/src/background/loop.ts';
import { finishRun } from '../../worker/src/engine/run-repo.ts';
import type { CONSUMERS } from '../../worker/src/events/consumers.ts';
import { delivering } from '../../worker/src/events/events.ts';
import { notify } from '../../worker/src/events/notifications.ts';
import { claimTask, endTask } from '../../worker/src/tasks/task-repo.ts';
import { createTestApp, type Method, type TestApp } from '../support/app.ts';
import { bearer, createItem, createTenant } from '../support/factories.ts';
import { createTarefa } from '../support/tasks.ts';

let test: TestApp;
let mine: Awaited<ReturnType<typeof createTenant>>;
beforeAll(async () => {
  test = await createTestApp();
  mine = await createTenant(test.deps);
});
afterAll(() => test.close());

const call = async (method: Method, path: string, payload?: object, token = mine.tokens.usuario) =>
  (
    await test.app.inject({
      method,
      url: `/api/v1${path}`,
      headers: bearer(token),
      ...(payload ? { payload } : {}),
    })
  ).json().data;
const waiting = () => test.deps.prisma.eventoEntrega.findMany();
const ended = (autorId: string) =>
  test.deps.db.transaction((tx) =>
    recordEvent(tx, {
      tipo: 'tarefa_encerrada',
      empresaId: mine.empresa.id,
      alvoId: randomUUID(),
      dados: { autor_id: autorId, tipo: 'gerar_insights', status: 'concluida', falhas: 0 },
    }),
  );

/** Runs `n` workers that deliver events until none is due. */
async function deliver(n: number, consumers?: typeof CONSUMERS): Promise<LiveEvent[]> {
  const told: LiveEvent[] = [];
  const work = delivering({
    db: test.deps.db,
    log: test.deps.log,
    publish: (events) => told.push(...events),
    pollMs: 60_000,
    // Retries come later than the test's end, so that a failed event is not due again during the test.
    retryS: 3600,
    ...(consumers ? { consumers } : {}),
  });
  const workers = Array.from({ length: n }, () => new Loop(work, test.deps));
  for (const worker of workers) worker.start();
  await vi.waitFor(
    async () => expect((await waiting()).filter(({ proximaEm }) => proximaEm <= new Date())).toEqual([]),
    { timeout: 20_000 },
  );
  await Promise.all(workers.map((worker) => worker.stop()));
  return told;
}

it('the person who asked for a long task is told once, with many workers; one who cancelled it is not', async () => {
  const { id: autor } = { id: mine.usuario.usuarioId };
  const make = async (created: Date) => {
    const tarefa = await createTarefa(test.deps, mine.projeto, autor);
    await test.deps.prisma.tarefa.update({ where: { id: tarefa.id }, data: { createdAt: created } });
    const claim = await claimTask(test.deps.db, 60_000);
    expect(claim?.row.id).toBe(tarefa.id);
    return { id: tarefa.id, versao: claim?.row.versao as number };
  };
  const long = new Date(Date.now() - 60_000);
  const end = (fence: { id: string; versao: number }, status: 'concluida' | 'cancelada') =>
    test.deps.db.transaction((tx) => endTask(tx, fence, { status }));
  const told = await make(long);
  await end(told, 'concluida');
  await end(await make(long), 'cancelada');
  await end(await make(new Date()), 'concluida');

  const live = await deliver(4);
  expect(live).toEqual([{ tipo: 'notificacao', empresaId: mine.empresa.id, usuarioId: autor }]);
  const { nao_lidas, notificacoes } = await call('GET', '/notificacoes');
  expect(nao_lidas).toBe(1);
  expect(notificacoes).toEqual([
    {
      id: expect.any(String),
      tipo: 'tarefa_encerrada',
      alvo_id: told.id,
      dados: { autor_id: autor, tipo: 'gerar_insights', status: 'concluida', falhas: 0 },
      lugar: null,
      lida: false,
      created_at: expect.any(String),
    },
  ]);
  // Another person neither sees nor marks the notification.
  expect((await call('GET', '/notificacoes', undefined, mine.tokens.gerente)).notificacoes).toEqual([]);
  await call('POST', '/notificacoes/lidas', { ids: [notificacoes[0].id] }, mine.tokens.gerente);
  expect((await call('GET', '/notificacoes')).nao_lidas).toBe(1);
  expect(await call('POST', '/notificacoes/lidas', {})).toMatchObject({
    nao_lidas: 0,
    notificacoes: [{ lida: true }],
  });
});

it('what is undone along with its cause is told to nobody', async () => {
  const before = await test.deps.prisma.eventoDominio.count();
  await expect(
    test.deps.db.transaction(async (tx) => {
      await recordEvent(tx, {
        tipo: 'tarefa_encerrada',
        empresaId: mine.empresa.id,
        alvoId: randomUUID(),
        dados: { autor_id: mine.usuario.usuarioId, tipo: 'gerar_insights', status: 'erro', falhas: 1 },
      });
      throw new Error('desfeita');
    }),
  ).rejects.toThrow('desfeita');
  expect([await test.deps.prisma.eventoDominio.count(), await waiting()]).toEqual([before, []]);
});

it('failing deliveries wait, each counted once, do not hold up the others, and are made once when they return', async () => {
  // Makes many events, so that a worker could take an event that another worker has just failed to handle.
  const bad: string[] = [];
  for (let n = 0; n < 12; n++) bad.push(await ended(mine.gerente.usuarioId));
  const good = await ended(mine.gerente.usuarioId);
  const tried: string[] = [];
  await deliver(4, {
    emails: async () => [],
    notificacoes: async (db, event) => {
      tried.push(event.id);
      const live = await notify(db, event);
      // The handler fails after its write, which must be rolled back.
      if (bad.includes(event.id)) throw new Error('sem conexão');
      return live;
    },
  });
  const told = () =>
    test.deps.prisma.notificacao.findMany({
      where: { usuarioId: mine.gerente.usuarioId },
      orderBy: { id: 'asc' },
    });
  expect((await told()).map(({ eventoId }) => eventoId)).toEqual([good]);
  expect(tried.toSorted()).toEqual([...bad, good].toSorted());
  expect((await waiting()).map(({ eventoId, erro }) => [eventoId, erro]).toSorted()).toEqual(
    bad.map((id) => [id, 'sem conexão']).toSorted(),
  );

  await test.deps.prisma.eventoEntrega.updateMany({ data: { proximaEm: new Date(0) } });
  await deliver(3);
  expect((await told()).map(({ eventoId }) => eventoId).sort()).toEqual([...bad, good].sort());
  expect(await waiting()).toEqual([]);
});

it('the end of a processing asked for alone is told to its asker; of many, in one notice; of a batch, by the task', async () => {
  const { deps } = test;
  const tenant = await createTenant(deps, { creditos: 10 });
  const { usuario } = tenant;
  const run = async (
    fields: { solicitadoPor?: string; tarefaId?: string; prioridade?: number; agora?: boolean } = {},
  ) => {
    const item = await createItem(deps, tenant.auditoria);
    const { agora, ...given } = fields;
    const { id } = await deps.prisma.execucao.create({
      data: {
        empresaId: tenant.empresa.id,
        projetoId: tenant.projeto.id,
        itemId: item.id,
        origem: 'manual',
        configuracao: {},
        ...given,
        ...(agora ? {} : { createdAt: new Date(Date.now() - 60_000) }),
      },
    });
    return { execucaoId: id, itemId: item.id, empresaId: tenant.empresa.id, projetoId: tenant.projeto.id };
  };
  type Run = Awaited<ReturnType<typeof run>>;
  const end = async (one: Run, execucao: 'concluida' | 'erro') => {
    await deps.db.transaction((tx) =>
      finishRun(tx, one, {
        execucao,
        item: execucao === 'erro' ? 'erro' : 'concluido',
        motivo: null,
        codigo: null,
        objetos: [],
      }),
    );
    return one.itemId;
  };
  const seen = async (token: string) => {
    await deliver(2);
    const { notificacoes } = await call('GET', '/notificacoes', undefined, token);
    return notificacoes.map((one: { tipo: string; alvo_id: string; dados: { n: number } }) => [
      one.tipo,
      one.alvo_id,
      one.dados.n,
    ]);
  };
  const autor = { solicitadoPor: usuario.usuarioId };
  const [first, second] = [await end(await run(autor), 'concluida'), await end(await run(autor), 'erro')];
  // A run that ends while its author watches, a bulk run, and a run without an author cause no notice.
  await end(await run({ ...autor, agora: true }), 'concluida');
  await end(await run({ ...autor, tarefaId: randomUUID(), prioridade: 2 }), 'erro');
  await end(await run(), 'concluida');
  expect((await seen(tenant.tokens.usuario)).toSorted()).toEqual([
    ['auditoria_concluida', first, 1],
    ['falha_definitiva', second, 1],
  ]);
  expect(await seen(tenant.tokens.gerente)).toEqual([]);
  // The failure of a run without an author goes to the managers; later failures join the notice while it is unread.
  await end(await run(), 'erro');
  await seen(tenant.tokens.gerente);
  const last = await end(await run(), 'erro');
  expect(await seen(tenant.tokens.gerente)).toEqual([['falha_definitiva', last, 2]]);
  await call('POST', '/notificacoes/lidas', {}, tenant.tokens.gerente);
  const anew = await end(await run(), 'erro');
  expect((await seen(tenant.tokens.gerente))[0]).toEqual(['falha_definitiva', anew, 1]);

  // Two failures at the same moment, without an unread notice: the second waits for the first and joins its notice.
  await call('POST', '/notificacoes/lidas', {}, tenant.tokens.gerente);
  for (const one of [await run(), await run()]) await end(one, 'erro');
  let isFirst = true;
  await deliver(2, {
    emails: async () => [],
    notificacoes: async (db, event) => {
      const live = await notify(db, event);
      if (!isFirst) return live;
      isFirst = false;
      const waits = `select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`;
      await vi.waitFor(async () => expect((await deps.db.query(waits)).rowCount).toBe(1), 10_000);
      return live;
    },
  });
  const unread = { usuarioId: tenant.gerente.usuarioId, lidaEm: null };
  expect(await deps.prisma.notificacao.findMany({ where: unread, select: { dados: true } })).toEqual([
    { dados: expect.objectContaining({ n: 2 }) },
  ]);
});
