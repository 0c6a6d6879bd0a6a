// Long work of the worker: it is done once even if processes die, companies take turns, and people with permission stop
// and resume it. Nothing depends on time: steps wait at gates, and the test ends leases in the database.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { TarefaWire } from '@escuta/shared/contracts/operation/tarefas';
import { TAREFAS_ABERTAS_MAX } from '@escuta/shared/domain/tasks/task-names';
import { LOTE_SEM_NADA } from '@escuta/shared/domain/tasks/tasks';
import type { LiveEvent } from '@escuta/shared/queues/pipeline';
import { changeBalance } from '@escuta/shared/services/credits/ledger';
import { JANELA } from '@escuta/shared/services/insights/insight-candidates';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Loop } from '../../worker/src/background/loop.ts';
import { Sweeper } from '../../worker/src/sweep.ts';
import { TASK_KINDS } from '../../worker/src/tasks/table.ts';
import type { TaskContext, TaskKind } from '../../worker/src/tasks/task.ts';
import type { TasksOptions } from '../../worker/src/tasks/tasks.ts';
import { callApi, createTestApp, type Method, type TestApp } from '../support/app.ts';
import { createDeadLetter } from '../support/dead-letters.ts';
import {
  createAuditoria,
  createEmpresa,
  createItem,
  createProjeto,
  createTenant,
} from '../support/factories.ts';
import { createInterview } from '../support/interviews.ts';
import { longo } from '../support/longo.ts';
import { balanceOf, SAMPLES } from '../support/pipeline.ts';
import { createTarefa, endOfTask, startTasks } from '../support/tasks.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

type Tenant = Awaited<ReturnType<typeof createTenant>>;
let mine: Tenant;
let theirs: Tenant;
let workers: Loop[];
beforeEach(async () => {
  workers = [];
  mine = await createTenant(test.deps, { creditos: 100 });
  theirs = await createTenant(test.deps, { creditos: 100 });
});
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop(5000)));
  await test.deps.prisma.tarefa.deleteMany();
});

function work(options: Partial<TasksOptions> = {}, onEnd?: Parameters<typeof startTasks>[2]): Loop {
  const worker = startTasks(test.deps, options, onEnd);
  workers.push(worker);
  return worker;
}

const call = (token: string, method: Method, path: string, payload?: object) =>
  callApi(test, token, method, path, payload);

const rowOf = (id: string) => test.deps.prisma.tarefa.findUniqueOrThrow({ where: { id } });
const endLease = (id: string) =>
  test.deps.db.query(`update tarefas set lease_ate = now() - interval '1 second' where id = $1`, [id]);

const nameOf = (query: unknown) => String((query as { name?: unknown } | null)?.name ?? '');
/** Finds the parameters that say where the statement's window (JANELA items read at once) starts. */
const boundOf = (query: unknown) => JSON.stringify((query as { values: unknown[] }).values.slice(3, 5));

/** Creates `n` dead letters of a company, oldest first, and the task that retries them. */
async function reprocessingOf(n: number, tenant = mine) {
  const letters = [];
  for (let index = 0; index < n; index += 1) {
    letters.push(
      await createDeadLetter(test.deps, tenant.auditoria, { createdAt: new Date(1_700_000_000_000 + index) }),
    );
  }
  const { status, body } = await call(tenant.tokens.gerente, 'POST', '/falhas/reprocessar', {});
  expect(status, JSON.stringify(body)).toBe(202);
  return { id: body.data.id as string, letters };
}

/** Makes a gate that blocks until it is opened; `reached` resolves when a step waits at the gate. */
function gate() {
  let open = () => {};
  let reach = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  const pass = () => {
    reach();
    return opened;
  };
  return { open: () => open(), reached, pass };
}

/** Makes the product's task kinds, but with `before` called before each step of retrying dead letters. */
function kindsWith(before: (feito: number) => Promise<void> | void): typeof TASK_KINDS {
  const { begin, step } = TASK_KINDS.reprocessar_falhas;
  return {
    ...TASK_KINDS,
    reprocessar_falhas: {
      begin,
      step: async (context) => {
        await before(context.task.feito);
        return step(context);
      },
    },
  };
}

