// Bulk runs: price and contents are known before a bulk run begins, and are the same at its end, whatever interrupts
// it. The test itself ends the single runs; only the tasks work as in the product.
import { randomUUID } from 'node:crypto';
import type { EstimativaWire } from '@escuta/shared/contracts/calls/lotes';
import type { TarefaWire } from '@escuta/shared/contracts/operation/tarefas';
import { CONTAGEM_VAZIA, countItems, LOTE_ABERTAS_MAX } from '@escuta/shared/domain/runs/bulk-estimate';
import { isSampled } from '@escuta/shared/domain/sampling';
import { captureCredit, changeBalance, refundCredit } from '@escuta/shared/services/credits/ledger';
import {
  countChosen,
  countOldest,
  momentNow,
  nextItems,
  readBulkRules,
} from '@escuta/shared/services/runs/bulk-runs';
import { requestRun } from '@escuta/shared/services/runs/request';

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Loop } from '../../worker/src/background/loop.ts';
import { TASK_KINDS } from '../../worker/src/tasks/table.ts';
import type { TasksOptions } from '../../worker/src/tasks/tasks.ts';
import { callApi, createTestApp, type Method, type TestApp } from '../support/app.ts';
import { createApiKey, createProjeto, createTenant } from '../support/factories.ts';
import { longo } from '../support/longo.ts';
import { asInterview, balanceOf } from '../support/pipeline.ts';
import { startTasks } from '../support/tasks.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

type Tenant = Awaited<ReturnType<typeof createTenant>>;
let mine: Tenant;
let workers: Loop[];
beforeEach(async () => {
  workers = [];
  mine = await createTenant(test.deps, { creditos: 1000 });
  // Deletes the factory's item, which has no recording, so that no count includes it.
  await test.deps.prisma.auditoriaItem.deleteMany({ where: { id: mine.item.id } });
});
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop(5000)));
  await test.deps.prisma.tarefa.deleteMany();
});

function work(options: Partial<TasksOptions> = {}): Loop {
  const worker = startTasks(test.deps, { waitMs: 20, ...options });
  workers.push(worker);
  return worker;
}

const call = <T = ReturnType<typeof JSON.parse>>(
  method: Method,
  path: string,
  payload?: object,
  token = mine.tokens.usuario,
) => callApi<T>(test, token, method, path, payload);

type Fields = {
  status?: 'pendente' | 'concluido' | 'erro' | 'processando';
  gravacao?: boolean;
  minutos?: number;
};

let clock = 0;
/** Creates `n` calls of the project, a second apart. @returns their ids, the oldest first */
async function calls(
  n: number,
  { status = 'pendente', gravacao = true, minutos = 2 }: Fields = {},
  tenant = mine,
) {
  const rows = Array.from({ length: n }, () => {
    const id = randomUUID();
    clock += 1000;
    return {
      id,
      empresaId: tenant.empresa.id,
      projetoId: tenant.projeto.id,
      auditoriaId: tenant.auditoria.id,
      status,
      createdAt: new Date(1_700_000_000_000 + clock),
      gravacaoMs: gravacao ? minutos * 60_000 : null,
      arquivoPath: gravacao ? `${tenant.empresa.id}/${id}/som` : null,
    };
  });
  await test.deps.prisma.auditoriaItem.createMany({ data: rows });
  return rows.map(({ id }) => id);
}

const ALL = { filtro: { todas: [] }, exceto: [] };
const bodyOf = (fields: object = {}) => ({ projetoId: mine.projeto.id, selecao: ALL, ...fields });

async function estimate(fields: object = {}): Promise<EstimativaWire> {
  const { status, body } = await call<EstimativaWire>('POST', '/lotes/estimativa', bodyOf(fields));
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
}

async function start(fields: object = {}, token = mine.tokens.usuario): Promise<string> {
  const { status, body } = await call(
    'POST',
    '/lotes',
    bodyOf({ creditosConfirmados: 1000, ...fields }),
    token,
  );
  expect(status, JSON.stringify(body)).toBe(202);
  return body.data.id;
}

async function see(id: string): Promise<Extract<TarefaWire, { tipo: 'lote' }>> {
  const { status, body } = await call<TarefaWire>('GET', `/tarefas/${id}`, undefined, mine.tokens.gerente);
  expect(status, JSON.stringify(body)).toBe(200);
  if (body.data.tipo !== 'lote') throw new Error('not a bulk run');
  return body.data;
}

