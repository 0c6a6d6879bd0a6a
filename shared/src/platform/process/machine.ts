import { readFileSync } from 'node:fs';
import { availableParallelism, hostname } from 'node:os';

/** Reads a kernel file; null: missing. */
type Read = (path: string) => string | null;

const readKernel: Read = (path) => {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return null;
  }
};

/** This machine: MACHINE_ID, else the kernel's boot id, shared by its containers, else the host's name. */
export function machineId(env: { MACHINE_ID?: string | undefined }, read: Read = readKernel): string {
  return env.MACHINE_ID ?? read('/proc/sys/kernel/random/boot_id') ?? hostname();
}

/** The control group's CPU limit (cgroups v1 and v2), cores; null: unlimited. */
export function cpuLimit(read: Read = readKernel): number | null {
  const limits: number[] = [];
  for (const line of (read('/proc/self/cgroup') ?? '').split('\n')) {
    const [, controllers = '', path = '/'] = /^\d+:([^:]*):(.*)$/.exec(line) ?? [];
    if (controllers !== '' && !controllers.split(',').includes('cpu')) continue;
    const root = controllers === '' ? '/sys/fs/cgroup' : `/sys/fs/cgroup/${controllers}`;
    // Parent groups' limits apply too; inside a container, the root folder is the container's own group.
    const parts = path.split('/').filter(Boolean);
    for (let depth = parts.length; depth >= 0; depth -= 1) {
      const folder = [root, ...parts.slice(0, depth)].join('/');
      const [quota, period] =
        controllers === ''
          ? (read(`${folder}/cpu.max`) ?? '').split(' ')
          : [read(`${folder}/cpu.cfs_quota_us`), read(`${folder}/cpu.cfs_period_us`)];
      const cores = Number(quota) / Number(period);
      if (cores > 0 && Number.isFinite(cores)) limits.push(cores);
    }
  }
  return limits.length > 0 ? Math.min(...limits) : null;
}

/**
 * Concurrent audio decodings, and the group that shares them (`lugar`): a machine's workers, or those of a container
 * with a CPU limit. AUDIO_SLOTS 0: one per core.
 */
export function audioRoom(
  env: { AUDIO_SLOTS: number; MACHINE_ID?: string | undefined },
  read: Read = readKernel,
): { lugar: string; vagas: number } {
  const limit = cpuLimit(read);
  const machine = machineId(env, read);
  const cores = Math.max(1, Math.floor(Math.min(limit ?? Number.POSITIVE_INFINITY, availableParallelism())));
  return {
    lugar: limit === null ? machine : `${machine}/${hostname()}`,
    vagas: env.AUDIO_SLOTS || cores,
  };
}
