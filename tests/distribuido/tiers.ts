// Faults that each tier of npm run test:distribuido causes while items are processed.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DEFAULT_PROCESSING_CONFIG } from '@escuta/shared/domain/runs/processing-config';
import { runQuietly } from '../../scripts/lib/commands.mjs';
import { compiledIn, sharedPrograms } from '../../scripts/lib/compiled.mjs';
import { step, UserError } from '../../scripts/lib/console.mjs';
import { applyMigrations } from '../../scripts/lib/database.mjs';
import { ROOT } from '../../scripts/lib/paths.mjs';
import { startPostgres, startRedis } from '../../scripts/lib/services.mjs';
import type { Ground as FaultGround, Scenario } from '../faults/scenarios.ts';
import type { Build, Cluster } from './cluster.ts';
import type { Ground } from './ground.ts';
import {
  Pgbouncer,
  PostgresServer,
  RedisWithSentinels,
  startPostgresProxy,
  startStandbyPair,
} from './servers.ts';

export type TierOptions = { de: string };

/** A tier: the engines that it starts before the product, and the fault that it causes. */
export type Tier = {
  titulo: string;
  programs: readonly ('haproxy' | 'pgbouncer')[];
  /** True: no read may fail, because everything that a read needs stays available. */
  semFalhas: boolean;
  /** Starts the engines. The result's `build` is the version that the processes run at first; absent: this version. */
  prepare: (
    ground: Ground,
    options: TierOptions,
  ) => Promise<{
    engines: Record<string, string>;
    build?: Build;
    /** Errors of processes' clocks, ms, by process name. */
    clocks?: Readonly<Record<string, number>>;
    /** Called once the processes run, before the load. */
    started?: () => Promise<void>;
    fault: (site: FaultGround<Cluster>, here: Build) => Promise<void>;
  }>;
};

export const scenarioOf = (
  titulo: string,
  begunByOlder: boolean,
  fault: Scenario<Cluster>['fault'],
): Scenario<Cluster> => ({
  nome: titulo,
  titulo,
  maxRetries: DEFAULT_PROCESSING_CONFIG.retryConfig.max_retries,
  begunByOlder,
  fault,
});

/** Compiles this version. */
export async function buildHere(): Promise<Build> {
  const programs = await sharedPrograms();
  const of = (kind: string) => compiledIn(programs, `${kind}/src/main.ts`);
  return { root: ROOT, api: of('api'), worker: of('worker') };
}

/** Starts a PostgreSQL with this version's schema, and a Redis. */
export async function plainEngines(ground: Ground) {
  const postgres = new PostgresServer(ground, 'pg-1');
  await postgres.copyModel();
  await postgres.start();
  return { postgres, engines: { DATABASE_URL: postgres.url, REDIS_URL: await plainRedis(ground) } };
}

const plainRedis = async (ground: Ground) =>
  (
    await startRedis({
      supervisor: ground.supervisor,
      folder: join(ground.folder, 'redis'),
      logs: ground.logs,
    })
  ).url;

/** Share of recorded items that ended successfully. */
async function endedOfAll({ deps, empresaId }: FaultGround<Cluster>): Promise<number> {
  const { rows } = await deps.db.query<{ parte: number | null }>(
    `select count(*) filter (where status = 'concluido')::float / nullif(count(*), 0) as parte
     from auditoria_itens where empresa_id = $1 and arquivo_path is not null`,
    [empresaId],
  );
  return rows[0]?.parte ?? 0;
}

/** Greatest number of rounds of kills; after the last round, the remaining items end undisturbed. */
const ROUNDS = 4;

const quedas: Tier = {
  titulo: 'Quedas: kill -9 de cada API e worker, um após o outro',
  programs: ['haproxy'],
  semFalhas: true,
  prepare: async (ground) => ({
    engines: (await plainEngines(ground)).engines,
    fault: async (site, here) => {
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const slot of site.installation.slots) await site.installation.killAndStart(slot, here);
        if ((await endedOfAll(site)) > 0.9) return;
      }
    },
  }),
};

/** Checks out another commit beside this one, with its own dependencies if they differ, and compiles it. */
async function buildOf(ground: Ground, commit: string): Promise<Build> {
  const root = join(ROOT, '.data/distribuido', `versao-${process.pid}`);
  const git = (...args: string[]) => runQuietly('git', args, { label: `git ${args[0]}` });
  if (spawnSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: ROOT }).status !== 0)
    throw new UserError(`Não há o commit ${commit} nesta cópia: git fetch, ou outro em --de.`);
  await git('worktree', 'add', '--detach', '--force', root, commit);
  ground.atEnd(() => {
    spawnSync('git', ['worktree', 'remove', '--force', root], { cwd: ROOT });
  });
  const same = spawnSync('git', ['diff', '--quiet', commit, 'HEAD', '--', 'package-lock.json'], {
    cwd: ROOT,
  });
  if (same.status === 0) linkModules(root);
  else await runQuietly('npm', ['ci', '--no-audit', '--no-fund'], { label: 'npm ci', cwd: root });
  await runQuietly(process.execPath, [join(root, 'node_modules/prisma/build/index.js'), 'generate'], {
    label: 'prisma generate',
    cwd: root,
  });
  // Compiles with the other version's own function; versions from before bundling compile into a given folder.
  const compile = `const m = await import('./scripts/lib/compiled.mjs');
    const to = process.cwd() + '/.data/programas';
    const folder = m.sharedPrograms ? await m.sharedPrograms() : (await m.compilePrograms(to), to);
    const of = (kind) => m.compiledIn(folder, kind + '/src/main.ts');
    console.log(JSON.stringify({ api: of('api'), worker: of('worker') }));`;
  const said = await runQuietly(process.execPath, ['--input-type=module', '-e', compile], {
    label: 'A versão anterior',
    cwd: root,
  });
  const programs = JSON.parse(said.trim().split('\n').at(-1) ?? '') as Omit<Build, 'root'>;
  return { root, ...programs };
}