/** Ends up to `n` runs of a task, the oldest first, as the pipeline does. */
async function endRuns(tarefaId: string, n = 10_000, status: 'concluida' | 'erro' = 'concluida') {
  const runs = await test.deps.prisma.execucao.findMany({
    where: { tarefaId, status: 'na_fila' },
    orderBy: { createdAt: 'asc' },
    take: n,
  });
  for (const { id: execucaoId, empresaId, itemId } of runs) {
    await test.deps.db.transaction(async (tx) => {
      await tx.query(`update execucoes set status = $2, terminada_em = now() where id = $1`, [
        execucaoId,
        status,
      ]);
      await tx.query(`update auditoria_itens set status = $2 where id = $1`, [
        itemId,
        status === 'erro' ? 'erro' : 'concluido',
      ]);
      if (status === 'concluida') await captureCredit(tx, { empresaId, execucaoId });
    });
  }
  return runs.length;
}

const requested = (tarefaId: string) => test.deps.prisma.execucao.count({ where: { tarefaId } });
const until = (check: () => Promise<unknown>, wanted: unknown) =>
  expect.poll(check, { timeout: 30_000, interval: 20 }).toEqual(wanted);

/** Ends the task's runs again and again until the task itself has ended. */
async function runToEnd(id: string) {
  await expect
    .poll(
      async () => {
        await endRuns(id);
        return (await see(id)).status;
      },
      { timeout: 60_000, interval: 20 },
    )
    .toBe('concluida');
  return see(id);
}

/** Counts the items' runs, reservations and captures, and checks that the balance equals the ledger's sum. */
async function accounts(ids: readonly string[]) {
  const { prisma } = test.deps;
  const runs = await prisma.execucao.findMany({ where: { itemId: { in: [...ids] } } });
  const of = (tipo: 'reserva' | 'captura') =>
    prisma.creditoLancamento.count({ where: { tipo, execucaoId: { in: runs.map(({ id }) => id) } } });
  const { saldo, soma } = await balanceOf(test.deps, mine.empresa.id);
  expect(saldo).toBe(soma);
  return {
    runs: runs.length,
    items: new Set(runs.map(({ itemId }) => itemId)).size,
    reservas: await of('reserva'),
    capturas: await of('captura'),
    saldo,
  };
}

