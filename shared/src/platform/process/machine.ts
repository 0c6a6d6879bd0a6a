import { readFileSync } from 'node:fs';
import { availableParallelism, hostname } from 'node:os';

/** Reads a file of the kernel; null where there is none. */
type Read = (path: string) => string | null;

const readKernel: Read = (path) => {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return null;
  }
};

/**
 * Names the machine that this process runs on: MACHINE_ID, or what the kernel says of itself, which all containers of a
 * machine see alike, or the host's name.
 */
export function machineId(env: { MACHINE_ID?: string | undefined }, read: Read = readKernel): string {
  return env.MACHINE_ID ?? read('/proc/sys/kernel/random/boot_id') ?? hostname();
}

/** Cores that the process's own control group leaves it, from both versions of cgroups; null without a limit. */
export function cpuLimit(read: Read = readKernel): number | null {
  const limits: number[] = [];
  for (const line of (read('/proc/self/cgroup') ?? '').split('\n')) {
    const [, controllers = '', path = '/'] = /^\d+:([^:]*):(.*)$/.exec(line) ?? [];
    if (controllers !== '' && !controllers.split(',').includes('cpu')) continue;
    const root = controllers === '' ? '/sys/fs/cgroup' : `/sys/fs/cgroup/${controllers}`;
    // A limit of a group above holds too; inside a container the own group is the root.
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
 * How many recordings may be decoded at once, and by whom together (`lugar`): the workers of a machine share its cores; a
 * container with a limit of its own has only those. AUDIO_SLOTS 0: one for each core.
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
