// Dead letters: list and filters, retrying one or several, discarding; nothing runs twice, and a company sees only its
// own.
import type { FalhaWire, LoteWire } from '@escuta/shared/contracts/operation/operacao';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Loop } from '../../worker/src/background/loop.ts';
import { callApi, createTestApp, type Method, type TestApp } from '../support/app.ts';
import { createDeadLetter } from '../support/dead-letters.ts';
import { createAuditoria, createProjeto, createTenant } from '../support/factories.ts';
import { balanceOf } from '../support/pipeline.ts';
import { startTasks } from '../support/tasks.ts';

let test: TestApp;
let tasks: Loop;
beforeAll(async () => {
  test = await createTestApp();
  tasks = startTasks(test.deps);
});
afterAll(async () => {
  await tasks.stop(5000);
  await test.close();
});

type Tenant = Awaited<ReturnType<typeof createTenant>>;
let mine: Tenant;
let theirs: Tenant;
beforeEach(async () => {
  [mine, theirs] = [
    await createTenant(test.deps, { creditos: 100 }),
    await createTenant(test.deps, { creditos: 100 }),
  ];
});

const call = (token: string, method: Method, path: string, payload?: object) =>
  callApi(test, token, method, path, payload);
const list = async (token: string, query = ''): Promise<FalhaWire[]> =>
  (await call(token, 'GET', `/falhas${query}`)).body.data;
const retry = (token: string, id: string, payload?: object) =>
  call(token, 'POST', `/falhas/${id}/reprocessar`, payload);
const discard = (token: string, ids: string[], motivo = 'Gravação de teste') =>
  call(token, 'POST', '/falhas/descartar', { ids, motivo });
const statusOf = async (id: string) =>
  (await test.deps.prisma.letraMorta.findUniqueOrThrow({ where: { id } })).status;
const logged = (acao: string, empresaId: string) =>
  test.deps.prisma.registroAcesso.findMany({ where: { acao, empresaId } });

/** Retries the failures that match a filter, and waits until the batch has ended. */
async function retryAll(token: string, filter: object): Promise<LoteWire> {
  const started = await call(token, 'POST', '/falhas/reprocessar', filter);
  expect(started.status, JSON.stringify(started.body)).toBe(202);
  const { id } = started.body.data as LoteWire;
  let batch = started.body.data as LoteWire;
  await expect
    .poll(
      async () => {
        batch = (await call(token, 'GET', `/falhas/lotes/${id}`)).body.data;
        return batch.status;
      },
      { timeout: 10_000, interval: 20 },
    )
    .not.toBe('em_andamento');
  return batch;
}

describe("a batch that meets another person's work while it goes on", () => {
  it('does not pay again for an item processed since the batch began', async () => {
    const first = await createDeadLetter(test.deps, mine.auditoria, { createdAt: new Date('2026-01-01') });
    const second = await createDeadLetter(test.deps, mine.auditoria, { createdAt: new Date('2026-01-02') });
    const { prisma, db: pool } = test.deps;
    const holder = await pool.pool.connect();
    try {
      await holder.query('begin');
      await holder.query('select from auditoria_itens where id = $1 for update', [first.item.id]);
      const running = retryAll(mine.tokens.gerente, {});
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1);
      await prisma.auditoriaItem.update({ where: { id: second.item.id }, data: { status: 'concluido' } });
      await holder.query('rollback');
      expect(await running).toMatchObject({
        total: 1,
        reprocessadas: 1,
        jaTratadas: 0,
        recusadas: 0,
        processadasDepois: 1,
      });
    } finally {
      holder.release();
    }
    expect(await prisma.execucao.count({ where: { itemId: second.item.id } })).toBe(1);
    expect(await balanceOf(test.deps, mine.empresa.id)).toEqual({ saldo: 99, soma: 99 });
  });
});

describe('a batch that nobody does yet', () => {
  it('is in progress until a worker does it, and the task shows the progress', async () => {
    const { letra } = await createDeadLetter(test.deps, mine.auditoria);
    await tasks.stop(5000);
    const started = await call(mine.tokens.gerente, 'POST', '/falhas/reprocessar', {});
    const { id } = started.body.data as LoteWire;
    const read = async () => (await call(mine.tokens.gerente, 'GET', `/falhas/lotes/${id}`)).body.data;
    expect(await read()).toEqual(started.body.data);
    expect(await read()).toMatchObject({ status: 'em_andamento', total: 1, reprocessadas: 0 });
    expect(await statusOf(letra.id)).toBe('aberta');
    tasks = startTasks(test.deps);
    await expect.poll(async () => (await read()).status).toBe('concluido');
    expect(await read()).toMatchObject({ reprocessadas: 1 });
  });

  it('cancelled, says so, and what was left stays open', async () => {
    const { letra } = await createDeadLetter(test.deps, mine.auditoria);
    await tasks.stop(5000);
    const { id } = (await call(mine.tokens.gerente, 'POST', '/falhas/reprocessar', {})).body.data as LoteWire;
    expect((await call(mine.tokens.gerente, 'POST', `/tarefas/${id}/cancelar`)).status).toBe(200);
    tasks = startTasks(test.deps);
    expect((await call(mine.tokens.gerente, 'GET', `/falhas/lotes/${id}`)).body.data).toMatchObject({
      status: 'interrompido',
      total: 1,
      reprocessadas: 0,
    });
    expect(await statusOf(letra.id)).toBe('aberta');
  });
});