describe('a worker that stops midway', () => {
  it('frozen: another goes on where it stopped, and what it still tries does not count', async () => {
    const { id, letters } = await reprocessingOf(4);
    const frozen = gate();
    const first = work({ kinds: kindsWith((feito) => (feito === 2 ? frozen.pass() : undefined)) });
    await frozen.reached;
    expect(await rowOf(id)).toMatchObject({ status: 'executando', feito: 2, versao: 1 });
    // Simulates a frozen process, which writes nothing more and whose lease expires.
    await first.stop(0);
    await endLease(id);
    work();
    const done = await endOfTask(test, mine.tokens.gerente, id);
    expect(done).toMatchObject({ status: 'concluida', progresso: { feito: 4, total: 4, falhas: 0 } });
    frozen.open();
    await first.stop(5000);
    // Nothing happened twice: each item has one run, one credit and one entry.
    expect(await rowOf(id)).toMatchObject({
      status: 'concluida',
      feito: 4,
      versao: 2,
      resultado: { ...LOTE_SEM_NADA, reprocessadas: 4 },
    });
    for (const { item } of letters)
      expect(await test.deps.prisma.execucao.count({ where: { itemId: item.id } })).toBe(2);
    expect(await balanceOf(test.deps, mine.empresa.id)).toEqual({ saldo: 96, soma: 96 });
    const entries = { acao: 'falha_reprocessada', empresaId: mine.empresa.id };
    expect(await test.deps.prisma.registroAcesso.count({ where: entries })).toBe(4);
  });

  longo.test(
    'in the middle of a unit: what it wrote rolls back with it, and is done once by another',
    async () => {
      const { id } = await reprocessingOf(2);
      const frozen = gate();
      const { begin, step } = TASK_KINDS.reprocessar_falhas;
      const within: TaskKind<'reprocessar_falhas'> = {
        begin,
        step: (context: TaskContext<'reprocessar_falhas'>) =>
          step({
            ...context,
            save: async (db, progress) => {
              // The run and its credit are written but not committed.
              await frozen.pass();
              return context.save(db, progress);
            },
          }),
      };
      const first = work({ kinds: { ...TASK_KINDS, reprocessar_falhas: within } });
      await frozen.reached;
      await first.stop(0);
      await endLease(id);
      // Simulates that another worker has taken the task, which raises the task's version.
      await test.deps.db.query('update tarefas set versao = versao + 1 where id = $1', [id]);
      frozen.open();
      await first.stop(5000);
      expect(await balanceOf(test.deps, mine.empresa.id)).toEqual({ saldo: 100, soma: 100 });
      work();
      expect(await endOfTask(test, mine.tokens.gerente, id)).toMatchObject({
        status: 'concluida',
        resultado: { reprocessadas: 2, jaTratadas: 0 },
      });
      expect(await balanceOf(test.deps, mine.empresa.id)).toEqual({ saldo: 98, soma: 98 });
    },
  );

  it('that ends gives it back at once, and another goes on', async () => {
    const { id } = await reprocessingOf(3);
    const inside = gate();
    const first = work({ kinds: kindsWith((feito) => (feito === 1 ? inside.pass() : undefined)) });
    await inside.reached;
    const stopped = first.stop(5000);
    inside.open();
    await stopped;
    expect(await rowOf(id)).toMatchObject({ status: 'pendente', feito: 2, leaseAte: null });
    work();
    expect(await endOfTask(test, mine.tokens.gerente, id)).toMatchObject({
      status: 'concluida',
      resultado: { reprocessadas: 3 },
    });
  });

  longo.test('that keeps its lease does not lose the task to another, however long it takes', async () => {
    const { id } = await reprocessingOf(1);
    const inside = gate();
    work({ leaseMs: 6000, kinds: kindsWith(() => inside.pass()) });
    await inside.reached;
    const held = (await rowOf(id)).leaseAte?.getTime() ?? 0;
    await expect
      .poll(async () => (await rowOf(id)).leaseAte?.getTime() ?? 0, { timeout: 30_000 })
      .toBeGreaterThan(held);
    inside.open();
    await endOfTask(test, mine.tokens.gerente, id);
    expect((await rowOf(id)).versao).toBe(1);
  });
});

