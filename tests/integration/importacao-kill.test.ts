// Workers killed (kill -9) during an import of calls: the next one continues, and no call is written twice or left out.
import { spawn } from 'node:child_process';
import { randomInt, randomUUID } from 'node:crypto';
import type { ImportacaoDetalhe } from '@escuta/shared/contracts/calls/importacoes';
import { seededRandom } from '@escuta/shared/domain/seeded-random';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createProjeto, createTenant } from '../support/factories.ts';
import { importer, sheetOf } from '../support/imports.ts';
import { cases, LONGO } from '../support/longo.ts';
import { end } from '../support/processes.ts';
import { program } from '../support/programs.ts';
import { startTasks } from '../support/tasks.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const KILLS = LONGO ? 7 : 1;
const LINHAS = LONGO ? 21_000 : 2000;

/** Starts a worker, kills it when the import has passed row `linha`, and makes the import's task available again. */
async function killAfter(id: string, linha: number): Promise<void> {
  const { db: pool } = test.deps;
  const worker = spawn(process.execPath, [program('worker/src/main.ts')], {
    env: { ...process.env, NODE_OPTIONS: '', METRICS_PORT: '0', REDIS_PREFIX: `morto-${randomUUID()}` },
    stdio: 'ignore',
  });
  try {
    await expect
      .poll(
        async () =>
          (await pool.query<{ linha: number }>('select linha from importacoes where id = $1', [id])).rows[0]
            ?.linha,
        { timeout: 90_000, interval: 5 },
      )
      .toBeGreaterThanOrEqual(linha);
  } finally {
    await end(worker, 'SIGKILL');
  }
  // Expires the lease at once, instead of waiting for its end.
  await pool.query(
    `update tarefas set lease_ate = now() - interval '1 second' where id = (select tarefa_id from importacoes
      where id = $1)`,
    [id],
  );
}

/** Reads all that an import leaves in its project, without ids and times. */
async function leftIn(projetoId: string, importacaoId: string) {
  const rows = async (text: string, value = projetoId) =>
    (await test.deps.db.query(text, [value])).rows as Record<string, unknown>[];
  return {
    ligacoes: await rows(
      `select unique_id, call_start_time, call_duration, numero_destino, ramal, nome_entrevistado, metadata,
        encode(chave_dup, 'hex') as chave
       from auditoria_itens where projeto_id = $1 order by unique_id`,
    ),
    recusadas: await rows(
      `select n, recusada, motivo, celulas, linha_igual, item_id is not null as achada from importacao_linhas
       where importacao_id = $1 and not simulada order by n`,
      importacaoId,
    ),
    porChamada: await rows(
      `select dia, agente_id, status, n, duracao_s, com_duracao, com_gravacao from chamada_dia where projeto_id = $1
        order by 1, 2, 3`,
    ),
    porEntrada: await rows(
      'select status, sum(n) as n, sum(duracao_s) as duracao from projeto_rollup_dia where projeto_id = $1 group by 1 order by 1',
    ),
    numeros: await rows('select numeros_distintos from projeto_contadores where projeto_id = $1'),
    chaves: await rows(
      'select count(*)::int as n from importacao_chaves where importacao_id = $1',
      importacaoId,
    ),
  };
}

/** Makes a sheet of calls, some of which will be refused, and some of which are duplicates. */
function manyCalls(): Buffer {
  const rows = Array.from({ length: LINHAS }, (_, n) => {
    const more = `${n % 300};${2000 + (n % 20)};Pessoa ${n}`;
    return n % 100 === 7
      ? `31/02/2026 08:00;119${80_000_000 + n};id-${n};${more}`
      : `${10 + (n % 19)}/01/2026 08:${String(n % 60).padStart(2, '0')}:${String(n % 59).padStart(2, '0')};119${80_000_000 + n};id-${n % 500 === 3 ? n - (n > 1500 ? 1201 : 1) : n};${more}`;
  });
  return sheetOf('Início;Telefone;uniqueid;Duração;Ramal;Cliente', rows);
}

/** Makes a sheet whose rows are all legs of one call, some duplicated: the call is written after the last row. */
function oneCall(): Buffer {
  const rows = Array.from({ length: LINHAS }, (_, n) => {
    const n2 = n % 500 === 499 ? n - 1 : n;
    const at = `2026-01-16 08:${String(Math.floor(n2 / 60) % 60).padStart(2, '0')}:${String(n2 % 60).padStart(2, '0')}`;
    return `${at},11987650001,600,PJSIP/tronco-0000002a,PJSIP/${2000 + (n2 % 20)}-${n2.toString(16).padStart(8, '0')},${n2 % 300},${n2 === LINHAS - 2 ? 'ANSWERED' : 'NO ANSWER'},1768561200.${n2},1768561200.0`;
  });
  return sheetOf('calldate,src,dst,channel,dstchannel,billsec,disposition,uniqueid,linkedid', rows);
}

const SHEETS = cases([
  ['many calls', manyCalls],
  ['legs of a single call', oneCall],
] as const);

it.each(SHEETS)(
  `at ${KILLS} random point(s), %s: the end is that of a run without any death`,
  async (_, sheetOfCase) => {
    const semente = Number(process.env.SEMENTE ?? randomInt(1_000_000));
    console.info(`semente ${semente} (SEMENTE=${semente} repete esta corrida)`);
    const random = seededRandom(semente);
    const sheet = sheetOfCase();
    const tenant = await createTenant(test.deps);
    const [whole, projeto] = [
      await createProjeto(test.deps, tenant.empresa, { tipoProjeto: 'call_center' }),
      await createProjeto(test.deps, tenant.empresa, { tipoProjeto: 'call_center' }),
    ];
    const me = importer(test, tenant.tokens.gerente);
    const first = startTasks(test.deps);
    let dry: ImportacaoDetalhe;
    let once: ImportacaoDetalhe;
    try {
      once = await me.confirm(await me.simulate(await me.send(whole.id, sheet)));
      dry = await me.simulate(await me.send(projeto.id, sheet));
    } finally {
      await first.stop(10_000);
    }
    await me.done('POST', `/importacoes/${dry.id}/importar`, { versao: dry.versao });
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
    expect(ended.resultado).toEqual(once.resultado);
    // In dry run and import, a duplicate row names the earlier row that it equals, even a row of another batch.
    const repeated = async (simulada: boolean) =>
      (
        await test.deps.db.query<{ n: number; linha_igual: number | null }>(
          'select n, linha_igual from importacao_linhas where importacao_id = $1 and simulada = $2 and not recusada order by n',
          [dry.id, simulada],
        )
      ).rows;
    const simulated = await repeated(true);
    expect(simulated.every(({ linha_igual }) => linha_igual !== null)).toBe(true);
    expect(await repeated(false)).toEqual(simulated);
    const [left, expected] = [await leftIn(projeto.id, dry.id), await leftIn(whole.id, once.id)];
    expect(expected.ligacoes).toHaveLength(once.resultado?.criadas ?? 0);
    expect(left).toEqual(expected);
  },
  900_000,
);
