// A worker is killed (kill -9) in the middle of a durable task: another worker goes on from there, and nothing is done
// twice. This is a short version of npm run test:faults -- --cenario worker-tarefa, with a real process that a row lock
// holds up. Bulk runs and exports are also killed at random points, many times in npm run test:longo -- lote-quedas
// exportacao-quedas.
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FormatoExportacao } from '@escuta/shared/domain/exports/exports';
import { seededRandom } from '@escuta/shared/domain/seeded-random';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callApi, createTestApp, type TestApp } from '../support/app.ts';
import { bearer, createMembro, createTenant, signToken } from '../support/factories.ts';
import { startFakeProvider } from '../support/fake-provider.ts';
import { LONGO, longo } from '../support/longo.ts';
import {
  balanceOf,
  createPipelineTenant,
  createRecordedItem,
  startTestWorker,
  stopTestWorker,
  waitForRuns,
} from '../support/pipeline.ts';
import { end } from '../support/processes.ts';
import { program } from '../support/programs.ts';
import { startTasks } from '../support/tasks.ts';

const ITEMS = 6;
const MIDDLE = 3;

const LIMITE_MS = LONGO ? 900_000 : 240_000;

let test: TestApp;
const running = new Set<ChildProcess>();
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(async () => {
  await Promise.all([...running].map((worker) => end(worker, 'SIGKILL')));
  await test.close();
});

/** Starts a worker in its own process, as an operator does. */
function spawnWorker(env: Record<string, string> = {}): ChildProcess {
  const worker = spawn(process.execPath, [program('worker/src/main.ts')], {
    env: { ...process.env, NODE_OPTIONS: '', METRICS_PORT: '0', ...env },
    stdio: 'ignore',
  });
  running.add(worker);
  return worker;
}

/** Kills a worker and ends its lease of the task. @returns the task's state */
async function kill(worker: ChildProcess, tarefaId: string): Promise<string> {
  await end(worker, 'SIGKILL');
  running.delete(worker);
  const { status } = await test.deps.prisma.tarefa.findUniqueOrThrow({ where: { id: tarefaId } });
  await test.deps.db.query(
    `update tarefas set lease_ate = now() - interval '1 second' where id = $1 and status = 'executando'`,
    [tarefaId],
  );
  return status;
}

/** Makes a generator of random numbers from 0 to 1. SEMENTE=… repeats the numbers of an earlier run. */
function randomPoints(): () => number {
  const semente = Number(process.env.SEMENTE ?? randomInt(1_000_000));
  console.info(`semente ${semente} (SEMENTE=${semente} repete esta corrida)`);
  return seededRandom(semente);
}

