// Scenarios: each causes a fault in the installation under load.

import { setTimeout as sleep } from 'node:timers/promises';
import { FLUXOS } from '@escuta/shared/domain/profiles/flows';
import { DEFAULT_PROCESSING_CONFIG } from '@escuta/shared/domain/runs/processing-config';
import type { Etapa } from '@escuta/shared/domain/runs/status';
import { createRedis } from '@escuta/shared/platform/redis/redis';
import { SYSTEM_ACTOR } from '@escuta/shared/services/log/audit-log';
import { createTask } from '@escuta/shared/services/tasks/tasks';
import type { TestDeps } from '../support/app.ts';

import type { FakeProvider } from '../support/fake-provider.ts';
import type { Installation } from './installation.ts';

/** Parts of the environment on which a fault acts. `I`: the kind of installation; tests/distribuido uses a cluster. */
export type Ground<I = Installation> = {
  deps: TestDeps;
  installation: I;
  provider: FakeProvider;
  empresaId: string;
};

export type Scenario<I = Installation> = {
  /** Name for `--cenario`. */
  nome: string;
  /** Title in the table. */
  titulo: string;
  /** The company's setting `max_retries`. */
  maxRetries: number;
  /** Exact number of runs that must end as dead letters; each is then completed by a retry. Absent: none. */
  deadLetters?: number;
  /** Of ten ready items, the number that `fault` processes by a task; other items arrive only after the fault. */
  porTarefaDeDez?: number;
  /** True: the scenario's processes start as an earlier version. */
  begunByOlder?: boolean;
  fault: (ground: Ground<I>) => Promise<void>;
};

const SECOND = 1000;
/**
 * With three retries (the default) a stage gives up after 7 to 14 s; without any answer from the provider, after 5 to 6
 * min.
 */
const DEFAULT_RETRIES = DEFAULT_PROCESSING_CONFIG.retryConfig.max_retries;
/** With five retries a stage gives up after 31 to 62 s. */
const PATIENT_RETRIES = 5;

/** Kills all workers with -9 while they process a given stage, and checks that the stage was interrupted. */
async function killWorkersIn(etapa: Etapa, ground: Ground): Promise<void> {
  const { deps, installation, empresaId } = ground;
  const inHand = async () => {
    const { rows } = await deps.db.query<{ n: number }>(
      `select count(*)::int as n from execucao_etapas e join execucoes x on x.id = e.execucao_id
       where x.empresa_id = $1 and e.etapa = $2::etapa and e.status = 'executando'`,
      [empresaId, etapa],
    );
    return rows[0]?.n ?? 0;
  };
  // A lock on a row that the stage needs holds the stage up: otherwise the stage would last only some milliseconds.
  const holder = etapa === 'contabilizacao' ? await deps.db.pool.connect() : null;
  try {
    await holder?.query('begin');
    await holder?.query('select 1 from empresas where id = $1 for update', [empresaId]);
    const until = Date.now() + 60 * SECOND;
    for (;;) {
      while ((await inHand()) < 1) {
        if (Date.now() > until) throw new Error(`nenhum worker chegou à etapa ${etapa}`);
        await sleep(10);
      }
      await installation.killWorkers();
      if ((await inHand()) > 0) break;
      // The stage ended just before the kill: the scenario tries again.
      await installation.startWorkers();
    }
  } finally {
    await holder?.query('rollback');
    holder?.release();
  }
  await installation.startWorkers();
}

/**
 * Kills all workers with -9 in the middle of a durable task, which a lock on an item holds up. Afterwards the task
 * continues, and each item has one run.
 */