describe('the list', () => {
  it('shows people their own, from newest to oldest, with what is needed to decide', async () => {
    const old = await createDeadLetter(test.deps, mine.auditoria, {
      createdAt: new Date('2026-05-04T12:00:00Z'),
    });
    const { letra, item } = await createDeadLetter(test.deps, mine.auditoria);
    const other = await createDeadLetter(test.deps, theirs.auditoria);
    const rows = await list(mine.tokens.gerente);
    expect(rows.map(({ id }) => id)).toEqual([letra.id, old.letra.id]);
    expect(rows[0]).toMatchObject({
      status: 'aberta',
      etapa: 'transcricao',
      codigo: 'provedor_indisponivel',
      motivo: 'O provedor não respondeu.',
      tentativas: 3,
      empresa: { id: mine.empresa.id, nome: mine.empresa.nome },
      projeto: { id: mine.projeto.id },
      item: { id: item.id, status: 'erro', numeroDestino: '11987654321', arquivoNome: 'ligacao.mp3' },
      tratadaPor: null,
      tratadaEm: null,
    });
    const all = (await list(mine.tokens.admin, '?limit=100')).map(({ id }) => id);
    expect(all).toEqual(expect.arrayContaining([letra.id, other.letra.id]));
  });

  it('filters by state, stage, reason, project, company and day', async () => {
    const project = await createProjeto(test.deps, mine.empresa);
    const audit = await createAuditoria(test.deps, project);
    const a = await createDeadLetter(test.deps, mine.auditoria, {
      createdAt: new Date('2026-05-05T02:30:00Z'),
    });
    const b = await createDeadLetter(test.deps, audit, { etapa: 'negocio', codigo: 'resposta_invalida' });
    await discard(mine.tokens.gerente, [b.letra.id]);
    const ids = async (query: string) => (await list(mine.tokens.gerente, query)).map(({ id }) => id);
    expect(await ids('?status=aberta')).toEqual([a.letra.id]);
    expect(await ids('?status=descartada')).toEqual([b.letra.id]);
    expect(await ids('?etapa=negocio')).toEqual([b.letra.id]);
    expect(await ids('?codigo=provedor_indisponivel')).toEqual([a.letra.id]);
    expect(await ids(`?projetoId=${project.id}`)).toEqual([b.letra.id]);
    expect(await ids(`?empresaId=${theirs.empresa.id}`)).toEqual([]);
    // 02:30 in UTC is still the 4th in São Paulo.
    expect(await ids('?de=2026-05-04&ate=2026-05-04')).toEqual([a.letra.id]);
    expect(await ids('?de=2026-05-05&ate=2026-05-06')).toEqual([]);
    const page = await call(mine.tokens.gerente, 'GET', '/falhas?limit=1&page=2');
    expect(page.body.pagination).toMatchObject({ total: 2, totalPages: 2, totalExato: true });
    expect((await call(mine.tokens.gerente, 'GET', '/falhas?etapa=nada')).status).toBe(400);
  });

  it('loses those of a deleted item', async () => {
    const { item } = await createDeadLetter(test.deps, mine.auditoria);
    await test.deps.prisma.auditoriaItem.delete({ where: { id: item.id } });
    expect(await list(mine.tokens.gerente)).toEqual([]);
  });
});