describe('cancelling and continuing', () => {
  it('stops after what is running, and goes on where it stopped', async () => {
    const events: LiveEvent[] = [];
    const publish: TasksOptions['publish'] = (news) => void events.push(...news);
    const { id, letters } = await reprocessingOf(4);
    const inside = gate();
    work({ publish, kinds: kindsWith((feito) => (feito === 1 ? inside.pass() : undefined)) });
    await inside.reached;
    const asked = await call(mine.tokens.gerente, 'POST', `/tarefas/${id}/cancelar`);
    expect(asked).toMatchObject({
      status: 200,
      body: {
        data: {
          status: 'executando',
          progresso: { feito: 1, total: 4 },
          pode: { cancelar: false, continuar: false },
        },
      },
    });
    expect(asked.body.data.cancelamentoPedidoEm).not.toBeNull();
    expect((await call(mine.tokens.gerente, 'POST', `/tarefas/${id}/cancelar`)).status).toBe(409);
    inside.open();
    expect(await endOfTask(test, mine.tokens.gerente, id)).toMatchObject({
      status: 'cancelada',
      progresso: { feito: 2, total: 4 },
      pode: { cancelar: false, continuar: true },
    });
    expect(events).toContainEqual({
      tipo: 'tarefa',
      empresaId: mine.empresa.id,
      tarefaId: id,
      tipoTarefa: 'reprocessar_falhas',
      status: 'cancelada',
    });
    const open = await test.deps.prisma.letraMorta.count({
      where: { id: { in: letters.map(({ letra }) => letra.id) }, status: 'aberta' },
    });
    expect(open).toBe(2);

    const resumed = await call(mine.tokens.gerente, 'POST', `/tarefas/${id}/continuar`);
    expect(resumed).toMatchObject({
      status: 202,
      body: { data: { status: 'pendente', progresso: { feito: 2 } } },
    });
    expect((await call(mine.tokens.gerente, 'POST', `/tarefas/${id}/continuar`)).status).toBe(409);
    expect(await endOfTask(test, mine.tokens.gerente, id)).toMatchObject({
      status: 'concluida',
      resultado: { reprocessadas: 4, jaTratadas: 0 },
    });
    expect(await balanceOf(test.deps, mine.empresa.id)).toEqual({ saldo: 96, soma: 96 });
    const acoes = await test.deps.prisma.registroAcesso.findMany({
      where: { recurso: 'tarefa', recursoId: id },
      orderBy: { createdAt: 'asc' },
    });
    expect(acoes.map(({ acao }) => acao)).toEqual(['tarefa_pedida', 'tarefa_cancelada', 'tarefa_retomada']);
  });

  longo.test('one that nobody began, and that of a dead worker, end at once', async () => {
    const waiting = await reprocessingOf(1);
    const held = await createTarefa(test.deps, mine.projeto, mine.gerente.usuarioId, {
      status: 'executando',
    });
    await endLease(held.id);
    for (const id of [waiting.id, held.id]) {
      expect(await call(mine.tokens.gerente, 'POST', `/tarefas/${id}/cancelar`)).toMatchObject({
        status: 200,
        body: { data: { status: 'cancelada' } },
      });
    }
    // The cancellation raised the task's version, its fencing token, so that the former worker can write nothing more.
    expect((await rowOf(held.id)).versao).toBe(1);
  });

  it('a failing one is tried again without repeating what was done, and at last ends as an error, from which it goes on', async () => {
    const { id } = await reprocessingOf(3);
    let broken = true;
    let tries = 0;
    const ends: string[] = [];
    const failing = kindsWith((feito) => {
      if (feito < 1 || !broken) return;
      tries += 1;
      throw new Error('disco cheio');
    });
    work({ kinds: failing }, (_nome, fim) => ends.push(fim));
    expect(await endOfTask(test, mine.tokens.gerente, id)).toMatchObject({
      status: 'erro',
      erro: 'A tarefa parou várias vezes no mesmo ponto. A parte concluída é mantida; tente de novo.',
      progresso: { feito: 1, total: 3 },
      pode: { continuar: true },
    });
    expect(tries).toBeGreaterThanOrEqual(5);
    await expect.poll(() => ends).toEqual([...Array(tries - 1).fill('adiado'), 'desistiu']);
    broken = false;
    expect((await call(mine.tokens.gerente, 'POST', `/tarefas/${id}/continuar`)).status).toBe(202);
    expect(await endOfTask(test, mine.tokens.gerente, id)).toMatchObject({
      status: 'concluida',
      erro: null,
      resultado: { reprocessadas: 3 },
    });
    expect(await balanceOf(test.deps, mine.empresa.id)).toEqual({ saldo: 97, soma: 97 });
  });

  it('generating insights stops when the credits end, says why, and goes on when there are others', async () => {
    const poor = await createTenant(test.deps, { creditos: 2 });
    for (let n = 0; n < 3; n += 1) {
      const item = await createItem(test.deps, poor.auditoria);
      const arquivoPath = `${poor.empresa.id}/${item.id}/${randomUUID()}`;
      await test.deps.prisma.auditoriaItem.update({ where: { id: item.id }, data: { arquivoPath } });
    }
    work();
    const { gerente } = poor.tokens;
    const { status, body } = await call(gerente, 'POST', `/insights/${poor.projeto.id}/generate`, {});
    expect(status).toBe(202);
    const stopped = await endOfTask(test, gerente, body.data.tarefaId);
    expect(stopped).toMatchObject({
      tipo: 'gerar_insights',
      status: 'erro',
      erro: expect.stringContaining('Saldo de créditos insuficiente.'),
      progresso: { feito: 2, total: 3, falhas: 0 },
      resultado: { enfileirados: 2, saldo: 0 },
      alvo: { tipo: 'projeto', id: poor.projeto.id, nome: poor.projeto.nome, projetoId: poor.projeto.id },
    });
    // The task could do nothing without credits, so that the request is refused at once.
    expect((await call(gerente, 'POST', `/insights/${poor.projeto.id}/generate`, {})).status).toBe(402);
    await changeBalance(test.deps.db, {
      empresaId: poor.empresa.id,
      tipo: 'ajuste',
      quantidade: 5,
      chaveIdempotente: randomUUID(),
      descricao: 'Teste',
    });
    await call(gerente, 'POST', `/tarefas/${stopped.id}/continuar`);
    expect(await endOfTask(test, gerente, stopped.id)).toMatchObject({
      status: 'concluida',
      resultado: { enfileirados: 3, saldo: 4 },
    });
    const runs = await test.deps.prisma.execucao.findMany({ where: { empresaId: poor.empresa.id } });
    expect(runs.map(({ prioridade, solicitadoPor }) => [prioridade, solicitadoPor])).toEqual(
      Array.from({ length: 3 }, () => [2, poor.gerente.usuarioId]),
    );
  });

  longo.describe('of interviews, which cost by duration', () => {
    /** Creates recorded interviews of these lengths (minutes), the oldest first. */
    async function interviews(tenant: Tenant, minutes: readonly number[]): Promise<string[]> {
      const ids: string[] = [];
      const perguntas = [{ codigo: 'P1', texto: 'Qual é a sua idade?', tipo: 'numero' as const }];
      for (const minutos of minutes) {
        const { item } = await createInterview(
          test.deps,
          tenant,
          perguntas,
          { P1: { texto: '42' } },
          {
            file: join(SAMPLES, 'teste-curta.mp3'),
            gravacaoMs: minutos * 60_000,
          },
        );
        ids.push(item.id);
      }
      return ids;
    }
    const generate = ({ tokens, projeto }: Tenant, creditos_confirmados?: number) =>
      call(tokens.gerente, 'POST', `/insights/${projeto.id}/generate`, { creditos_confirmados });
    const priceOf = async ({ tokens, projeto }: Tenant) =>
      (await call(tokens.gerente, 'GET', `/insights/${projeto.id}/generate`)).body.data as {
        creditos: number;
        saldo: number;
      };

    it('does those that fit into the balance, says how much is missing for the others, and goes on with them', async () => {
      const poor = await createTenant(test.deps, { creditos: 4 });
      const [dear, small, middle, last] = await interviews(poor, [100, 20, 60, 40]);
      const { body } = await generate(poor, (await priceOf(poor)).creditos);
      work();
      const stopped = await endOfTask(test, poor.tokens.gerente, body.data.tarefaId);
      expect(stopped).toMatchObject({
        status: 'erro',
        erro: 'Saldo de créditos insuficiente. 2 itens ficaram de fora e custam 7 créditos; o saldo é de 0 créditos. Faltam 7 créditos para todos os itens.',
        progresso: { feito: 2, total: 4, falhas: 0 },
        resultado: { enfileirados: 2, saldo: 0, creditos: 4 },
      });
      const queued = async () =>
        (await test.deps.prisma.execucao.findMany({ where: { empresaId: poor.empresa.id } })).map(
          ({ itemId }) => itemId,
        );
      expect(new Set(await queued())).toEqual(new Set([small, middle]));
      await changeBalance(test.deps.db, {
        empresaId: poor.empresa.id,
        tipo: 'ajuste',
        quantidade: 8,
        chaveIdempotente: randomUUID(),
        descricao: 'Teste',
      });
      await call(poor.tokens.gerente, 'POST', `/tarefas/${stopped.id}/continuar`);
      expect(await endOfTask(test, poor.tokens.gerente, stopped.id)).toMatchObject({
        status: 'concluida',
        progresso: { feito: 4, total: 4 },
        resultado: { enfileirados: 4, saldo: 1, creditos: 11 },
      });
      expect((await queued()).sort()).toEqual([dear, small, middle, last].sort());
      expect(await balanceOf(test.deps, poor.empresa.id)).toEqual({ saldo: 1, soma: 1 });
    });

    it('does not charge more than the person confirmed: refuses, with the new cost, and nothing changes', async () => {
      const [item = ''] = await interviews(mine, [60, 20]);
      expect(await priceOf(mine)).toMatchObject({ creditos: 4 });
      // Meanwhile a longer recording of the first item arrives.
      await test.deps.prisma.auditoriaItem.update({
        where: { id: item },
        data: { gravacaoMs: 100 * 60_000 },
      });
      const refused = await generate(mine, 4);
      expect(refused).toMatchObject({
        status: 409,
        body: {
          code: 'confirmacao_necessaria',
          message:
            'O processamento agora custa 6 créditos, mais do que foi confirmado (4 créditos). Nada foi cobrado: veja o novo custo e confirme de novo.',
          dados: { creditos: 6, saldo: 100 },
        },
      });
      const single = (creditos_confirmados: number) =>
        call(mine.tokens.gerente, 'POST', '/auditoria-resultado/processar', {
          auditoriaItemId: item,
          creditos_confirmados,
        });
      expect(await single(3)).toMatchObject({
        status: 409,
        body: { code: 'confirmacao_necessaria', dados: { creditos: 5, saldo: 100 } },
      });
      expect(await test.deps.prisma.tarefa.count({ where: { empresaId: mine.empresa.id } })).toBe(0);
      expect(await test.deps.prisma.execucao.count({ where: { empresaId: mine.empresa.id } })).toBe(0);
      expect(await balanceOf(test.deps, mine.empresa.id)).toEqual({ saldo: 100, soma: 100 });
      expect((await single(5)).status).toBe(202);
      expect((await generate(mine, -1)).status).toBe(400);
    });

    it('what became dearer after confirmation stays out, and the task says so', async () => {
      const [, second = ''] = await interviews(mine, [20, 60]);
      const { body } = await generate(mine, 4);
      await test.deps.prisma.auditoriaItem.update({
        where: { id: second },
        data: { gravacaoMs: 61 * 60_000 },
      });
      work();
      const tarefa = await endOfTask(test, mine.tokens.gerente, body.data.tarefaId);
      expect(tarefa).toMatchObject({
        status: 'concluida',
        resultado: {
          enfileirados: 1,
          creditos: 1,
          ignorados: expect.arrayContaining([
            {
              codigo: 'confirmacao_necessaria',
              motivo:
                'O custo passaria dos 4 créditos confirmados: confira o novo custo e gere os insights de novo.',
              n: 1,
            },
          ]),
        },
      });
      expect(await balanceOf(test.deps, mine.empresa.id)).toEqual({ saldo: 99, soma: 99 });
    });
  });

  longo.test(
    'looks for what is missing in windows, and a worker that dies midway does not look at them again',
    async () => {
      // Items without a recording (with the company's own item) fill several windows (of JANELA items each, read at
      // once); only the oldest and the newest item have a recording.
      const first = await createItem(test.deps, mine.auditoria, {
        createdAt: new Date('2020-01-01T00:00:00Z'),
      });
      await test.deps.db.query(
        `insert into auditoria_itens (id, empresa_id, auditoria_id, projeto_id, tipo_item, created_at, updated_at)
       select gen_random_uuid(), empresa_id, auditoria_id, projeto_id, tipo_item,
         created_at + n / 2 * interval '1 second', now()
       from auditoria_itens, generate_series(1, $2::int) n where id = $1`,
        [first.id, 4 * JANELA + 10],
      );
      const last = await createItem(test.deps, mine.auditoria);
      for (const { id } of [first, last]) {
        await test.deps.prisma.auditoriaItem.update({ where: { id }, data: { arquivoPath: `x/${id}/y` } });
      }
      const path = `/insights/${mine.projeto.id}/generate`;
      const asked = vi.spyOn(test.deps.db, 'query');
      const preview = await call(mine.tokens.gerente, 'GET', path);
      const windows = asked.mock.calls.filter(([query]) => nameOf(query).startsWith('insights_candidatos'));
      asked.mockRestore();
      // The preview reads a fixed number of windows of items, the newest included, and counts only the items in them.
      expect(windows).toHaveLength(4);
      expect(preview.body.data).toMatchObject({
        itens: 2,
        parcial: true,
        creditos: 500,
        ignorados: [{ codigo: 'sem_gravacao', n: 4 * JANELA - 2 }],
      });

      const { begin, step } = TASK_KINDS.gerar_insights;
      const seen: string[][] = [];
      const frozen = gate();
      const watched = (before: (n: number) => Promise<void> | void): typeof TASK_KINDS => ({
        ...TASK_KINDS,
        gerar_insights: {
          begin,
          step: async (context) => {
            await before(seen.length);
            const bounds: string[] = [];
            const pool = new Proxy(context.db, {
              get: (target, key) => {
                const value = Reflect.get(target, key);
                if (key !== 'query') return typeof value === 'function' ? value.bind(target) : value;
                return (query: unknown, ...rest: unknown[]) => {
                  if (nameOf(query).startsWith('insights_candidatos')) bounds.push(boundOf(query));
                  return (value as (...args: unknown[]) => unknown).call(target, query, ...rest);
                };
              },
            });
            const more = await step({ ...context, db: pool });
            seen.push(bounds);
            return more;
          },
        },
      });
      const died = work({ kinds: watched((n) => (n === 2 ? frozen.pass() : undefined)) });
      const { status, body } = await call(mine.tokens.gerente, 'POST', path, {});
      expect(status).toBe(202);
      await frozen.reached;
      const { tarefaId } = body.data;
      expect(await rowOf(tarefaId)).toMatchObject({
        feito: 0,
        total: null,
        cursor: { itens: [{ id: first.id }], procura: { janelas: 2 } },
        resultado: { ignorados: [{ codigo: 'sem_gravacao', n: 2 * JANELA - 1 }] },
      });
      await died.stop(0);
      await endLease(tarefaId);
      work({ kinds: watched(() => undefined) });
      const done = await endOfTask(test, mine.tokens.gerente, tarefaId);
      expect(done).toMatchObject({
        status: 'concluida',
        progresso: { feito: 2, total: 2, falhas: 0 },
        resultado: { enfileirados: 2, ignorados: [{ codigo: 'sem_gravacao', n: 4 * JANELA + 11 }] },
      });
      // Each of the first five steps reads another window of items. Two steps queue the items; the last finds nothing.
      expect(seen.map(({ length }) => length)).toEqual([1, 1, 1, 1, 1, 0, 0, 0]);
      expect(new Set(seen.flat()).size).toBe(5);
      frozen.open();
      await died.stop(5000);
      for (const { id } of [first, last])
        expect(await test.deps.prisma.execucao.count({ where: { itemId: id } })).toBe(1);
    },
  );

  longo.test('of an archived company does not move, and says why', async () => {
    const { id } = await reprocessingOf(2);
    const where = { id: mine.empresa.id };
    await test.deps.prisma.empresa.update({ where, data: { arquivadaEm: new Date() } });
    work();
    expect(await endOfTask(test, theirs.tokens.admin, id)).toMatchObject({
      status: 'cancelada',
      erro: 'A empresa foi arquivada: a tarefa não foi concluída.',
      progresso: { feito: 0 },
    });
    expect(await balanceOf(test.deps, mine.empresa.id)).toEqual({ saldo: 100, soma: 100 });
  });
});

