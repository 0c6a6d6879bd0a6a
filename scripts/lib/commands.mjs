import { spawn } from 'node:child_process';
import { yieldToOthers } from './background.mjs';
import { UserError } from './console.mjs';
import { ROOT } from './paths.mjs';

/** Commands running at present. */
const running = new Set();

/**
 * Runs a command to its end, quietly, and returns its stdout.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, label?: string, cwd?: string, background?: boolean }} options `background`: at low
 * priority
 * @throws UserError with the end of its output if it fails
 */
export function runQuietly(command, args, { env = process.env, label, cwd = ROOT, background = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...env, NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: background,
    });
    if (background) yieldToOthers(child);
    running.add(child);
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

/** Ends the running commands at shutdown and waits for them, so that npm can delete its temporary files. */
export async function stopCommands() {
  await Promise.all(
    [...running].map((child) => {
      const ended = new Promise((resolve) => child.once('close', resolve));
      child.kill('SIGTERM');
      return ended;
    }),
  );
}