describe('reprocessing one', () => {
  it('reserves a credit, leaves the item in processing, and is logged', async () => {
    const { letra, item } = await createDeadLetter(test.deps, mine.auditoria);
    const answer = await retry(mine.tokens.gerente, letra.id);
    expect(answer).toMatchObject({ status: 202, body: { data: { saldo: 99 } } });
    const [row] = await list(mine.tokens.gerente);
    expect(row).toMatchObject({
      status: 'reprocessada',
      tratadaPor: { id: mine.gerente.usuarioId, nome: 'Pessoa de Teste' },
      item: { status: 'processando' },
    });
    expect(await logged('falha_reprocessada', mine.empresa.id)).toMatchObject([
      { recursoId: item.id, usuarioId: mine.gerente.usuarioId, detalhes: { etapa: 'transcricao' } },
    ]);
  });

  it("answers 404 for another company's, and 409 the second time", async () => {
    const { letra } = await createDeadLetter(test.deps, theirs.auditoria);
    expect((await retry(mine.tokens.gerente, letra.id)).status).toBe(404);
    expect(await statusOf(letra.id)).toBe('aberta');
    expect((await retry(theirs.tokens.usuario, letra.id)).status).toBe(202);
    expect((await retry(theirs.tokens.usuario, letra.id)).status).toBe(409);
    expect(await balanceOf(test.deps, theirs.empresa.id)).toEqual({ saldo: 99, soma: 99 });
  });

  it('asks before paying again for a call processed after the failure', async () => {
    const { letra, item, execucao } = await createDeadLetter(test.deps, mine.auditoria);
    const { id: auditoriaId, empresaId, projetoId } = mine.auditoria;
    await test.deps.prisma.auditoriaItem.update({ where: { id: item.id }, data: { status: 'concluido' } });
    await test.deps.prisma.auditoriaResultado.create({
      data: {
        empresaId,
        projetoId,
        auditoriaId,
        itemId: item.id,
        execucaoId: execucao.id,
        statusProcessamento: 'concluido',
      },
    });
    for (const payload of [undefined, {}, { confirmado: false }]) {
      expect(await retry(mine.tokens.gerente, letra.id, payload)).toMatchObject({
        status: 409,
        body: {
          code: 'confirmacao_necessaria',
          message: expect.stringContaining('consome outro crédito e substitui a análise'),
          dados: {
            creditos: 1,
            saldo: 100,
            substitui: { insights: 0, vereditos: 0, comentarios: 0 },
          },
        },
      });
    }
    expect(await statusOf(letra.id)).toBe('aberta');
    expect(await balanceOf(test.deps, mine.empresa.id)).toEqual({ saldo: 100, soma: 100 });
    expect(await test.deps.prisma.execucao.count({ where: { itemId: item.id } })).toBe(1);
    // A batch over all dead letters does not reprocess this letter either, and its answer says why.
    const batch = await call(mine.tokens.gerente, 'POST', '/falhas/reprocessar', {});
    expect(batch).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('processados de novo depois') },
    });
    expect((await retry(mine.tokens.gerente, letra.id, { confirmado: true })).status).toBe(202);
    expect(await statusOf(letra.id)).toBe('reprocessada');
    expect(await balanceOf(test.deps, mine.empresa.id)).toEqual({ saldo: 99, soma: 99 });
  });

  it('two people at the same time reprocess once, for one credit', async () => {
    const { letra, item } = await createDeadLetter(test.deps, mine.auditoria);
    const answers = await Promise.all(
      [mine.tokens.admin, theirs.tokens.admin, mine.tokens.gerente].map((token) => retry(token, letra.id)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409]);
    expect(await test.deps.prisma.execucao.count({ where: { itemId: item.id } })).toBe(2);
    expect(await balanceOf(test.deps, mine.empresa.id)).toEqual({ saldo: 99, soma: 99 });
    expect(await logged('falha_reprocessada', mine.empresa.id)).toHaveLength(1);
  });

  it('without credit, or without a recording, says why and leaves the failure open', async () => {
    const poor = await createTenant(test.deps);
    const a = await createDeadLetter(test.deps, poor.auditoria);
    expect(await retry(poor.tokens.gerente, a.letra.id)).toMatchObject({
      status: 402,
      body: { code: 'creditos_insuficientes' },
    });
    const b = await createDeadLetter(test.deps, mine.auditoria, { comGravacao: false });
    expect(await retry(mine.tokens.gerente, b.letra.id)).toMatchObject({
      status: 409,
      body: { code: 'sem_arquivo' },
    });
    expect([await statusOf(a.letra.id), await statusOf(b.letra.id)]).toEqual(['aberta', 'aberta']);
    expect(await logged('falha_reprocessada', poor.empresa.id)).toEqual([]);
  });
});