describe('turns', () => {
  /** Makes a task kind whose units of work only note to which company they belong. */
  function noting(
    units: number,
    seen: string[],
    pass: () => Promise<void> = async () => {},
  ): typeof TASK_KINDS {
    return {
      ...TASK_KINDS,
      gerar_insights: {
        begin: ({ db: pool, save }) => save(pool, { total: units, cursor: { itens: [] } }),
        step: async ({ task, db: pool, save }) => {
          if (task.feito >= units) return false;
          seen.push(task.id);
          await pass();
          await save(pool, { feito: task.feito + 1 });
          return true;
        },
      },
    };
  }
  const at = (n: number) => new Date(Date.now() - 60_000 + n);
  const waiting = (tenant: Tenant, n: number) =>
    createTarefa(test.deps, tenant.projeto, null, { createdAt: at(n) });

  longo.test('two workers share the tasks, and each unit is done once', async () => {
    const seen: string[] = [];
    const ids = [];
    for (let n = 0; n < 8; n += 1) ids.push((await waiting(n % 2 ? mine : theirs, n)).id);
    const kinds = noting(3, seen);
    const [a, b] = [work({ kinds }), work({ kinds })];
    await expect
      .poll(() => test.deps.prisma.tarefa.count({ where: { status: 'concluida' } }), { timeout: 10_000 })
      .toBe(8);
    expect(seen.toSorted()).toEqual(ids.flatMap((id) => [id, id, id]).toSorted());
    expect([a.active, b.active]).toEqual([0, 0]);
  });

  it('a company with nothing running goes before one that has some, and there are no more tasks than places', async () => {
    const seen: string[] = [];
    const inside = gate();
    const [first] = [await waiting(mine, 0), await waiting(mine, 1), await waiting(mine, 2)];
    const late = await waiting(theirs, 3);
    const worker = work({ kinds: noting(1, seen, () => inside.pass()), slots: 2 });
    await expect.poll(() => seen.length).toBe(2);
    expect(seen.toSorted()).toEqual([first?.id, late.id].toSorted());
    expect(worker.active).toBe(2);
    inside.open();
    await expect.poll(() => test.deps.prisma.tarefa.count({ where: { status: 'concluida' } })).toBe(4);
  });

  longo.test('one that had its turn waits for that of the others', async () => {
    const seen: string[] = [];
    const long = await waiting(mine, 0);
    const short = await waiting(theirs, 1);
    work({ kinds: noting(3, seen), slots: 1, turnMs: 0 });
    await expect.poll(() => test.deps.prisma.tarefa.count({ where: { status: 'concluida' } })).toBe(2);
    expect(seen.indexOf(short.id)).toBe(1);
    expect(seen.filter((id) => id === long.id)).toHaveLength(3);
  });

  longo.test('a company does not fill the queue: beyond the limit, the next one is refused', async () => {
    for (let n = 0; n < TAREFAS_ABERTAS_MAX; n += 1) await waiting(mine, n);
    const asked = await call(mine.tokens.gerente, 'POST', `/insights/${mine.projeto.id}/generate`, {});
    expect(asked).toMatchObject({ status: 429, body: { code: 'muitas_tentativas' } });
    expect(await test.deps.prisma.tarefa.count()).toBe(TAREFAS_ABERTAS_MAX);
    expect(
      (await call(theirs.tokens.gerente, 'POST', `/insights/${theirs.projeto.id}/generate`, {})).status,
    ).toBe(202);
  });

  longo.test(
    'a continued one takes a place too: with a full queue it waits, and of two at the same time one takes the last',
    async () => {
      const stopped = await Promise.all(
        [0, 1].map(() => createTarefa(test.deps, mine.projeto, null, { status: 'cancelada' })),
      );
      const goOn = (id: string) => call(mine.tokens.gerente, 'POST', `/tarefas/${id}/continuar`);
      const open = { where: { status: { in: ['pendente', 'executando'] } } };
      const waiters = [];
      for (let n = 0; n < TAREFAS_ABERTAS_MAX; n += 1) waiters.push(await waiting(mine, n));
      for (const { id } of stopped) {
        expect(await goOn(id)).toMatchObject({ status: 429, body: { code: 'muitas_tentativas' } });
        expect((await rowOf(id)).status).toBe('cancelada');
      }
      await test.deps.prisma.tarefa.delete({ where: { id: waiters[0]?.id ?? '' } });
      const answers = await Promise.all(stopped.map(({ id }) => goOn(id)));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 429]);
      expect(await test.deps.prisma.tarefa.count(open)).toBe(TAREFAS_ABERTAS_MAX);
    },
  );
});

