// Runs the worker's tasks in this process, and creates tasks.
import { randomUUID } from 'node:crypto';
import { type Database, openDatabase } from '@escuta/prisma/db';
import { WORKER_LIMITS } from '@escuta/prisma/pool';
import type { TarefaWire } from '@escuta/shared/contracts/operation/tarefas';
import { isOpenTask } from '@escuta/shared/domain/tasks/task-names';
import { createLivePublisher } from '@escuta/shared/platform/redis/live-events';
import { ModelCatalog } from '@escuta/shared/services/runs/model-catalog';

import { expect } from 'vitest';
import { Loop } from '../../worker/src/background/loop.ts';
import { Tasks, type TasksOptions } from '../../worker/src/tasks/tasks.ts';
import type { TestApp, TestDeps } from './app.ts';
import { bearer } from './factories.ts';

const pools = new WeakMap<TestDeps, Database>();

/** Opens one pool per test app with a worker's limits. Nothing closes the pool: it ends with the file's database. */
function workerPool(deps: TestDeps): Database {
  const known = pools.get(deps);
  if (known) return known;
  const pool = openDatabase({ databaseUrl: deps.env.DATABASE_URL, poolSize: 4, limits: WORKER_LIMITS });
  pools.set(deps, pool);
  return pool;
}

type OnEnd = NonNullable<ConstructorParameters<typeof Loop>[1]['onEnd']>;

/** Runs the tasks of this test's database as a worker does, until `stop`. */
export function startTasks(deps: TestDeps, options: Partial<TasksOptions> = {}, onEnd?: OnEnd): Loop {
  const tasks = new Tasks({
    db: workerPool(deps),
    store: deps.store,
    log: deps.log,
    publish: createLivePublisher(deps.redis, deps.log, deps.env.REDIS_PREFIX),
    notices: deps,
    entrevistaMinutos: deps.env.CREDITO_ENTREVISTA_MINUTOS,
    som: { ffmpegPath: 'ffmpeg', maxMinutos: 240, maxMb: 1024 },
    ia: {
      of: () => {
        throw new Error('No model is asked in this test.');
      },
      catalog: new ModelCatalog(deps.db, deps.env),
      demonstracao: false,
      onPaid: () => undefined,
    },
    // No lease expires by itself: a test that needs an expired lease ends it in the database.
    leaseMs: 60_000,
    pollMs: 100,
    backoffMs: 10,
    ...options,
  });
  const loop = new Loop(tasks.work, { log: deps.log, ...(onEnd ? { onEnd } : {}) });
  loop.start();
  return loop;
}

/** Waits until a task has ended. @returns the task, as its author sees it */
export async function endOfTask({ app }: TestApp, token: string, id: string): Promise<TarefaWire> {
  let seen: TarefaWire | undefined;
  await expect
    .poll(
      async () => {
        const response = await app.inject({
          method: 'GET',
          url: `/api/v1/tarefas/${id}`,
          headers: bearer(token),
        });
        expect(response.statusCode, response.body).toBe(200);
        seen = response.json().data as TarefaWire;
        return isOpenTask(seen.status);
      },
      { timeout: 20_000, interval: 20 },
    )
    .toBe(false);
  return seen as TarefaWire;
}

/** Creates a pending task, taken by no worker, that generates a project's missing insights. */
export function createTarefa(
  deps: TestDeps,
  projeto: { id: string; empresaId: string },
  autorId: string | null,
  fields: { tipo?: string; status?: string; createdAt?: Date } = {},
) {
  return deps.prisma.tarefa.create({
    data: {
      id: randomUUID(),
      empresaId: projeto.empresaId,
      tipo: 'gerar_insights',
      autorId,
      parametros: { alvo: { tipo: 'projeto', id: projeto.id }, limite: 500 },
      ...fields,
      ...(fields.createdAt ? { vezEm: fields.createdAt } : {}),
    },
  });
}
