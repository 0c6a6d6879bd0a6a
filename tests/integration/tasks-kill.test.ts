// A worker that is killed (kill -9) in the middle of a durable task: another one goes on where it stood, and nothing is done
// twice. The short form of npm run test:faults -- --cenario worker-tarefa: a real process, and a row that holds it up.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import { bearer, createMembro, signToken } from '../support/factories.ts';
import { balanceOf, createPipelineTenant, createRecordedItem } from '../support/pipeline.ts';
import { end } from '../support/processes.ts';
import { program } from '../support/programs.ts';
import { startTasks } from '../support/tasks.ts';

const ITEMS = 6;
const MIDDLE = 3;

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

it('a tarefa continua de onde estava, e cada item tem uma só execução e uma só reserva', async () => {
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
  const holder = await deps.pool.connect();
  const worker = spawn(process.execPath, [program('worker/src/main.ts')], {
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      METRICS_PORT: '0',
      // It shares no key with this process, so that its queues are its own.
      REDIS_PREFIX: `morto-${randomUUID()}`,
    },
    stdio: 'ignore',
  });
  const rowOf = (id: string) => deps.prisma.tarefa.findUniqueOrThrow({ where: { id } });
  let tarefaId: string;
  try {
    await holder.query('BEGIN');
    await holder.query('SELECT 1 FROM auditoria_itens WHERE id = $1 FOR UPDATE', [ids[MIDDLE]]);
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
    await holder.query('ROLLBACK');
    holder.release();
  }
  // Its lease would run out by itself.
  await deps.pool.query(`UPDATE tarefas SET lease_ate = now() - interval '1 second' WHERE id = $1`, [
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
}, 240_000);
