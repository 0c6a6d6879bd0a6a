import { availableParallelism, hostname } from 'node:os';
import { expect, it } from 'vitest';
import { audioRoom, cpuLimit, machineId } from './machine.ts';

const kernel = (files: Record<string, string>) => (path: string) => files[path] ?? null;
const BOOT = { '/proc/sys/kernel/random/boot_id': 'maquina-1' };

it('names the machine by the kernel, which all its containers see alike, unless it is told', () => {
  expect(machineId({}, kernel(BOOT))).toBe('maquina-1');
  expect(machineId({ MACHINE_ID: 'pod-7' }, kernel(BOOT))).toBe('pod-7');
  expect(machineId({}, kernel({}))).toBe(hostname());
});

it.each([
  [
    'version 2, in a container',
    { '/proc/self/cgroup': '0::/', '/sys/fs/cgroup/cpu.max': '150000 100000' },
    1.5,
  ],
  [
    'version 2 without a limit',
    { '/proc/self/cgroup': '0::/', '/sys/fs/cgroup/cpu.max': 'max 100000' },
    null,
  ],
  [
    'version 2, the limit of a group above',
    {
      '/proc/self/cgroup': '0::/a/b',
      '/sys/fs/cgroup/a/b/cpu.max': 'max 100000',
      '/sys/fs/cgroup/a/cpu.max': '400000 100000',
    },
    4,
  ],
  [
    'version 1',
    {
      '/proc/self/cgroup': '3:memory:/docker/x\n2:cpu,cpuacct:/docker/x\n0::/',
      '/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us': '300000',
      '/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us': '100000',
    },
    3,
  ],
  [
    'version 1 without a limit',
    {
      '/proc/self/cgroup': '1:cpu:/',
      '/sys/fs/cgroup/cpu/cpu.cfs_quota_us': '-1',
      '/sys/fs/cgroup/cpu/cpu.cfs_period_us': '100000',
    },
    null,
  ],
  ['none', {}, null],
] as const)('reads the limit of a control group: %s', (_name, files, cores) => {
  expect(cpuLimit(kernel(files))).toBe(cores);
});

it('gives a machine one slot for each core, shared by all its workers; a limited container its own', () => {
  expect(audioRoom({ AUDIO_SLOTS: 0 }, kernel(BOOT))).toEqual({
    lugar: 'maquina-1',
    vagas: availableParallelism(),
  });
  const limited = kernel({ ...BOOT, '/proc/self/cgroup': '0::/', '/sys/fs/cgroup/cpu.max': '50000 100000' });
  expect(audioRoom({ AUDIO_SLOTS: 0 }, limited)).toEqual({ lugar: `maquina-1/${hostname()}`, vagas: 1 });
  expect(audioRoom({ AUDIO_SLOTS: 3 }, limited).vagas).toBe(3);
});
