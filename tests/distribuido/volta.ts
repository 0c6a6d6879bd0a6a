// Rehearses a point-in-time recovery: items from before the chosen moment are complete and charged once, later items
// are absent, and recordings match the restored rows.
import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { say } from '../../scripts/lib/console.mjs';
import { ROOT } from '../../scripts/lib/paths.mjs';
import { findPostgres, unprivilegedAccount } from '../../scripts/lib/programs.mjs';
import { reachableFolder, startRedis } from '../../scripts/lib/services.mjs';
import { align, QUARANTINE } from '../../scripts/operations/alinhar.ts';
import { brokenRules, OVERDUE } from '../faults/invariants.ts';
import { createLoad, type Load, requestReady } from '../faults/load.ts';
import { closeTestDeps, createTestDeps } from '../support/app.ts';
import { startFakeProvider } from '../support/fake-provider.ts';
import { type Build, Cluster } from './cluster.ts';
import type { Ground } from './ground.ts';
import { PostgresServer, until } from './servers.ts';

type Deps = ReturnType<typeof createTestDeps>;
export type Rehearsal = { antes: number; perdidos: number; movidos: number; problems: string[] };

const ENDED = `select count(*)::int as n from auditoria_itens where empresa_id = $1 and status = 'concluido'`;
const endedOf = async (deps: Deps, empresaId: string) =>
  (await deps.db.query<{ n: number }>(ENDED, [empresaId])).rows[0]?.n ?? 0;

/** Processes all ready items of a load. */
async function processAll(deps: Deps, load: Load): Promise<void> {
  await requestReady(deps, load);
  const all = async () => (await endedOf(deps, load.tenant.empresa.id)) === load.ready.length;
  await until(all, 'os itens não terminaram', 300_000);
}

/**
 * Runs a script of deploy/pitr under PostgreSQL's account.
 * @throws Error with the script's output
 */