describe('readers and rights', () => {
  const ids = async (token: string, query = '') =>
    ((await call(token, 'GET', `/tarefas?limit=100${query}`)).body.data as TarefaWire[]).map(({ id }) => id);

  it("each company sees its own; an administrator, all; the installation's, he alone", async () => {
    // The list is newest first; entries of the same millisecond come in any order.
    const ago = (minutes: number) => ({ createdAt: new Date(Date.now() - minutes * 60_000) });
    const own = await createTarefa(test.deps, mine.projeto, mine.usuario.usuarioId, ago(2));
    const foreign = await createTarefa(test.deps, theirs.projeto, theirs.usuario.usuarioId, {
      status: 'erro',
      ...ago(1),
    });
    await createDeadLetter(test.deps, mine.auditoria);
    const whole = (await call(mine.tokens.admin, 'POST', '/falhas/reprocessar', {})).body.data.id as string;
    expect(await ids(mine.tokens.usuario)).toEqual([own.id]);
    expect(await ids(mine.tokens.admin)).toEqual([whole, foreign.id, own.id]);
    expect(await ids(mine.tokens.admin, `&empresaId=${theirs.empresa.id}`)).toEqual([foreign.id]);
    expect(await ids(mine.tokens.usuario, `&empresaId=${theirs.empresa.id}`)).toEqual([]);
    expect(await ids(mine.tokens.admin, '&status=abertas')).toEqual([whole, own.id]);
    expect(await ids(mine.tokens.admin, '&tipo=reprocessar_falhas')).toEqual([whole]);
    // Creates a task that read recordings, and that was concluded or failed.
    const reading = (status: 'concluida' | 'erro', minutes: number) =>
      createTarefa(test.deps, mine.projeto, mine.usuario.usuarioId, {
        tipo: 'ler_gravacoes',
        status,
        ...ago(minutes),
      });
    const [done, broken] = [await reading('concluida', 3), await reading('erro', 4)];
    expect(await ids(mine.tokens.usuario)).toEqual([own.id, done.id, broken.id]);
    expect(await ids(mine.tokens.usuario, '&etapas=sem')).toEqual([own.id, broken.id]);
    for (const id of [foreign.id, whole]) {
      expect((await call(mine.tokens.gerente, 'GET', `/tarefas/${id}`)).status).toBe(404);
      expect((await call(mine.tokens.gerente, 'POST', `/tarefas/${id}/cancelar`)).status).toBe(404);
      expect((await call(mine.tokens.gerente, 'POST', `/tarefas/${id}/continuar`)).status).toBe(404);
    }
    const { body } = await call(mine.tokens.admin, 'GET', `/tarefas/${whole}`);
    expect(body.data).toMatchObject({ empresa: null, autor: { id: mine.admin.usuarioId }, alvo: null });
  });

  it('its asker, a manager or an administrator cancels; another person of the company sees and does not cancel', async () => {
    const asked = await createTarefa(test.deps, mine.projeto, mine.gerente.usuarioId);
    const refused = await call(mine.tokens.usuario, 'POST', `/tarefas/${asked.id}/cancelar`);
    expect(refused).toMatchObject({ status: 403, body: { code: 'sem_permissao' } });
    expect((await rowOf(asked.id)).status).toBe('pendente');
    const seen = (await call(mine.tokens.usuario, 'GET', `/tarefas/${asked.id}`)).body.data as TarefaWire;
    expect(seen.pode).toEqual({ pausar: false, cancelar: false, continuar: false });
    const own = await createTarefa(test.deps, mine.projeto, mine.usuario.usuarioId);
    expect((await call(mine.tokens.usuario, 'POST', `/tarefas/${own.id}/cancelar`)).status).toBe(200);
    expect((await call(theirs.tokens.admin, 'POST', `/tarefas/${asked.id}/cancelar`)).status).toBe(200);
  });
});

