// Workers killed (kill -9) while creating a confirmed audit: the next one continues, and nothing is created, requested
// or charged twice.

import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { TRAVAS } from '@escuta/shared/platform/database/locks';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createProjeto, createTenant } from '../support/factories.ts';
import { LONGO } from '../support/longo.ts';
import { balanceOf } from '../support/pipeline.ts';
import { confirm, createReady, preparoOf, waitForState } from '../support/portal.ts';
import { end } from '../support/processes.ts';
import { program } from '../support/programs.ts';
import { startTasks } from '../support/tasks.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const LINHAS = [
  'Q1;Ana;;Bia;;Sim;3;Luz',
  'Q2;Beto;;Bia;;Não;2;Água',
  'Q3;Caio;;Davi;;Sim;1;Praça',
  'Q4;Dora;;Davi;;Não;4;Nada',
];

/** Starts a worker, kills it while it waits for the lock that `hold` takes, and makes its task available again. */
async function killWhileWaiting(preparoId: string, hold: string, values: string[]): Promise<void> {
  const { db: pool } = test.deps;
  const holder = await pool.pool.connect();
  let worker: ReturnType<typeof spawn> | null = null;
  try {
    await holder.query('begin');
    await holder.query(hold, values);
    const { rows } = await holder.query<{ pid: number }>('select pg_backend_pid() as pid');
    worker = spawn(process.execPath, [program('worker/src/main.ts')], {
      env: { ...process.env, NODE_OPTIONS: '', METRICS_PORT: '0', REDIS_PREFIX: `morto-${randomUUID()}` },
      stdio: 'ignore',
    });
    await expect
      .poll(
        async () =>
          (
            await pool.query(
              'select from pg_stat_activity where datname = current_database() and $1 = any (pg_blocking_pids(pid))',
              [rows[0]!.pid],
            )
          ).rowCount,
        { timeout: 90_000 },
      )
      .toBeGreaterThan(0);
    await end(worker, 'SIGKILL');
  } finally {
    worker?.kill('SIGKILL');
    await holder.query('rollback');
    holder.release();
  }
  // Expires the lease at once, instead of waiting for its end.
  await pool.query(
    `update tarefas set lease_ate = now() - interval '1 second' where id = (select tarefa_id from auditoria_preparos
      where id = $1)`,
    [preparoId],
  );
}

it('amid the requests, and in long runs amid the interviews: one survey, one interview a row, one run a recording', async () => {
  const { deps } = test;
  const { empresa } = await createTenant(deps, { creditos: 100 });
  const projeto = await createProjeto(deps, empresa, { tipoProjeto: 'pesquisa' });
  const gravacoes = LINHAS.map((_, index) => ({ nome: `Q${index + 1}.wav`, linha: index + 2 }));
  const made = await createReady(deps, projeto, LINHAS, gravacoes);
  expect(await confirm(deps, made)).toBe(4);
  const count = async () => ({
    pesquisas: await deps.prisma.pesquisa.count({ where: { projetoId: projeto.id } }),
    entrevistas: await deps.prisma.entrevista.count({ where: { projetoId: projeto.id } }),
    itens: await deps.prisma.auditoriaItem.count({ where: { projetoId: projeto.id } }),
    execucoes: await deps.prisma.execucao.count({ where: { projetoId: projeto.id } }),
    agentes: await deps.prisma.agente.count({
      where: { empresaId: empresa.id, nome: { in: ['Bia', 'Davi'] } },
    }),
  });

  if (LONGO) {
    // The worker is killed while it waits for a merge of agents, with half of the interviews created.
    await killWhileWaiting(made.id, 'select pg_advisory_xact_lock(hashtextextended($1, $2::bigint))', [
      empresa.id,
      String(TRAVAS.agentes),
    ]);
    expect(await count()).toEqual({ pesquisas: 1, entrevistas: 0, itens: 0, execucoes: 0, agentes: 0 });
  }
  // The worker is killed while it waits for the lock of the company's balance, before its first run is created.
  await killWhileWaiting(made.id, 'select from empresas where id = $1 for no key update', [empresa.id]);
  expect(await count()).toEqual({ pesquisas: 1, entrevistas: 4, itens: 4, execucoes: 0, agentes: 2 });

  const tasks = startTasks(deps);
  try {
    await waitForState(deps, made.id, 'auditando');
  } finally {
    await tasks.stop(10_000);
  }
  expect(await count()).toEqual({ pesquisas: 1, entrevistas: 4, itens: 4, execucoes: 4, agentes: 2 });
  const { tarefaId } = await preparoOf(deps, made.id);
  expect(await deps.prisma.tarefa.findUniqueOrThrow({ where: { id: tarefaId! } })).toMatchObject({
    versao: LONGO ? 3 : 2,
    resultado: { entrevistas: 4, enfileiradas: 4, creditos: 4, semCredito: 0 },
  });
  expect(await balanceOf(deps, empresa.id)).toEqual({ saldo: 96, soma: 96 });
}, 300_000);