describe('the estimate', () => {
  it('says how many enter, why the others do not, how long they are and what they cost; and the batch processes just that', async () => {
    const taken = [...(await calls(3)), ...(await calls(2, { status: 'erro', minutos: 5 }))];
    await calls(4, { status: 'concluido' });
    await calls(1, { status: 'processando' });
    await calls(2, { gravacao: false });
    const seen = await estimate();
    expect(seen).toMatchObject({
      encontradas: 12,
      itens: 5,
      creditos: 5,
      minutos: 16,
      cabem: 5,
      saldo: 1000,
      falta: null,
      substitui: 0,
      usd: null,
      amostra: { percentual: 100, de: 5, dentro: 5 },
    });
    expect(seen.fora.map(({ codigo, n }) => [codigo, n])).toEqual([
      ['ja_processada', 4],
      ['sem_gravacao', 2],
      ['em_andamento', 1],
    ]);
    expect(await estimate({ modo: 'refazer' })).toMatchObject({ itens: 9, substitui: 4 });
    work();
    const id = await start();
    // A call that is created after the bulk run's start does not belong to it.
    await test.deps.prisma.auditoriaItem.create({
      data: {
        empresaId: mine.empresa.id,
        projetoId: mine.projeto.id,
        auditoriaId: mine.auditoria.id,
        arquivoPath: 'x',
        createdAt: new Date(Date.now() + 60_000),
      },
    });
    const done = await runToEnd(id);
    expect(done).toMatchObject({
      progresso: { feito: 5, total: 5, falhas: 0 },
      resultado: { pedidas: 5, creditos: 5, abertas: 0, puladas: [] },
    });
    expect(await accounts(taken)).toMatchObject({ runs: 5, items: 5, reservas: 5, capturas: 5, saldo: 995 });
    expect(await requested(id)).toBe(5);
  });

  longo.test(
    'of a filter obeys the sample and says how many of how many; a choice by hand is processed whole',
    async () => {
      const { prisma } = test.deps;
      await prisma.configuracaoProcessamento.create({
        data: {
          empresaId: mine.empresa.id,
          projetoId: mine.projeto.id,
          transcriptionConfig: { sampling_percentage: 40 },
        },
      });
      const ids = await calls(30);
      const inside = ids.filter((id) => isSampled(id, 40));
      expect(await estimate()).toMatchObject({
        itens: inside.length,
        amostra: { percentual: 40, de: 30, dentro: inside.length },
      });
      expect(await estimate({ selecao: { ids } })).toMatchObject({ itens: 30, amostra: null });
      // A call that a person excluded stays out, whatever the filter.
      const exceto = inside.slice(0, 1);
      expect(await estimate({ selecao: { filtro: { todas: [] }, exceto } })).toMatchObject({
        itens: inside.length - 1,
      });
      work();
      await runToEnd(await start());
      const runs = await prisma.execucao.findMany({ where: { projetoId: mine.projeto.id } });
      expect(runs.map(({ itemId }) => itemId).toSorted()).toEqual(inside.toSorted());
      const rest = ids.filter((id) => !inside.includes(id));
      await runToEnd(await start({ selecao: { ids: rest } }));
      expect(await accounts(ids)).toMatchObject({ runs: 30, items: 30, capturas: 30 });
    },
  );

  longo.test(
    'the database counts as the rule does: credits, minutes and how many fit, with interviews of every duration',
    async () => {
      const { prisma, db: pool } = test.deps;
      await calls(3);
      await calls(2, { status: 'concluido' });
      const ids = await calls(6, { gravacao: true });
      for (const [n, ms] of [1, 19.9, 20, 20.1, 61].entries()) {
        const id = ids[n] as string;
        await asInterview(test.deps, { id, projetoId: mine.projeto.id, empresaId: mine.empresa.id });
        await prisma.auditoriaItem.update({ where: { id }, data: { gravacaoMs: Math.round(ms * 60_000) } });
      }
      await prisma.auditoriaItem.update({
        where: { id: ids[5] as string },
        data: { gravacaoMs: null, callDuration: 90 },
      });
      await prisma.auditoriaItem.update({
        where: { id: (await calls(1))[0] as string },
        data: { gravacaoMs: null },
      });
      const regras = await readBulkRules(pool, { kind: 'instalacao' }, mine.projeto.id);
      if (!regras) throw new Error('no project');
      for (const modo of ['novas', 'refazer'] as const) {
        const alvo = {
          empresaId: mine.empresa.id,
          projetoId: mine.projeto.id,
          selecao: ALL,
          modo,
          ate: await momentNow(pool),
        };
        const itens = await nextItems(pool, alvo, regras, null, 100);
        for (const [maximo, creditos, tetoCreditos, tetoItens] of [
          [100, 1000, null, null],
          [4, 1000, null, null],
          [100, 5, null, null],
          [100, 1000, 7, null],
          [100, 1000, 1000, 5],
          [7, 6, 9, 3],
        ] as const) {
          const rules = {
            maximo,
            entrevistaMinutos: 20,
            folga: { creditos, tetoCreditos, itens: tetoItens },
          };
          const byRule = countItems(CONTAGEM_VAZIA, itens, { ...rules, amostra: null });
          const { minutos, ...counted } = await countOldest(pool, alvo, regras, rules);
          const { minutos: expected, ...rest } = byRule;
          expect(counted).toEqual(rest);
          expect(minutos).toBeCloseTo(expected, 6);
          const { alvo: whole, porClasse } = await countChosen(pool, alvo, regras, 20);
          const all = countItems(CONTAGEM_VAZIA, itens, { ...rules, amostra: null, maximo: 100 });
          expect({ ...whole, itens: porClasse.alvo }).toMatchObject({
            itens: all.itens,
            creditos: all.creditos,
            semDuracao: all.semDuracao,
            substitui: all.substitui,
          });
        }
      }
    },
  );

  longo.test(
    "the price in dollars comes from the project's last runs, and that of insights is less than that of everything",
    async () => {
      const { prisma, db: pool } = test.deps;
      const template = await prisma.insightTemplate.create({
        data: {
          empresaId: mine.empresa.id,
          nome: 'Abertura',
          categoria: 'performance',
          versoes: {
            create: {
              empresaId: mine.empresa.id,
              versao: 1,
              nome: 'Abertura',
              categoria: 'performance',
              promptTemplate: 'Avalie.',
            },
          },
        },
        include: { versoes: true },
      });
      await prisma.projetoInsightTemplate.create({
        data: { empresaId: mine.empresa.id, projetoId: mine.projeto.id, insightTemplateId: template.id },
      });
      const past = await calls(8, { status: 'concluido', minutos: 3 });
      for (const itemId of past) {
        const run = await prisma.execucao.create({
          data: {
            empresaId: mine.empresa.id,
            projetoId: mine.projeto.id,
            itemId,
            origem: 'manual',
            status: 'concluida',
            terminadaEm: new Date(),
            configuracao: {},
          },
        });
        const pay = async (
          etapa: string,
          chave: string,
          unidade: string,
          quantidade: number,
          preco: number,
        ) => {
          const chamada = randomUUID();
          await pool.query(
            `insert into chamadas_provedor (id, empresa_id, execucao_id, etapa, chave, pedido_hash, provedor, modelo,
              resposta, uso, latencia_ms)
           values ($1, $2, $3, $4::etapa, $5, 'h', 'de-teste', 'm', '{}', '{}', 1)`,
            [chamada, mine.empresa.id, run.id, etapa, chave],
          );
          await pool.query(
            `insert into linhas_custo (id, empresa_id, projeto_id, item_id, execucao_id, chamada_id, etapa, provedor,
              modelo, unidade, quantidade, preco_usd, total_usd)
           values ($1, $2, $3, $4, $5, $6, $7::etapa, 'de-teste', 'm', $8::unidade_preco, $9, $10,
             $9::numeric * $10::numeric)`,
            [
              randomUUID(),
              mine.empresa.id,
              mine.projeto.id,
              itemId,
              run.id,
              chamada,
              etapa,
              unidade,
              quantidade,
              preco,
            ],
          );
        };
        await pay('transcricao', 'left', 'minuto_audio', 3, 0.006);
        await pay('analise_texto', 'resumo', 'token_entrada', 1000, 0.000001);
        await pay('negocio', `template:${template.versoes[0]?.id}`, 'token_entrada', 2000, 0.000001);
      }
      await calls(10, { minutos: 6 });
      const { usd, base } = await estimate();
      expect(base).toEqual({ execucoes: 8, de: 'projeto' });
      // The price of 60 minutes, 10 analyses and 10 insights.
      expect(usd?.medio).toBeCloseTo(60 * 0.006 + 10 * 0.001 + 10 * 0.002, 6);
      expect(usd?.p10).toBeLessThanOrEqual(usd?.medio as number);
      // None of the older calls has a transcript, so nothing can be judged again.
      expect(await estimate({ modo: 'insights' })).toMatchObject({ itens: 0, usd: { medio: 0 } });
    },
  );
});