async function killWorkersInTask({ deps, installation, empresaId }: Ground): Promise<void> {
  const { rows: left } = await deps.db.query<{ id: string; auditoria_id: string }>(
    `select i.id, i.auditoria_id from auditoria_itens i where i.empresa_id = $1 and i.arquivo_path is not null
       and not exists (select from execucoes x where x.item_id = i.id) order by i.created_at, i.id`,
    [empresaId],
  );
  const middle = Math.floor(left.length / 2);
  const [held] = left.slice(middle);
  if (!held || middle === 0) throw new Error('não sobraram itens para a tarefa');
  const holder = await deps.db.pool.connect();
  let tarefaId: string;
  const readTask = async () => {
    const { rows } = await deps.db.query<{
      status: string;
      feito: number;
      versao: number;
      enfileirados: number | null;
    }>(
      `select status, feito, versao, (resultado ->> 'enfileirados')::int as enfileirados from tarefas where id = $1`,
      [tarefaId],
    );
    const [row] = rows;
    if (!row) throw new Error('a tarefa sumiu');
    return row;
  };
  const untilTask = async (reached: (row: Awaited<ReturnType<typeof readTask>>) => boolean, what: string) => {
    const until = Date.now() + 120 * SECOND;
    for (;;) {
      const row = await readTask();
      if (reached(row)) return row;
      if (Date.now() > until) throw new Error(`${what}: ${JSON.stringify(row)}`);
      await sleep(20);
    }
  };
  try {
    await holder.query('begin');
    await holder.query('select 1 from auditoria_itens where id = $1 for update', [held.id]);
    tarefaId = await deps.db.transaction((tx) =>
      createTask(tx, {
        tipo: 'gerar_insights',
        empresaId,
        actor: SYSTEM_ACTOR,
        parametros: { alvo: { tipo: 'auditoria', id: held.auditoria_id }, limite: 500 },
      }),
    );
    await untilTask(({ feito }) => feito === middle, 'a tarefa não chegou ao meio');
    await installation.killWorkers();
    const { status, feito } = await readTask();
    if (status !== 'executando' || feito !== middle)
      throw new Error(`a tarefa não foi atingida: ${status}, ${feito}`);
  } finally {
    await holder.query('rollback');
    holder.release();
  }
  await installation.startWorkers();
  const { enfileirados, feito, versao } = await untilTask(
    ({ status }) => status === 'concluida',
    'a tarefa não continuou',
  );
  if (versao < 2) throw new Error('a tarefa não foi retomada por outro worker');
  if (enfileirados !== left.length || feito !== left.length) {
    throw new Error(`a tarefa fez ${feito} e enfileirou ${enfileirados} de ${left.length}`);
  }
  const { rows: repeated } = await deps.db.query(
    `select i.id from unnest($1::uuid[]) as i (id) left join execucoes x on x.item_id = i.id
     group by 1 having count(x.id) <> 1`,
    [left.map(({ id }) => id)],
  );
  if (repeated.length > 0) throw new Error(`itens da tarefa sem uma só execução: ${repeated.length}`);
}

async function flushRedis({ deps }: Ground): Promise<void> {
  const redis = createRedis(deps.env, { log: deps.log, name: 'falhas' });
  for (let round = 0; round < 3; round += 1) {
    await redis.flushall();
    await sleep(3 * SECOND);
  }
  redis.disconnect();
}

async function cutProvider({ provider }: Ground, seconds: number): Promise<void> {
  await provider.cut();
  await sleep(seconds * SECOND);
  await provider.restore();
}

/** Refuses the provider calls of one run until its attempts are used up; all other runs must have ended long before. */
async function poisonOne({ deps, provider, empresaId }: Ground): Promise<void> {
  const { rows } = await deps.db.query<{ id: string }>(
    `select id from execucoes where empresa_id = $1 and status = 'na_fila' order by created_at limit 1`,
    [empresaId],
  );
  const poison = rows[0]?.id;
  if (!poison) throw new Error('nenhum item espera');
  provider.intercept = ({ idempotencyKey }) =>
    idempotencyKey?.includes(poison) ? { status: 500 } : undefined;
  try {
    const until = Date.now() + 600 * SECOND;
    for (let others = Number.NaN; ; ) {
      const { rows: found } = await deps.db.query<{ poison: string; others: number }>(
        `select (select status::text from execucoes where id = $2) as poison, count(*)::int as others from execucoes
         where empresa_id = $1 and id <> $2 and status in ('na_fila', 'executando')`,
        [empresaId, poison],
      );
      if (found[0]?.poison === 'erro') {
        if (others > 0) throw new Error(`o item venenoso terminou e ${others} outros ainda esperavam`);
        return;
      }
      others = found[0]?.others ?? 0;
      if (Date.now() > until) throw new Error('o item venenoso não terminou');
      await sleep(SECOND);
    }
  } finally {
    provider.intercept = () => undefined;
  }
}