longo.test(
  'the task goes on where it was, and each item has one run and one reservation only',
  async () => {
    const { deps } = test;
    const tenant = await createPipelineTenant(deps, { creditos: 100 });
    const gerente = await createMembro(deps, tenant.empresa, { papel: 'gerente' });
    const token = signToken(deps, gerente);
    const ids: string[] = [];
    for (let n = 0; n < ITEMS; n += 1) {
      const item = await createRecordedItem(deps, tenant);
      await deps.prisma.auditoriaItem.update({
        where: { id: item.id },
        data: { createdAt: new Date(1_700_000_000_000 + n) },
      });
      ids.push(item.id);
    }
    const holder = await deps.db.pool.connect();
    const worker = spawn(process.execPath, [program('worker/src/main.ts')], {
      env: {
        ...process.env,
        NODE_OPTIONS: '',
        METRICS_PORT: '0',
        // The worker has its own prefix, so that its queues are separate.
        REDIS_PREFIX: `morto-${randomUUID()}`,
      },
      stdio: 'ignore',
    });
    const rowOf = (id: string) => deps.prisma.tarefa.findUniqueOrThrow({ where: { id } });
    let tarefaId: string;
    try {
      await holder.query('begin');
      await holder.query('select 1 from auditoria_itens where id = $1 for update', [ids[MIDDLE]]);
      const asked = await test.app.inject({
        method: 'POST',
        url: `/api/v1/insights/${tenant.projeto.id}/generate`,
        headers: bearer(token),
        payload: {},
      });
      expect(asked.statusCode, asked.body).toBe(202);
      tarefaId = asked.json().data.tarefaId;
      await expect.poll(async () => (await rowOf(tarefaId)).feito, { timeout: 60_000 }).toBe(MIDDLE);
      await end(worker, 'SIGKILL');
      expect(await rowOf(tarefaId)).toMatchObject({ status: 'executando', feito: MIDDLE, versao: 1 });
    } finally {
      worker.kill('SIGKILL');
      await holder.query('rollback');
      holder.release();
    }
    // Expires the lease at once, instead of waiting for its end.
    await deps.db.query(`update tarefas set lease_ate = now() - interval '1 second' where id = $1`, [
      tarefaId,
    ]);
    const other = startTasks(deps);
    try {
      await expect.poll(async () => (await rowOf(tarefaId)).status, { timeout: 30_000 }).toBe('concluida');
    } finally {
      await other.stop(5000);
    }
    expect(await rowOf(tarefaId)).toMatchObject({
      feito: ITEMS,
      total: ITEMS,
      falhas: 0,
      versao: 2,
      resultado: { enfileirados: ITEMS },
    });
    for (const itemId of ids) expect(await deps.prisma.execucao.count({ where: { itemId } })).toBe(1);
    const reserved = await deps.prisma.creditoLancamento.count({
      where: { empresaId: tenant.empresa.id, tipo: 'reserva' },
    });
    expect(reserved).toBe(ITEMS);
    const { saldo, soma } = await balanceOf(deps, tenant.empresa.id);
    expect(saldo).toBe(soma);
  },
  240_000,
);

const LOTE = LONGO ? { quedas: 7, itens: 42 } : { quedas: 1, itens: 4 };