longo.test(
  'the text typed in the search stays while the batch can go on, and goes when it completes',
  async () => {
    const ids = await calls(3);
    await test.deps.prisma.auditoriaItem.updateMany({
      where: { id: { in: ids.slice(0, 2) } },
      data: { nomeEntrevistado: 'Fulana Procurada' },
    });
    const filtro = { campo: 'texto', op: 'contem', valor: 'Fulana' };
    const id = await start({ selecao: { filtro, exceto: [] } });
    const kept = async () => {
      const { parametros } = await test.deps.prisma.tarefa.findUniqueOrThrow({ where: { id } });
      return (parametros as { selecao: { filtro: object } }).selecao.filtro;
    };
    expect((await call('POST', `/tarefas/${id}/cancelar`, {}, mine.tokens.gerente)).status).toBe(200);
    expect([(await see(id)).status, await kept()]).toEqual(['cancelada', filtro]);
    expect((await call('POST', `/tarefas/${id}/continuar`, undefined, mine.tokens.gerente)).status).toBe(202);
    work();
    await runToEnd(id);
    expect(await accounts(ids)).toMatchObject({ runs: 2, capturas: 2 });
    expect(await kept()).toEqual({ ...filtro, valor: '…' });
  },
);

describe('what limits a batch', () => {
  it('the balance: says how much is missing and how many fit, and goes on only with those', async () => {
    const ids = await calls(6);
    await changeBalance(test.deps.db, {
      empresaId: mine.empresa.id,
      tipo: 'ajuste',
      quantidade: -996,
      chaveIdempotente: 'menos',
      descricao: 'x',
    });
    const seen = await estimate();
    expect(seen).toMatchObject({
      itens: 6,
      cabem: 4,
      creditosQueCabem: 4,
      falta: 'Faltam 2 créditos para este lote. Agora, 4 ligações podem ser processadas.',
    });
    const refused = await call('POST', '/lotes', bodyOf({ creditosConfirmados: 6 }));
    expect(refused).toMatchObject({ status: 402, body: { dados: { cabem: 4, saldo: 4, creditos: 6 } } });
    // The price is higher than the price to which the person agreed.
    expect(await call('POST', '/lotes', bodyOf({ creditosConfirmados: 3, maximo: 4 }))).toMatchObject({
      status: 409,
      body: { code: 'confirmacao_necessaria' },
    });
    expect(await requested(randomUUID())).toBe(0);
    work();
    const id = await start({ creditosConfirmados: 4, maximo: 4 });
    await runToEnd(id);
    // The oldest calls are processed.
    const runs = await test.deps.prisma.execucao.findMany({ where: { tarefaId: id } });
    expect(runs.map(({ itemId }) => itemId).toSorted()).toEqual(ids.slice(0, 4).toSorted());
    expect((await balanceOf(test.deps, mine.empresa.id)).saldo).toBe(0);
  });

  it('a balance that ends midway: pauses with the reason and goes on by itself after a purchase', async () => {
    const ids = await calls(5);
    const id = await start({ creditosConfirmados: 5 });
    await changeBalance(test.deps.db, {
      empresaId: mine.empresa.id,
      tipo: 'ajuste',
      quantidade: -998,
      chaveIdempotente: 'gasto',
      descricao: 'x',
    });
    work();
    await until(async () => (await see(id)).status, 'pausada');
    expect(await see(id)).toMatchObject({
      erro: 'Faltam 3 créditos para as análises restantes; o saldo é de 0 créditos. O processamento em lote continua automaticamente quando houver créditos.',
      resultado: { pedidas: 2 },
      pode: { continuar: true, cancelar: true, pausar: false },
    });
    await changeBalance(test.deps.db, {
      empresaId: mine.empresa.id,
      tipo: 'compra',
      quantidade: 50,
      chaveIdempotente: 'compra',
      descricao: 'x',
    });
    await runToEnd(id);
    expect(await accounts(ids)).toMatchObject({ runs: 5, items: 5, reservas: 5, capturas: 5, saldo: 47 });
  });

  longo.test(
    'the credit that a failure gives back also lets a batch go on that stopped for lack of it',
    async () => {
      await calls(4);
      const id = await start({ creditosConfirmados: 4 });
      await changeBalance(test.deps.db, {
        empresaId: mine.empresa.id,
        tipo: 'ajuste',
        quantidade: -997,
        chaveIdempotente: 'gasto',
        descricao: 'x',
      });
      work();
      await until(async () => (await see(id)).status, 'pausada');
      expect(await see(id)).toMatchObject({ resultado: { pedidas: 3 } });
      // One of three runs fails: its credit returns and pays for the fourth call.
      const [first] = await test.deps.prisma.execucao.findMany({ where: { tarefaId: id }, take: 1 });
      await test.deps.db.transaction(async (tx) => {
        await tx.query(`update execucoes set status = 'erro', terminada_em = now() where id = $1`, [
          first?.id,
        ]);
        await tx.query(`update auditoria_itens set status = 'erro' where id = $1`, [first?.itemId]);
        await refundCredit(tx, {
          empresaId: mine.empresa.id,
          execucaoId: first?.id as string,
          descricao: 'Falhou',
        });
      });
      expect(await runToEnd(id)).toMatchObject({ resultado: { pedidas: 4, falharam: 1, creditos: 4 } });
      expect(await balanceOf(test.deps, mine.empresa.id)).toEqual({ saldo: 0, soma: 0 });
    },
  );

  longo.test(
    'a purchase does not wait for someone who cancels the paused batch: the canceller waits for the balance',
    async () => {
      await calls(3);
      const id = await start({ creditosConfirmados: 3 });
      const change = (tipo: 'ajuste' | 'compra', quantidade: number) =>
        changeBalance(test.deps.db, {
          empresaId: mine.empresa.id,
          tipo,
          quantidade,
          chaveIdempotente: tipo,
          descricao: 'x',
        });
      await change('ajuste', -999);
      work();
      await until(async () => (await see(id)).status, 'pausada');
      await test.deps.db.transaction(async (tx) => {
        await tx.query('select from tarefas where id = $1 for update', [id]);
        expect(await change('compra', 50)).toBe(50);
      });
      expect((await call('POST', `/tarefas/${id}/cancelar`, { retirar: true })).status).toBe(200);
      expect((await balanceOf(test.deps, mine.empresa.id)).saldo).toBe(51);
    },
  );

  it("the month's ceiling: managers set it, a batch does not pass it, a click counts and is not barred", async () => {
    const ids = await calls(6);
    const path = `/projetos/${mine.projeto.id}/tetos`;
    expect((await call('PUT', path, { creditos: 4, itens: null })).status).toBe(403);
    expect((await call('PUT', path, { creditos: 4, itens: null }, mine.tokens.gerente)).body.data).toEqual({
      creditos: { teto: 4, usado: 0 },
      itens: { teto: null, usado: 0 },
    });
    const click = (itemId: string) =>
      requestRun(test.deps.db, {
        scope: { kind: 'empresa', empresaId: mine.empresa.id },
        itemId,
        origem: 'manual',
        solicitadoPor: null,
        entrevistaMinutos: 20,
      });
    await click(ids[5] as string);
    expect(await estimate()).toMatchObject({
      itens: 5,
      cabem: 3,
      tetos: { creditos: { teto: 4, usado: 1 } },
      falta:
        'O limite deste projeto permite 3 créditos neste mês, e este lote usa 5. Agora, 3 ligações podem ser processadas.',
    });
    expect((await call('POST', '/lotes', bodyOf({ creditosConfirmados: 5 }))).status).toBe(422);
    const id = await start({ creditosConfirmados: 3, maximo: 3 });
    // Two more calls are processed by clicks before the worker starts; they count towards the limit.
    await click(ids[4] as string);
    await click(ids[3] as string);
    work();
    await until(async () => (await see(id)).status, 'pausada');
    expect(await see(id)).toMatchObject({ resultado: { pedidas: 1 } });
    expect((await see(id)).erro).toContain('O limite deste projeto (4 créditos por mês) foi atingido.');
    // Another manager saved limits meanwhile; this request names the limits that the form showed when it was opened.
    const unseen = { creditos: 2, itens: null, antes: { creditos: null, itens: null } };
    const late = await call('PUT', path, unseen, mine.tokens.gerente);
    expect(late.status).toBe(409);
    expect(late.body.errors).toMatchObject([{ campo: 'creditos', atual: 4 }]);
    const seen = { creditos: 10, itens: null, antes: { creditos: 4, itens: null } };
    expect((await call('PUT', path, seen, mine.tokens.gerente)).status).toBe(200);
    expect((await call('POST', `/tarefas/${id}/continuar`)).status).toBe(202);
    await runToEnd(id);
    expect((await call('GET', path)).body.data.creditos).toEqual({ teto: 10, usado: 6 });
  });
});