export const SCENARIOS: readonly Scenario[] = [
  {
    nome: 'postgres-parado',
    titulo: 'PostgreSQL parado 20 s (SIGSTOP)',
    maxRetries: DEFAULT_RETRIES,
    fault: async ({ installation }) => {
      installation.signalPostgres('SIGSTOP');
      await sleep(20 * SECOND);
      installation.signalPostgres('SIGCONT');
    },
  },
  {
    nome: 'postgres-morto',
    titulo: 'PostgreSQL morto (kill -9), de volta em 10 s',
    maxRetries: DEFAULT_RETRIES,
    fault: async ({ installation }) => {
      await installation.killPostgres();
      await sleep(10 * SECOND);
      await installation.startPostgres();
    },
  },
  {
    nome: 'redis-morto',
    titulo: 'Redis morto (kill -9), de volta em 10 s',
    maxRetries: DEFAULT_RETRIES,
    fault: async ({ installation }) => {
      await installation.killRedis();
      await sleep(10 * SECOND);
      await installation.startRedis();
    },
  },
  {
    nome: 'redis-vazio',
    titulo: 'Redis esvaziado três vezes (FLUSHALL)',
    maxRetries: DEFAULT_RETRIES,
    fault: flushRedis,
  },
  {
    nome: 'redis-parado',
    titulo: 'Redis parado 20 s (SIGSTOP)',
    maxRetries: DEFAULT_RETRIES,
    fault: async ({ installation }) => {
      installation.signalRedis('SIGSTOP');
      await sleep(20 * SECOND);
      installation.signalRedis('SIGCONT');
    },
  },
  {
    nome: 'provedor-fora',
    titulo: 'Provedor recusa conexões 60 s',
    maxRetries: DEFAULT_RETRIES,
    fault: (ground) => cutProvider(ground, 60),
  },
  {
    nome: 'provedor-fora-5min',
    titulo: 'Provedor responde 503 a todos por 5 min',
    maxRetries: DEFAULT_RETRIES,
    // The provider answers 503 instead of stopping, because another program could take its port in five minutes.
    fault: async ({ provider }) => {
      provider.intercept = () => ({ status: 503 });
      await sleep(300 * SECOND);
      provider.intercept = () => undefined;
    },
  },
  {
    nome: 'provedor-erros',
    titulo: 'Provedor responde 500 e 429 por 60 s',
    // Half of the requests fail while others succeed, which is no outage, so failures use up each item's attempts.
    maxRetries: 10,
    fault: async ({ provider }) => {
      let n = 0;
      provider.intercept = () => {
        n += 1;
        if (n % 2 === 0) return { status: 500 };
        return n % 5 === 0 ? { status: 429, headers: { 'retry-after': '2' } } : undefined;
      };
      await sleep(60 * SECOND);
      provider.intercept = () => undefined;
    },
  },
  {
    nome: 'item-venenoso',
    titulo: 'O provedor responde 500 a um item, e só a ele',
    maxRetries: DEFAULT_RETRIES,
    deadLetters: 1,
    fault: poisonOne,
  },
  {
    nome: 'armazenamento',
    titulo: 'Armazenamento inacessível 30 s',
    maxRetries: PATIENT_RETRIES,
    fault: async ({ installation }) => {
      installation.detachStorage();
      await sleep(30 * SECOND);
      installation.attachStorage();
    },
  },
  // Makes one scenario for each stage of an interview's flow, which also contains the stages of a call's flow.
  ...FLUXOS.entrevista.map(
    (etapa): Scenario => ({
      nome: `worker-${etapa}`,
      titulo: `Workers mortos (kill -9) na etapa ${etapa}`,
      maxRetries: DEFAULT_RETRIES,
      fault: (ground) => killWorkersIn(etapa, ground),
    }),
  ),
  {
    nome: 'worker-tarefa',
    titulo: 'Workers mortos (kill -9) no meio de uma tarefa',
    maxRetries: DEFAULT_RETRIES,
    porTarefaDeDez: 4,
    fault: killWorkersInTask,
  },
  {
    nome: 'worker-congelado',
    titulo: 'Um worker congelado 15 s, além de sua reserva',
    maxRetries: DEFAULT_RETRIES,
    fault: async ({ installation }) => {
      installation.signalWorker(0, 'SIGSTOP');
      await sleep(15 * SECOND);
      installation.signalWorker(0, 'SIGCONT');
    },
  },
];
