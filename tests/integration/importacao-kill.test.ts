// Workers that are killed (kill -9) while they import a sheet of calls: the next one goes on, and no call is written twice or left out.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import type { ImportacaoDetalhe } from '@escuta/shared/contracts/importacoes';
import { seededRandom } from '@escuta/shared/domain/seeded-random';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createProjeto, createTenant } from '../support/factories.ts';
import { importer, sheetOf } from '../support/imports.ts';
import { end } from '../support/processes.ts';
import { program } from '../support/programs.ts';
import { startTasks } from '../support/tasks.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const KILLS = process.env.ESCUTA_TESTES_LONGOS === '1' ? 7 : 2;
const LINHAS = KILLS * 3000;

/** Starts a worker, kills it once it has taken row `linha`, and gives the task back to the others. */
async function killAfter(id: string, linha: number): Promise<void> {
  const { pool } = test.deps;
  const worker = spawn(process.execPath, [program('worker/src/main.ts')], {
    env: { ...process.env, NODE_OPTIONS: '', METRICS_PORT: '0', REDIS_PREFIX: `morto-${randomUUID()}` },
    stdio: 'ignore',
  });
  try {
    await expect
      .poll(
        async () =>
          (await pool.query<{ linha: number }>('SELECT linha FROM importacoes WHERE id = $1', [id])).rows[0]
            ?.linha,
        { timeout: 90_000, interval: 5 },
      )
      .toBeGreaterThanOrEqual(linha);
  } finally {
    await end(worker, 'SIGKILL');
  }
  // Its lease would run out by itself.
  await pool.query(
    `UPDATE tarefas SET lease_ate = now() - interval '1 second' WHERE id = (SELECT tarefa_id FROM importacoes WHERE id = $1)`,
    [id],
  );
}

it(`em ${KILLS} pontos ao acaso: cada linha vira uma ligação, e as contagens são as da simulação`, async () => {
  const tenant = await createTenant(test.deps);
  const projeto = await createProjeto(test.deps, tenant.empresa, { tipoProjeto: 'call_center' });
  const me = importer(test, tenant.tokens.gerente);
  const rows = Array.from({ length: LINHAS }, (_, n) =>
    n % 100 === 7
      ? `31/02/2026 08:00;119${80_000_000 + n};id-${n}`
      : `${10 + (n % 19)}/01/2026 08:${String(n % 60).padStart(2, '0')}:${String(n % 59).padStart(2, '0')};119${80_000_000 + n};id-${n % 500 === 3 ? n - 1 : n}`,
  );
  const first = startTasks(test.deps);
  let dry: ImportacaoDetalhe;
  try {
    dry = await me.simulate(await me.send(projeto.id, sheetOf('Início;Telefone;uniqueid', rows)));
  } finally {
    await first.stop(10_000);
  }
  await me.done('POST', `/importacoes/${dry.id}/importar`, { versao: dry.versao });
  const random = seededRandom(13);
  for (let n = 0; n < KILLS; n += 1)
    await killAfter(dry.id, Math.floor(((n + random()) / (KILLS + 1)) * LINHAS));
  const last = startTasks(test.deps);
  let ended: ImportacaoDetalhe;
  try {
    ended = await me.settled(dry.id);
  } finally {
    await last.stop(10_000);
  }
  expect([ended.estado, ended.resultado]).toEqual(['concluida', dry.simulacao]);
  const { rows: written } = await test.deps.pool.query<{ n: number; ids: number }>(
    'SELECT count(*)::int AS n, count(DISTINCT unique_id)::int AS ids FROM auditoria_itens WHERE importacao_id = $1',
    [dry.id],
  );
  expect(written[0]).toEqual({ n: dry.simulacao?.criadas, ids: dry.simulacao?.criadas });
}, 600_000);