describe('pausing, continuing, cancelling', () => {
  longo.test(
    'there is never more than so much ahead; paused, it asks for nothing more, and goes on where it stopped',
    async () => {
      const ids = await calls(LOTE_ABERTAS_MAX + 60);
      const id = await start();
      work();
      await until(() => requested(id), LOTE_ABERTAS_MAX);
      expect(await see(id)).toMatchObject({
        progresso: { feito: 0, total: LOTE_ABERTAS_MAX + 60 },
        pode: { pausar: true },
      });
      expect((await call('POST', `/tarefas/${id}/pausar`)).status).toBe(200);
      await until(async () => (await see(id)).status, 'pausada');
      expect((await call('POST', `/tarefas/${id}/pausar`)).status).toBe(409);
      // A run that was requested before the pause continues to its end.
      await endRuns(id, 150);
      expect(await see(id)).toMatchObject({
        status: 'pausada',
        progresso: { feito: 150 },
        resultado: { abertas: 50 },
      });
      expect(await requested(id)).toBe(LOTE_ABERTAS_MAX);
      expect((await call('POST', `/tarefas/${id}/continuar`)).status).toBe(202);
      await runToEnd(id);
      expect(await accounts(ids)).toMatchObject({
        runs: ids.length,
        items: ids.length,
        capturas: ids.length,
      });
    },
    120_000,
  );

  it('cancelled with withdrawal: what nobody began returns with its credits, what runs ends; continuing asks for it again', async () => {
    const ids = await calls(5);
    // The last call was analysed before: when its run is withdrawn, the call becomes 'concluido' again.
    await test.deps.prisma.auditoriaItem.update({
      where: { id: ids[4] as string },
      data: { status: 'concluido' },
    });
    await test.deps.prisma.execucao.create({
      data: {
        empresaId: mine.empresa.id,
        projetoId: mine.projeto.id,
        itemId: ids[4] as string,
        origem: 'manual',
        status: 'concluida',
        terminadaEm: new Date(),
        configuracao: {},
        createdAt: new Date(1_700_000_000_000),
      },
    });
    const id = await start({ modo: 'refazer' });
    work();
    await until(() => requested(id), 5);
    const [begun] = await test.deps.prisma.execucao.findMany({
      where: { tarefaId: id },
      take: 1,
      orderBy: { createdAt: 'asc' },
    });
    await test.deps.db.query(`update execucoes set status = 'executando' where id = $1`, [begun?.id]);
    await test.deps.db.query(
      `update execucao_etapas set status = 'executando', lease_ate = now() + interval '1 hour'
       where execucao_id = $1 and etapa = 'audio'`,
      [begun?.id],
    );
    expect((await call('POST', `/tarefas/${id}/cancelar`, { retirar: true })).status).toBe(200);
    await until(async () => (await see(id)).status, 'cancelada');
    expect(await see(id)).toMatchObject({
      progresso: { feito: 0 },
      resultado: { pedidas: 1, retiradas: 4, abertas: 1, creditos: 1, semResultado: 0 },
    });
    expect(await balanceOf(test.deps, mine.empresa.id)).toEqual({ saldo: 999, soma: 999 });
    const items = await test.deps.prisma.auditoriaItem.findMany({
      where: { id: { in: ids } },
      orderBy: { createdAt: 'asc' },
    });
    expect(items.map(({ status }) => status)).toEqual([
      'processando',
      'pendente',
      'pendente',
      'pendente',
      'concluido',
    ]);
    // No stage of a withdrawn run is left pending, so that no worker starts the run.
    const waiting = await test.deps.db.query(
      `select from execucao_etapas e join execucoes x on x.id = e.execucao_id where x.tarefa_id = $1
        and x.status = 'ignorada' and e.status = 'pendente'`,
      [id],
    );
    expect(waiting.rowCount).toBe(0);
    await test.deps.db.query(`update execucoes set status = 'na_fila' where id = $1`, [begun?.id]);
    expect((await call('POST', `/tarefas/${id}/continuar`)).status).toBe(202);
    const done = await runToEnd(id);
    expect(done).toMatchObject({
      progresso: { feito: 5, total: 5, falhas: 0 },
      resultado: { pedidas: 5, creditos: 5 },
    });
    expect(await balanceOf(test.deps, mine.empresa.id)).toEqual({ saldo: 995, soma: 995 });
  });

  longo.test('cancelled without withdrawal: what was asked for goes on', async () => {
    await calls(3);
    const id = await start();
    work();
    await until(() => requested(id), 3);
    expect((await call('POST', `/tarefas/${id}/cancelar`)).status).toBe(200);
    await until(async () => (await see(id)).status, 'cancelada');
    expect(await see(id)).toMatchObject({ resultado: { pedidas: 3, abertas: 3, retiradas: 0 } });
    await endRuns(id);
    expect(await see(id)).toMatchObject({ status: 'cancelada', progresso: { feito: 3, total: 3 } });
  });
});