function script(name: string, args: readonly string[], env: Record<string, string> = {}): void {
  const [server] = findPostgres();
  const { status, stdout, stderr } = spawnSync(join(ROOT, 'deploy/pitr', name), args, {
    ...(unprivilegedAccount() ?? {}),
    cwd: '/',
    env: { PATH: `${server?.bin}:${process.env.PATH}`, LANG: 'C.UTF-8', ...env },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${name}: ${stderr || stdout}`);
}

/**
 * Takes a base backup during processing, notes a moment, adds items and deletes one; then restores that moment on
 * another server.
 */
export async function rehearse(ground: Ground, here: Build, items: number): Promise<Rehearsal> {
  const provider = await startFakeProvider();
  const account = unprivilegedAccount();
  const archive = reachableFolder(join(ground.folder, 'arquivo'), account);
  mkdirSync(archive, { recursive: true });
  if (account) chownSync(archive, account.uid, account.gid);
  const server = new PostgresServer(ground, 'pg-1');
  await server.copyModel();
  await server.start({
    archive_mode: 'on',
    archive_command: `${join(ROOT, 'deploy/pitr/arquivar-wal.sh')} ${archive} %p %f`,
    archive_timeout: '60',
  });
  const redis = await startRedis({
    supervisor: ground.supervisor,
    folder: join(ground.folder, 'redis'),
    logs: ground.logs,
  });
  const cluster = new Cluster(ground);
  await cluster.start(
    here,
    provider.url,
    { DATABASE_URL: server.url, REDIS_URL: redis.url },
    { apis: 1, workers: 1 },
  );
  Object.assign(process.env, cluster.environment, { LOG_LEVEL: 'silent' });
  const problems: string[] = [];
  let deps = createTestDeps();
  const before = await createLoad(deps, items, 3);
  const working = processAll(deps, before);
  script('copia-base.sh', [archive], { PGHOST: '127.0.0.1', PGPORT: String(server.port), PGUSER: 'escuta' });
  await working;
  const antes = await endedOf(deps, before.tenant.empresa.id);
  await sleep(1100);
  const { rows } = await deps.db.query<{ agora: string }>(
    `select to_char(now() at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US+00') as agora`,
  );
  const moment = rows[0]?.agora ?? '';
  await sleep(1100);
  const after = await createLoad(deps, items, 3);
  await processAll(deps, after);
  // The recording of this item is deleted after the moment to which the database is restored; the restore brings its
  // row back.
  const { rows: one } = await deps.db.query<{ chave: string }>(
    'select arquivo_path as chave from auditoria_itens where id = $1',
    [before.ready[1]],
  );
  const missing = one[0]?.chave ?? '';
  await deps.store.delete(missing);
  const { rows: wal } = await deps.db.query<{ nome: string }>(
    'select pg_walfile_name(pg_current_wal_insert_lsn()) as nome',
  );
  await deps.db.query('select pg_switch_wal()');
  await until(() => existsSync(join(archive, 'wal', wal[0]?.nome ?? '')), 'o WAL não foi arquivado', 90_000);
  await closeTestDeps(deps);
  for (const slot of cluster.slots) if (slot.child) await ground.end(slot.child);
  await server.kill();

  const restored = new PostgresServer(ground, 'pg-2');
  mkdirSync(restored.data, { mode: 0o700 });
  if (account) chownSync(restored.data, account.uid, account.gid);
  const began = performance.now();
  script('voltar.sh', [archive, restored.data, moment]);
  await restored.start();
  await until(
    async () => (await restored.ask<{ r: boolean }>('select pg_is_in_recovery() as r'))[0]?.r === false,
    'o servidor restaurado não aceita gravações',
  );
  say(`    volta a ${moment}: ${((performance.now() - began) / 1000).toFixed(1).replace('.', ',')} s`);
  if (readFileSync(join(restored.data, 'postgresql.auto.conf'), 'utf8').includes('recovery_target'))
    problems.push('uma réplica do servidor restaurado pararia no mesmo instante');
  Object.assign(process.env, { DATABASE_URL: restored.url });
  deps = createTestDeps();
  const seen = await endedOf(deps, before.tenant.empresa.id);
  const later = await endedOf(deps, after.tenant.empresa.id);
  if (seen !== antes) problems.push(`de ${antes} itens terminados antes do instante há ${seen}`);
  if (later !== 0) problems.push(`há ${later} itens de depois do instante`);
  // Rows that have fallen due since that moment are no fault, because no worker runs yet that would delete them.
  const broken = await brokenRules(deps, before.tenant.empresa.id);
  problems.push(...broken.filter((one) => !one.startsWith(OVERDUE)));

  const said: string[] = [];
  const aligned = await align({
    env: deps.env,
    mover: true,
    apagarQuarentena: false,
    onObject: (what, chave) => said.push(`${what} ${chave}`),
    onProgress: () => undefined,
  });
  if (!said.includes(`falta ${missing}`) || aligned.faltam !== 1)
    problems.push(`faltam ${aligned.faltam} objetos, não 1`);
  const { keys } = await cluster.objects();
  const empresaId = after.tenant.empresa.id;
  const loose = [...keys].filter((key) => key.startsWith(`${empresaId}/`)).length;
  const quarantined = [...keys].filter((key) => key.startsWith(`${QUARANTINE}${empresaId}/`)).length;
  if (loose > 0 || quarantined < after.ready.length)
    problems.push(`de depois do instante: ${loose} objetos no lugar, ${quarantined} em quarentena`);
  if ([...keys].some((key) => key.startsWith(`${QUARANTINE}${before.tenant.empresa.id}/`)))
    problems.push('objetos que o banco cita foram para a quarentena');

  // Processing continues from the restored state.
  cluster.environment.DATABASE_URL = restored.url;
  for (const slot of cluster.slots) await cluster.startSlot(slot, here);
  const more = await createLoad(deps, 10, 3);
  await processAll(deps, more);
  await closeTestDeps(deps);
  await provider.close();
  return { antes, perdidos: antes - seen, movidos: aligned.movidos, problems };
}