longo.describe('what stays and what goes', () => {
  it("a task's row keeps ids and counts, nothing that names a person", async () => {
    const { id } = await reprocessingOf(1);
    await createDeadLetter(test.deps, mine.auditoria, { comGravacao: false });
    work();
    await endOfTask(test, mine.tokens.gerente, id);
    const { rows } = await test.deps.db.query<{ linha: string }>(
      'select row_to_json(t)::text as linha from tarefas t where id = $1',
      [id],
    );
    for (const personal of ['11987654321', 'ligacao.mp3', mine.gerente.email, 'Pessoa de Teste'])
      expect(rows[0]?.linha).not.toContain(personal);
  });

  it('a closed one is deleted when its term passes; an open one, never', async () => {
    const ended = await createTarefa(test.deps, mine.projeto, null, { status: 'concluida' });
    const kept = await createTarefa(test.deps, mine.projeto, null, { status: 'erro' });
    const open = await createTarefa(test.deps, mine.projeto, null);
    await test.deps.db.query(
      `update tarefas set expira_em = now() + case when id = $1 then -1 else 1 end * interval '1 hour' where id <> $2`,
      [ended.id, open.id],
    );
    const { db: pool, store, log } = test.deps;
    const queues = { add: async () => undefined } as unknown as ConstructorParameters<
      typeof Sweeper
    >[0]['queues'];
    const sweeper = new Sweeper({
      ...{ db: pool, store, log, queues, intervalMs: 60_000, acessosAnos: 5, leadsMeses: 24 },
      onSwept: () => undefined,
    });
    await sweeper.sweep();
    const left = await test.deps.prisma.tarefa.findMany();
    expect(left.map(({ id }) => id).toSorted()).toEqual([kept.id, open.id].toSorted());
  });

  it('a company that has nothing else is deleted with its tasks', async () => {
    const empresa = await createEmpresa(test.deps);
    const projeto = await createProjeto(test.deps, empresa);
    const { id } = await createTarefa(test.deps, projeto, null, { status: 'concluida' });
    await test.deps.prisma.projeto.delete({ where: { id: projeto.id } });
    const { status, body } = await call(mine.tokens.admin, 'DELETE', `/empresas/${empresa.id}`);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(await test.deps.prisma.tarefa.findUnique({ where: { id } })).toBeNull();
  });

  it('a deleted target leaves the task readable, and one that was about to begin says why not', async () => {
    const projeto = await createProjeto(test.deps, mine.empresa);
    const auditoria = await createAuditoria(test.deps, projeto);
    const asked = await call(mine.tokens.gerente, 'POST', `/insights/${auditoria.id}/generate`, {});
    await test.deps.prisma.auditoria.delete({ where: { id: auditoria.id } });
    work();
    expect(await endOfTask(test, mine.tokens.gerente, asked.body.data.tarefaId)).toMatchObject({
      status: 'erro',
      erro: 'Esta auditoria não existe mais.',
      alvo: { tipo: 'auditoria', id: auditoria.id, nome: null, projetoId: null },
    });
  });
});