longo.describe('twice', () => {
  it('a worker that stops in the middle of a unit: another goes on, and each call has one run and one capture', async () => {
    const ids = await calls(6);
    const id = await start();
    let open = () => {};
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    let reach = () => {};
    const reached = new Promise<void>((resolve) => {
      reach = resolve;
    });
    const { lote } = TASK_KINDS;
    const frozen = work({
      kinds: {
        ...TASK_KINDS,
        lote: {
          ...lote,
          step: (context) =>
            lote.step({
              ...context,
              save: async (db, progress) => {
                if ((progress.resultado?.pedidas ?? 0) === 3) {
                  // Run and reservation are written but not committed.
                  reach();
                  await opened;
                }
                return context.save(db, progress);
              },
            }),
        },
      },
    });
    await reached;
    await frozen.stop(0);
    await test.deps.db.query(
      `update tarefas set lease_ate = now() - interval '1 second', versao = versao + 1 where id = $1`,
      [id],
    );
    open();
    await frozen.stop(5000);
    expect(await requested(id)).toBe(2);
    work();
    await runToEnd(id);
    expect(await accounts(ids)).toMatchObject({ runs: 6, items: 6, reservas: 6, capturas: 6, saldo: 994 });
  });

  it('two people ask for the same: the second batch skips what the first asked for, ended or not', async () => {
    const ids = await calls(4);
    const first = await start({ modo: 'refazer' });
    const second = await start({ modo: 'refazer' }, mine.tokens.gerente);
    const worker = work({ slots: 1 });
    await until(() => requested(first), 4);
    await endRuns(first, 2);
    await until(async () => (await see(second)).status, 'concluida');
    const other = await see(second);
    expect(other.resultado).toMatchObject({ pedidas: 0 });
    await runToEnd(first);
    await worker.stop(5000);
    expect(await accounts(ids)).toMatchObject({ runs: 4, items: 4, capturas: 4, saldo: 996 });
  });

  it('a failed one is counted as a failure, and leads to the queue of failures', async () => {
    await calls(2);
    const id = await start();
    work();
    await until(() => requested(id), 2);
    await endRuns(id, 1, 'erro');
    expect(await runToEnd(id)).toMatchObject({
      progresso: { feito: 2, total: 2, falhas: 1 },
      resultado: { falharam: 1 },
    });
    // The list of failures has only the failures of this bulk run, whatever else failed in the project.
    await calls(1, { status: 'erro' });
    const { body } = await call(
      'GET',
      `/projetos/${mine.projeto.id}/auditoria-items?status=erro&lote_id=${id}`,
    );
    expect(body.pagination.total).toBe(1);
  });
});

