// Redis with a Sentinel: the primary freezes, a replica takes over, and every kind of connection goes to the replica.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { envSchema } from '@escuta/shared/platform/process/env';
import { createLogger } from '@escuta/shared/platform/process/log';
import {
  connectRedisOnce,
  createRedis,
  describeRedis,
  readSentinels,
} from '@escuta/shared/platform/redis/redis';
import type { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '../../scripts/lib/ports.mjs';
import { findRedis } from '../../scripts/lib/programs.mjs';
import { longo } from '../support/longo.ts';
import { end } from '../support/processes.ts';

const PASSWORD = 'senha-dos-servidores';
const SENTINEL_PASSWORD = 'senha-do-sentinela';
const log = createLogger('teste', 'silent');
const folder = mkdtempSync(join(tmpdir(), 'sentinelas-'));
const processes: ChildProcess[] = [];
const open: Redis[] = [];
let ports: [number, number, number];

function start(name: string, lines: string[], ...args: string[]): ChildProcess {
  const place = join(folder, name);
  mkdirSync(place);
  writeFileSync(join(place, 'redis.conf'), [`dir "${place}"`, 'bind 127.0.0.1', ...lines, ''].join('\n'));
  const child = spawn(findRedis() as string, [join(place, 'redis.conf'), ...args], { stdio: 'ignore' });
  processes.push(child);
  return child;
}

let primary: ChildProcess;
beforeAll(async () => {
  ports = [await freePort(), await freePort(), await freePort()];
  const [one, two, sentinel] = ports;
  const server = (port: number) => [
    `port ${port}`,
    `requirepass ${PASSWORD}`,
    `masterauth ${PASSWORD}`,
    'save ""',
  ];
  primary = start('um', server(one));
  start('dois', [...server(two), `replicaof 127.0.0.1 ${one}`]);
  start(
    'sentinela',
    [
      `port ${sentinel}`,
      `requirepass ${SENTINEL_PASSWORD}`,
      `sentinel monitor escuta 127.0.0.1 ${one} 1`,
      `sentinel auth-pass escuta ${PASSWORD}`,
      'sentinel down-after-milliseconds escuta 500',
      'sentinel failover-timeout escuta 2000',
    ],
    '--sentinel',
  );
});

afterAll(async () => {
  for (const redis of open) redis.disconnect();
  await Promise.all(processes.map((child) => end(child, 'SIGKILL')));
  rmSync(folder, { recursive: true, force: true });
});

it('reads the list, and says in Portuguese what is no list', () => {
  expect(readSentinels('s1:26380, s2 ,[::1]:26379')).toEqual([
    { host: 's1', port: 26380 },
    { host: 's2', port: 26379 },
    { host: '::1', port: 26379 },
  ]);
  for (const wrong of ['s1:', 's1;s2', 'redis://s1:26379', ',', 's1:26379,'])
    expect(envSchema.shape.REDIS_SENTINELS.safeParse(wrong).success, wrong).toBe(false);
  expect(envSchema.shape.REDIS_SENTINELS.parse('')).toBeUndefined();
});

longo.test('every kind of connection follows the primary that the Sentinel names', async () => {
  const [one, two, sentinel] = ports;
  const env = {
    // No server listens at this port: processes must ask the Sentinel.
    REDIS_URL: `redis://:${PASSWORD}@127.0.0.1:9/0`,
    REDIS_SENTINELS: `127.0.0.1:9,127.0.0.1:${sentinel}`,
    REDIS_SENTINEL_NAME: 'escuta',
    REDIS_SENTINEL_PASSWORD: SENTINEL_PASSWORD,
  };
  expect(describeRedis(env)).toContain(`escuta (127.0.0.1:9,`);
  const portOf = async (redis: Redis) => Number(((await redis.config('GET', 'port')) as string[])[1]);
  const once = async () => {
    const redis = await connectRedisOnce(env, 'teste');
    open.push(redis);
    return redis;
  };
  await expect.poll(() => once().then(portOf, () => 0), { timeout: 20_000 }).toBe(one);
  // Waits for an up-to-date replica, because no other server can take over from the primary.
  const look = await once();
  await expect.poll(() => look.info('replication'), { timeout: 20_000 }).toContain('state=online');

  const [fast, patient, ear] = [
    createRedis(env, { log, name: 'teste' }),
    createRedis(env, { log, name: 'teste-filas', blocking: true }),
    createRedis(env, { log, name: 'teste-avisos', blocking: true }),
  ];
  open.push(fast, patient, ear);
  // Writes on the connection that then calls WAIT, which counts replicas only for writes of its own connection.
  await patient.set('antes', '1');
  await ear.subscribe('canal');
  expect(await patient.wait(1, 5000)).toBe(1);
  const heard: string[] = [];
  ear.on('message', (_channel, text) => heard.push(text));

  // Freezing the primary is the hardest fault to notice, because no connection breaks.
  primary.kill('SIGSTOP');
  const asked = patient.get('antes');
  await expect.poll(() => portOf(fast).catch(() => 0), { timeout: 30_000 }).toBe(two);
  expect(await fast.get('antes')).toBe('1');
  expect(await asked).toBe('1');
  expect(await portOf(patient)).toBe(two);
  await expect
    .poll(() => fast.publish('canal', 'aviso').then(() => heard.at(-1)), { timeout: 20_000 })
    .toBe('aviso');
  expect(await portOf(await once())).toBe(two);
});