describe('reprocessing all that the filter finds', () => {
  it('does only the open ones of filter and scope, once each, and counts the refused ones', async () => {
    const wanted = [];
    for (let index = 0; index < 5; index += 1) wanted.push(await createDeadLetter(test.deps, mine.auditoria));
    const noFile = await createDeadLetter(test.deps, mine.auditoria, { comGravacao: false });
    const otherStage = await createDeadLetter(test.deps, mine.auditoria, { etapa: 'audio' });
    const foreign = await createDeadLetter(test.deps, theirs.auditoria);
    const since = await createDeadLetter(test.deps, mine.auditoria);
    await test.deps.prisma.auditoriaItem.update({
      where: { id: since.item.id },
      data: { status: 'concluido' },
    });
    const batch = await retryAll(mine.tokens.gerente, { etapa: 'transcricao' });
    expect(batch).toMatchObject({
      status: 'concluido',
      total: 6,
      restantes: 0,
      processadasDepois: 1,
      reprocessadas: 5,
      recusadas: 1,
      semCredito: 0,
      problemas: [{ falhaId: noFile.letra.id, codigo: 'sem_arquivo' }],
    });
    for (const { letra } of wanted) expect(await statusOf(letra.id)).toBe('reprocessada');
    for (const { letra } of [noFile, otherStage, foreign, since])
      expect(await statusOf(letra.id)).toBe('aberta');
    expect(await balanceOf(test.deps, mine.empresa.id)).toEqual({ saldo: 95, soma: 95 });
    expect(await logged('falha_reprocessada', mine.empresa.id)).toHaveLength(5);
    // Only the requester sees the batch's progress.
    expect((await call(theirs.tokens.admin, 'GET', `/falhas/lotes/${batch.id}`)).status).toBe(404);
    expect(
      (await call(mine.tokens.gerente, 'POST', '/falhas/reprocessar', { etapa: 'negocio' })).status,
    ).toBe(422);
  });

  it('by two administrators at the same time, reprocesses nothing twice', async () => {
    const letters = [];
    for (let index = 0; index < 12; index += 1)
      letters.push(await createDeadLetter(test.deps, mine.auditoria));
    const filter = { empresaId: mine.empresa.id };
    const [a, b] = await Promise.all([
      retryAll(mine.tokens.admin, filter),
      retryAll(theirs.tokens.admin, filter),
    ]);
    expect(a.reprocessadas + b.reprocessadas).toBe(12);
    expect(a.recusadas + b.recusadas).toBe(0);
    expect(await balanceOf(test.deps, mine.empresa.id)).toEqual({ saldo: 88, soma: 88 });
  });

  it('stops in the company whose credits end, and goes on in the others', async () => {
    const poor = await createTenant(test.deps, { creditos: 2, nome: 'Empresa Sem Saldo' });
    const project = { etapa: 'analise_texto' } as const;
    for (let index = 0; index < 4; index += 1) {
      await createDeadLetter(test.deps, poor.auditoria, {
        ...project,
        createdAt: new Date(1_700_000_000_000 + index),
      });
    }
    await createDeadLetter(test.deps, mine.auditoria, project);
    const batch = await retryAll(mine.tokens.admin, project);
    expect(batch).toMatchObject({
      total: 5,
      reprocessadas: 3,
      semCredito: 2,
      recusadas: 0,
      empresasSemCredito: [{ id: poor.empresa.id, nome: 'Empresa Sem Saldo' }],
      problemas: [{ codigo: 'creditos_insuficientes' }],
    });
    expect(await balanceOf(test.deps, poor.empresa.id)).toEqual({ saldo: 0, soma: 0 });
    expect((await list(poor.tokens.gerente, '?status=aberta')).length).toBe(2);
  });
});

describe('dismissing', () => {
  it("takes from the queue with the person's reason, and logs it", async () => {
    const [a, b] = [
      await createDeadLetter(test.deps, mine.auditoria),
      await createDeadLetter(test.deps, mine.auditoria),
    ];
    const answer = await discard(
      mine.tokens.gerente,
      [a.letra.id, b.letra.id, a.letra.id],
      'Cliente desistiu',
    );
    expect(answer).toMatchObject({ status: 200, body: { data: { descartadas: 2, jaTratadas: 0 } } });
    expect((await list(mine.tokens.gerente))[0]).toMatchObject({
      status: 'descartada',
      motivoDescarte: 'Cliente desistiu',
      tratadaPor: { id: mine.gerente.usuarioId },
      item: { status: 'erro' },
    });
    expect(await logged('falha_descartada', mine.empresa.id)).toMatchObject([
      { detalhes: { motivo: 'Cliente desistiu' } },
      { detalhes: { motivo: 'Cliente desistiu' } },
    ]);
    expect((await discard(mine.tokens.gerente, [a.letra.id])).status).toBe(409);
    expect((await retry(mine.tokens.gerente, a.letra.id)).status).toBe(409);
  });

  it('dismisses nothing when one belongs to another company or the reason is missing', async () => {
    const own = await createDeadLetter(test.deps, mine.auditoria);
    const foreign = await createDeadLetter(test.deps, theirs.auditoria);
    expect((await discard(mine.tokens.gerente, [own.letra.id, foreign.letra.id])).status).toBe(404);
    expect((await discard(mine.tokens.gerente, [own.letra.id], '  ')).status).toBe(400);
    expect((await discard(mine.tokens.gerente, [])).status).toBe(400);
    expect([await statusOf(own.letra.id), await statusOf(foreign.letra.id)]).toEqual(['aberta', 'aberta']);
  });
});