describe('rights', () => {
  it("nobody of another company, no key; ids of another project are not this one's", async () => {
    const ids = await calls(2);
    const theirs = await createTenant(test.deps, { creditos: 10 });
    const key = await createApiKey(test.deps, mine.empresa);
    for (const [path, confirmed] of [
      ['/lotes', { creditosConfirmados: 2 }],
      ['/lotes/estimativa', {}],
    ] as const) {
      const body = bodyOf({ selecao: { ids }, ...confirmed });
      expect((await call('POST', path, body, theirs.tokens.gerente)).status).toBe(404);
      const asKey = await test.app.inject({
        method: 'POST',
        url: `/api/v1${path}`,
        headers: { 'x-api-key': key },
        payload: body,
      });
      expect(asKey.statusCode).toBe(403);
    }
    const other = await createProjeto(test.deps, mine.empresa);
    expect(
      (await call('POST', '/lotes/estimativa', bodyOf({ projetoId: other.id, selecao: { ids } }))).status,
    ).toBe(404);
    const id = await start();
    expect((await call('POST', `/tarefas/${id}/pausar`, undefined, theirs.tokens.gerente)).status).toBe(404);
    // A manager of another company does not see this project's limits either.
    expect(
      (await call('GET', `/projetos/${mine.projeto.id}/tetos`, undefined, theirs.tokens.gerente)).status,
    ).toBe(404);
  });

  longo.test('with the processing off, nothing begins', async () => {
    await calls(1);
    await test.deps.prisma.configuracaoProcessamento.create({
      data: { empresaId: mine.empresa.id, projetoId: mine.projeto.id, isActive: false },
    });
    expect(await estimate()).toMatchObject({ ativo: false });
    expect((await call('POST', '/lotes', bodyOf({ creditosConfirmados: 1 }))).status).toBe(422);
  });
});
