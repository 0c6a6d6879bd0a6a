import { spawn } from 'node:child_process';
import { yieldToOthers } from './background.mjs';
import { step, UserError } from './console.mjs';
import { ROOT } from './paths.mjs';

/** Commands running at present, with their labels if they must not be cut in the middle. */
const running = new Map();
let stopped = false;

/**
 * Runs a command to its end, quietly, and returns its stdout.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, label?: string, cwd?: string, stdin?: 'ignore' | 'inherit', background?: boolean,
 * uncut?: boolean }} options `background`: at low priority; `uncut`: a shutdown waits for the command
 * @throws UserError with the end of its output if it fails; also, without running it, once a shutdown has begun
 */
export function runQuietly(
  command,
  args,
  { env = process.env, label, cwd = ROOT, stdin = 'ignore', background = false, uncut = false } = {},
) {
  if (stopped) return Promise.reject(new UserError(`${label}: o programa está encerrando.`));
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...env, NO_COLOR: '1' },
      stdio: [stdin, 'pipe', 'pipe'],
      detached: background,
    });
    if (background) yieldToOthers(child);
    running.set(child, uncut ? label : null);
    let out = '';
    let said = '';
    child.stdout.on('data', (chunk) => {
      out = (out + chunk).slice(-200_000);
      said = (said + chunk).slice(-20_000);
    });
    child.stderr.on('data', (chunk) => {
      said = (said + chunk).slice(-20_000);
    });
    child.once('error', (error) => reject(new UserError(`${label}: ${error.message}`)));
    child.once('close', (code, signal) => {
      running.delete(child);
      if (code === 0) resolve(out);
      else reject(new UserError(`${label} falhou (${signal ?? `código ${code}`}):\n${said.trimEnd()}`));
    });
  });
}

/**
 * Ends the running commands at shutdown, and waits for them and for uncut ones, so that npm can delete its temporary
 * files. No command begins any more.
 */
export async function stopCommands() {
  stopped = true;
  await Promise.all(
    [...running].map(([child, uncut]) => {
      const ended = new Promise((resolve) => child.once('close', resolve));
      if (uncut === null) child.kill('SIGTERM');
      else step(`Esperando o fim de ${uncut}`);
      return ended;
    }),
  );
}
