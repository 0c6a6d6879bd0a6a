import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { isCompiled, sharedPrograms } from '../scripts/lib/compiled.mjs';
import { programArguments } from '../scripts/lib/stack.mjs';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Number of rounds behind each reported median; compared programs take turns in each round, in equal conditions. */
export const ROUNDS = 4;

/** A row of the results: a measured value and its limit. `noted`: the figures from which a goal of goals.ts was set. */
export type Row = { measure: string; value: string; limit: string; ok: boolean; noted?: string };

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const high = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? high : ((sorted[middle - 1] ?? Number.NaN) + high) / 2;
}

/** Nearest-rank percentile: the smallest value that the share `part` (0 to 1) does not exceed; NaN without values. */
export function percentile(values: readonly number[], part: number): number {
  return [...values].sort((a, b) => a - b)[Math.max(0, Math.ceil(values.length * part) - 1)] ?? Number.NaN;
}

/** Makes a row of the results, which is ok if the value is at least (`min`) or at most (`max`) the limit. */
export function row(measure: string, value: number, limit: number, kind: 'min' | 'max', unit = ''): Row {
  const sign = kind === 'min' ? '≥' : '≤';
  return {
    measure,
    value: `${format(value)}${unit}`,
    limit: `${sign} ${format(limit)}${unit}`,
    ok: kind === 'min' ? value >= limit : value <= limit,
  };
}

/** Makes the row that compares a measured value with its goal (goals.ts). */
export function goalRow(
  {
    measure,
    goal,
    kind,
    unit,
    noted,
  }: Pick<Row, 'measure'> & {
    goal: number;
    kind: 'min' | 'max';
    unit?: string;
    noted: string;
  },
  value: number,
): Row {
  return { ...row(measure, value, goal, kind, unit), noted };
}

function format(value: number): string {
  return value.toLocaleString('pt-BR', { maximumFractionDigits: Math.abs(value) < 10 ? 3 : 1 });
}

export function printTable(rows: readonly Row[]): void {
  if (rows.length === 0) return;
  const width = Math.max(...rows.map((r) => r.measure.length));
  const valueWidth = Math.max(...rows.map((r) => r.value.length));
  const limitWidth = Math.max(...rows.map((r) => r.limit.length));
  for (const r of rows) {
    console.log(
      `${r.ok ? '✓' : '✗'} ${r.measure.padEnd(width)}  ${r.value.padStart(valueWidth)}  ${r.limit.padStart(limitWidth)}${r.noted ? `  (anotado: ${r.noted})` : ''}`,
    );
  }
}

/**
 * Measures the answers per second of one address for `seconds`, requested without pause over `connections` connections.
 * @throws if an answer is not 2xx
 */
export async function throughput(
  url: string,
  headers: Record<string, string>,
  seconds: number,
  connections = 16,
): Promise<number> {
  const result = await autocannon({ url, headers, connections, duration: seconds });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${url}: ${result.non2xx} answers other than 2xx, ${result.errors} errors`);
  }
  return result.requests.average;
}

/** Measures the median duration of `times` calls made one after the other, ms. */
export async function latency(times: number, call: () => Promise<unknown>): Promise<number> {
  const taken: number[] = [];
  for (let i = 0; i < times; i++) {
    const start = performance.now();
    await call();
    taken.push(performance.now() - start);
  }
  return median(taken);
}

/** Fetches JSON. @throws with the body when the answer is not 2xx. */
export async function getJson(url: string, headers: Record<string, string>): Promise<unknown> {
  const response = await fetch(url, { headers });
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return response.json();
}

/**
 * Opens one person's connection, which requests addresses in order and reads each answer to its end. Uses less than
 * half the CPU of `fetch`, which matters because this program shares the machine's cores with the server.
 */
export function visitor(): {
  get: (url: string, headers: Record<string, string>) => Promise<void>;
  close: () => void;
} {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    get: (url, headers) =>
      new Promise((resolve, reject) => {
        request(url, { agent, headers }, (response) => {
          response.resume();
          response.once('error', reject);
          response.once('end', () => {
            if (response.statusCode === 200) resolve();
            else reject(new Error(`${url}: ${response.statusCode}`));
          });
        })
          .once('error', reject)
          .end();
      }),
    close: () => agent.destroy(),
  };
}

/**
 * Starts a program of the repository in a session of its own, and waits until `ready` returns true. A program of the
 * product is started compiled, as operators run it.
 */
export async function startProgram(
  file: string,
  env: Record<string, string>,
  ready: () => Promise<boolean>,
): Promise<{ child: ChildProcess; stop: () => Promise<void> }> {
  const programs = isCompiled(file) ? await sharedPrograms() : undefined;
  const child = spawn(process.execPath, programArguments(file, programs), {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const deadline = Date.now() + 30_000;
  while (!(await ready().catch(() => false))) {
    if (child.exitCode !== null) throw new Error(`${file} ended with code ${child.exitCode}`);
    if (Date.now() > deadline) throw new Error(`${file} did not come up in 30 s`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    child,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Clock ticks per second in /proc, the same on every Linux that Node runs on. */
const TICKS = 100;

/** Adds up the CPU seconds used so far by these processes and all their children, ended ones included. */
export function cpuSeconds(roots: readonly number[]): number {
  const processes = new Map<number, { parent: number; ticks: number }>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const fields = statFields(name);
      // utime and stime, of the process and of its ended children.
      const ticks = [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index]), 0);
      processes.set(Number(name), { parent: Number(fields[1]), ticks });
    } catch {
      // The process ended before its fields were read.
    }
  }
  const belongs = (pid: number): boolean =>
    roots.includes(pid) || (pid > 1 && belongs(processes.get(pid)?.parent ?? 0));
  let ticks = 0;
  for (const [pid, process] of processes) if (belongs(pid)) ticks += process.ticks;
  return ticks / TICKS;
}

/** Adds up the CPU seconds used so far by these processes, without their children. */
export function cpuOfProcesses(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => {
    const fields = statFields(String(pid));
    return sum + (Number(fields[11]) + Number(fields[12])) / TICKS;
  }, 0);
}

/** Reads the fields of /proc/<pid>/stat behind the command, which may contain spaces: state, ppid, pgrp, session … */
function statFields(pid: string): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** Reads the resident memory of a process, bytes; NaN if the process has just ended. */
export function residentBytes(pid: number): number {
  const line = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(line?.[1] ?? Number.NaN) * 1024;
}

/** Adds up the CPU seconds of this process and of its children that have ended. */
export function cpuOfThisProcess(): number {
  const fields = statFields('self');
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + (Number(fields[13]) + Number(fields[14])) / TICKS;
}

/** Reads the clock ticks of all cores since the machine's start: total and idle. */
function machineTicks(): { all: number; idle: number } {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
  const ticks = line.split(/\s+/).slice(1, 9).map(Number);
  return { all: ticks.reduce((sum, n) => sum + n, 0), idle: (ticks[3] ?? 0) + (ticks[4] ?? 0) };
}

/** Measures the share of the cores, 0 to 1, that are busy during `ms`. */
export async function busyShare(ms: number): Promise<number> {
  const before = machineTicks();
  await new Promise((resolve) => setTimeout(resolve, ms));
  const after = machineTicks();
  return 1 - (after.idle - before.idle) / (after.all - before.all);
}
