import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import { loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { sharedPrograms } from '../scripts/lib/compiled.mjs';
import { freePort } from '../scripts/lib/ports.mjs';
import { programArguments } from '../scripts/lib/stack.mjs';
import { goal } from './goals.ts';
import { cpuSeconds, median, ROOT, type Row, row } from './support.ts';

const STARTS = 5;
/** Idle time before a process's memory is read, ms. */
const IDLE_MS = 1500;

type Start = { seconds: number; cpu: number; megabytes: number };

const isUp = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    get(url, { agent: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    }).on('error', () => resolve(false));
  });

/** Proportional set size of a process, MB. */
function proportionalMegabytes(pid: number): number {
  const line = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'));
  return Number(line?.[1] ?? Number.NaN) / 1024;
}

/** The program with which a start is compared: Node and Fastify alone. */
const BARE = { file: 'bench/bare-start.mjs', path: '/' };

/** Starts a program, compiled if `programs` names its folder, otherwise from source, and ends it. */
async function measureOne(file: string, path: string, programs?: string): Promise<Start> {
  const port = String(await freePort());
  const begun = performance.now();
  const args = file === BARE.file ? [file] : programArguments(file, programs);
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: {
      ...process.env,
      PORT: port,
      METRICS_PORT: file.startsWith('worker') ? port : '',
      METRICS_HOST: '127.0.0.1',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  while (!(await isUp(`http://127.0.0.1:${port}${path}`))) {
    if (child.exitCode !== null) throw new Error(`${file} ended with code ${child.exitCode}`);
    await delay(10);
  }
  const pid = child.pid ?? Number.NaN;
  const seconds = (performance.now() - begun) / 1000;
  const cpu = cpuSeconds([pid]);
  await delay(IDLE_MS);
  const megabytes = proportionalMegabytes(pid);
  child.kill('SIGTERM');
  await ended;
  return { seconds, cpu, megabytes };
}

/**
 * Measures the cost of a start until the first answer 200, compared with that of Node and Fastify alone, and the memory
 * of an idle process. The bare, compiled and source programs start in turn.
 */
export async function measureStart(): Promise<Row[]> {
  const programs = await sharedPrograms();
  const rows: Row[] = [];
  for (const { name, of, file, path, megabytes, share } of [
    {
      ...({ name: 'API', of: 'apiStart', file: 'api/src/main.ts', path: '/api/v1/version' } as const),
      ...{ megabytes: 230, share: 0.55 },
    },
    {
      ...({ name: 'worker', of: 'workerStart', file: 'worker/src/main.ts', path: '/ready' } as const),
      ...{ megabytes: 125, share: 0.55 },
    },
  ]) {
    const bare: Start[] = [];
    const sources: Start[] = [];
    const compiled: Start[] = [];
    for (let round = 0; round < STARTS; round += 1) {
      bare.push(await measureOne(BARE.file, BARE.path));
      compiled.push(await measureOne(file, path, programs));
      sources.push(await measureOne(file, path));
    }
    const said = (starts: readonly Start[]) =>
      (['seconds', 'cpu', 'megabytes'] as const)
        .map((key) => `${key} ${median(starts.map((start) => start[key])).toFixed(2)}`)
        .join(', ');
    console.log(
      `  ${name}: bare ${said(bare)}; sources ${said(sources)}; compiled ${said(compiled)}; load ${loadavg()[0]?.toFixed(1)}`,
    );
    /** Computes the median, over the rounds, of a compiled program's figure ÷ that of the bare program. */
    const toBare = (key: 'seconds' | 'cpu') =>
      median(compiled.map((start, round) => start[key] / (bare[round]?.[key] ?? Number.NaN)));
    const middle = (key: keyof Start) => median(compiled.map((start) => start[key]));
    rows.push(
      goal(of, toBare('seconds')),
      ...(of === 'apiStart' ? [goal('apiStartCpu', toBare('cpu'))] : []),
      row(`Partida (${name}): memória parada (PSS)`, middle('megabytes'), megabytes, 'max', ' MB'),
      row(
        `Partida (${name}): processador, compilado ÷ fontes`,
        middle('cpu') / median(sources.map((start) => start.cpu)),
        share,
        'max',
      ),
    );
  }
  return rows;
}