it(
  `a batch whose worker dies (${LOTE.quedas}×) while asking and processing: items = runs = captures, nothing paid twice`,
  async () => {
    const { deps } = test;
    const random = randomPoints();
    const fake = await startFakeProvider();
    // Provider calls last long enough to be in flight when a worker dies.
    fake.latencyMs = { transcricao: 100, chat: 100 };
    const tenant = await createPipelineTenant(deps, { creditos: 1000 });
    const token = signToken(deps, await createMembro(deps, tenant.empresa, { papel: 'gerente' }));
    const ids: string[] = [];
    for (let n = 0; n < LOTE.itens; n += 1) ids.push((await createRecordedItem(deps, tenant)).id);
    const env = { OPENAI_BASE_URL: fake.url, STAGE_LEASE_MS: '2000', PROVIDER_RETRY_MS: '1000' };
    const asked = await callApi<{ id: string }>(test, token, 'POST', '/lotes', {
      projetoId: tenant.projeto.id,
      selecao: { filtro: { todas: [] }, exceto: [] },
      creditosConfirmados: 1000,
    });
    expect(asked.status, JSON.stringify(asked.body)).toBe(202);
    const tarefaId = asked.body.data.id;
    /** Numbers of requested and of ended runs, which together show the progress of the bulk run. */
    const seen = async () => {
      const { rows } = await deps.db.query<{ pedidas: number; terminadas: number }>(
        `select count(*)::int as pedidas, count(*) filter (where terminada_em is not null)::int as terminadas
       from execucoes where tarefa_id = $1`,
        [tarefaId],
      );
      return rows[0] ?? { pedidas: 0, terminadas: 0 };
    };
    const points: string[] = [];
    for (let n = 0; n < LOTE.quedas; n += 1) {
      const worker = spawnWorker(env);
      const at = Math.floor(((n + random()) / LOTE.quedas) * 2 * LOTE.itens * 0.95);
      await expect
        .poll(async () => (await seen()).pedidas + (await seen()).terminadas, {
          timeout: 120_000,
          interval: 5,
        })
        .toBeGreaterThanOrEqual(at);
      await sleep(random() * 100);
      expect(await kill(worker, tarefaId)).not.toBe('concluida');
      const { pedidas, terminadas } = await seen();
      points.push(`${pedidas}/${terminadas}`);
    }
    console.info(`mortos com pedidas/terminadas de ${LOTE.itens}: ${points.join(', ')}`);
    let runIds: string[] = [];
    const last = await startTestWorker(deps, fake.url);
    try {
      await expect
        .poll(async () => (await deps.prisma.tarefa.findUniqueOrThrow({ where: { id: tarefaId } })).status, {
          timeout: 300_000,
          interval: 100,
        })
        .toBe('concluida');
      const runs = await deps.prisma.execucao.findMany({ where: { empresaId: tenant.empresa.id } });
      expect(runs.map(({ itemId }) => itemId).toSorted()).toEqual(ids.toSorted());
      runIds = runs.map(({ id }) => id);
      for (const run of await waitForRuns(deps, runIds)) {
        expect([run.status, run.item.status, run.tarefaId]).toEqual(['concluida', 'concluido', tarefaId]);
        // Two channels, an analysis and a template have costs, each recorded once.
        expect(new Set(run.custos.map(({ chamadaId }) => chamadaId)).size).toBe(4);
      }
    } finally {
      await stopTestWorker(last);
      await fake.close();
    }
    // Leaves out the runs of other tests, because these workers process them too.
    const billed = fake.billed.filter((key) => runIds.some((id) => key.includes(id)));
    const entries = await deps.prisma.creditoLancamento.findMany({
      where: { empresaId: tenant.empresa.id, tipo: { not: 'ajuste' } },
    });
    for (const tipo of ['reserva', 'captura']) {
      const those = entries.filter((entry) => entry.tipo === tipo);
      expect([tipo, those.length, new Set(those.map(({ execucaoId }) => execucaoId)).size]).toEqual([
        tipo,
        LOTE.itens,
        LOTE.itens,
      ]);
    }
    expect(entries).toHaveLength(2 * LOTE.itens);
    expect([billed.length, new Set(billed).size]).toEqual([4 * LOTE.itens, 4 * LOTE.itens]);
    expect(await balanceOf(deps, tenant.empresa.id)).toEqual({
      saldo: 1000 - LOTE.itens,
      soma: 1000 - LOTE.itens,
    });
    const { feito, total, falhas, resultado } = await deps.prisma.tarefa.findUniqueOrThrow({
      where: { id: tarefaId },
    });
    expect({ feito, total, falhas, resultado }).toMatchObject({
      ...{ feito: LOTE.itens, total: LOTE.itens, falhas: 0 },
      resultado: { pedidas: LOTE.itens, creditos: LOTE.itens, abertas: 0, falharam: 0, puladas: [] },
    });
  },
  LIMITE_MS,
);

/**
 * Number of kills per task, kept low because a task without progress may be taken only five times, and an export shows
 * no
 * progress before its end.
 */
const QUEDAS_POR_TAREFA = 3;
const EXPORTACAO = LONGO ? { quedas: 7, linhas: 100_000 } : { quedas: 1, linhas: 6000 };
const FORMATOS: readonly FormatoExportacao[] = LONGO ? ['xlsx', 'csv', 'json'] : ['xlsx'];