/** Links this version's dependencies instead of copying them; workspace links lead to the other version's folders. */
function linkModules(root: string): void {
  for (const folder of ['', 'web', 'api', 'worker', 'shared', 'prisma', 'demo-ai', 'tests']) {
    const from = join(ROOT, folder, 'node_modules');
    if (existsSync(from)) spawnSync('cp', ['-al', from, join(root, folder, 'node_modules')]);
  }
}

const rollout: Tier = {
  titulo: 'Atualização: SIGTERM e versão nova, um processo por vez',
  programs: ['haproxy'],
  semFalhas: true,
  prepare: async (ground, { de }) => {
    step(`Preparando a versão ${de} ao lado desta`);
    const before = await buildOf(ground, de);
    const { url } = await startPostgres({
      supervisor: ground.supervisor,
      folder: join(ground.folder, 'postgres'),
      logs: ground.logs,
    });
    const database = url('escuta');
    const migrate = `import('./scripts/lib/database.mjs').then((m) => m.applyMigrations(process.env.DATABASE_URL))`;
    await runQuietly(process.execPath, ['-e', migrate], {
      label: 'As migrações anteriores',
      cwd: before.root,
      env: { ...process.env, DATABASE_URL: database },
    });
    return {
      engines: { DATABASE_URL: database, REDIS_URL: await plainRedis(ground) },
      build: before,
      // Applies the new schema first, because processes of the old version must run on the new schema.
      started: () => applyMigrations(database),
      fault: async (site, here) => {
        for (const slot of site.installation.slots) await site.installation.replace(slot, here);
      },
    };
  },
};

const sentinela: Tier = {
  titulo: 'Redis com 3 Sentinels: primário morto, depois outro parado',
  programs: ['haproxy'],
  semFalhas: true,
  prepare: async (ground) => {
    const postgres = new PostgresServer(ground, 'pg-1');
    await postgres.copyModel();
    await postgres.start();
    const redis = new RedisWithSentinels(ground);
    await redis.start();
    return {
      engines: { DATABASE_URL: postgres.url, ...redis.environment },
      fault: async () => {
        await redis.failover('SIGKILL', 5000);
        await sleep(5000);
        await redis.failover('SIGSTOP', 5000);
      },
    };
  },
};

const promocao: Tier = {
  titulo: 'PostgreSQL: primário morto (kill -9), standby síncrono promovido',
  programs: ['haproxy'],
  semFalhas: false,
  prepare: async (ground) => {
    const [primary, standby] = await startStandbyPair(ground);
    const port = await startPostgresProxy(ground, [primary, standby]);
    const url = new URL(primary.url);
    url.port = String(port);
    return {
      engines: { DATABASE_URL: url.href, REDIS_URL: await plainRedis(ground) },
      fault: async () => {
        await primary.kill();
        // Waits as long as a cluster manager may take to decide on the promotion.
        await sleep(2000);
        standby.tool('pg_ctl', ['promote', '-w', '-D', standby.data]);
      },
    };
  },
};

const pgbouncer: Tier = {
  titulo: 'PgBouncer em modo session, morto (kill -9) e de volta',
  programs: ['haproxy', 'pgbouncer'],
  semFalhas: false,
  prepare: async (ground) => {
    const { postgres, engines } = await plainEngines(ground);
    const bouncer = new Pgbouncer(ground, postgres);
    await bouncer.start();
    return {
      engines: { ...engines, DATABASE_URL: bouncer.url },
      fault: async () => {
        await bouncer.kill();
        await sleep(2000);
        await bouncer.start();
      },
    };
  },
};

/**
 * Clock errors longer than a lease (cluster.ts), in both directions: a product that compared two machines' clocks would
 * take over a running stage.
 */
const CLOCKS_MS = { 'api-2': 40_000, 'api-3': -40_000, 'worker-2': 40_000, 'worker-3': -40_000 };

const relogios: Tier = {
  titulo: 'Relógios 40 s adiantados e atrasados, e kill -9 de cada worker',
  programs: ['haproxy'],
  semFalhas: true,
  prepare: async (ground) => ({
    engines: (await plainEngines(ground)).engines,
    clocks: CLOCKS_MS,
    fault: async ({ installation }, here) => {
      for (const slot of installation.slots)
        if (slot.kind === 'worker') await installation.killAndStart(slot, here);
    },
  }),
};

export const TIERS: Readonly<Record<string, Tier>> = {
  quedas,
  relogios,
  rollout,
  sentinela,
  promocao,
  pgbouncer,
};