it(
  `an export whose worker dies (${EXPORTACAO.quedas}× a format): the file is, byte by byte, that of a run without deaths`,
  async () => {
    const { deps } = test;
    const random = randomPoints();
    const mine = await createTenant(deps);
    const token = mine.tokens.gerente;
    await deps.db.query(
      `insert into auditoria_itens (id, empresa_id, projeto_id, auditoria_id, numero_destino, nome_entrevistado,
        call_duration, call_start_time)
     select gen_random_uuid(), $1, $2, $3, '119' || lpad(i::text, 8, '0'), 'Pessoa ' || i, i % 3600,
       now() - i * interval '1 minute'
     from generate_series(1, $4::int - 1) i`,
      [mine.empresa.id, mine.projeto.id, mine.auditoria.id, EXPORTACAO.linhas],
    );
    const ask = async (formato: FormatoExportacao) => {
      const pedido = { tipo: 'ligacoes', alvo: { tipo: 'projeto', id: mine.projeto.id }, formato };
      const { status, body } = await callApi<{ tarefa_id: string }>(test, token, 'POST', '/exportacoes', {
        ...pedido,
        colunas: ['numero', 'nome', 'duracao_s', 'inicio'],
      });
      expect(status, JSON.stringify(body)).toBe(202);
      return body.data.tarefa_id;
    };
    const rowOf = (id: string) => deps.prisma.tarefa.findUniqueOrThrow({ where: { id } });
    /** Waits until a worker has taken the task. */
    const taken = async <W>(id: string, start: () => W): Promise<W> => {
      const { versao } = await rowOf(id);
      const worker = start();
      await expect
        .poll(async () => (await rowOf(id)).versao, { timeout: 90_000, interval: 5 })
        .toBeGreaterThan(versao);
      return worker;
    };
    const ended = async (id: string) => {
      await expect
        .poll(async () => (await rowOf(id)).status, { timeout: 180_000, interval: 50 })
        .toBe('concluida');
      const { url } = (await callApi<{ url: string }>(test, token, 'POST', `/exportacoes/${id}/link`)).body
        .data;
      const file = await test.app.inject({ method: 'GET', url });
      expect(file.statusCode).toBe(200);
      return file.rawPayload;
    };
    for (const formato of FORMATOS) {
      const whole = await ask(formato);
      const worker = await taken(whole, () => startTasks(deps));
      const began = performance.now();
      const expected = await ended(whole);
      const tookMs = performance.now() - began;
      await worker.stop(5000);
      let [killed, files] = [0, 0];
      const points: string[] = [];
      while (killed < EXPORTACAO.quedas) {
        const id = await ask(formato);
        let status = 'pendente';
        for (
          let n = 0;
          n < QUEDAS_POR_TAREFA && killed < EXPORTACAO.quedas && status !== 'concluida';
          n += 1
        ) {
          const dying = await taken(id, () => spawnWorker({ REDIS_PREFIX: `morto-${randomUUID()}` }));
          const afterMs = random() * 0.8 * tookMs;
          await sleep(afterMs);
          status = await kill(dying, id);
          // A task that had already ended is not counted, because the kill did not interrupt it.
          if (status === 'concluida') continue;
          killed += 1;
          points.push(`${Math.round((afterMs / tookMs) * 100)} %`);
        }
        const last = startTasks(deps);
        const bytes = await ended(id).finally(() => last.stop(5000));
        files += 1;
        const shown = (buffer: Buffer) => [buffer.length, createHash('sha256').update(buffer).digest('hex')];
        expect([formato, ...shown(bytes)]).toEqual([formato, ...shown(expected)]);
        expect((await rowOf(id)).resultado).toMatchObject({ linhas: EXPORTACAO.linhas, bytes: bytes.length });
        // The exported file is kept for some days; objects that a worker announced before it was killed are deleted.
        const kept = await deps.prisma.objetoPendente.findMany({ where: { chave: { contains: id } } });
        expect(kept.filter(({ apagarEm }) => apagarEm.getTime() > Date.now() + 3 * 86_400_000)).toHaveLength(
          1,
        );
        expect(
          await deps.prisma.registroAcesso.count({
            where: { acao: 'lista_exportada', detalhes: { path: ['tarefa'], equals: id } },
          }),
        ).toBe(1);
      }
      console.info(
        `${formato}: ${EXPORTACAO.linhas} linhas, ${expected.length} bytes em ${Math.round(tookMs)} ms; ${killed} mortos em ${points.join(', ')}; ${files} arquivos iguais`,
      );
    }
  },
  LIMITE_MS,
);
