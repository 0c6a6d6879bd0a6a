// Functions common to the operators' commands at the terminal.
import { parseArgs } from 'node:util';
import { UserError } from '../lib/console.mjs';
import { OperatorError } from './settings.ts';

/** Bytes for people: '1,4 GB'. */
export function formatBytes(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  const power = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3));
  const digits = power === 0 ? 0 : 1;
  return `${(bytes / 1000 ** power).toLocaleString('pt-BR', { maximumFractionDigits: digits })} ${units[power]}`;
}

/**
 * Parses a command's options.
 * @throws OperatorError with its usage for unknown options
 */
export function readOptions<T extends Record<string, { type: 'string' | 'boolean' }>>(
  options: T,
  usage: string,
) {
  try {
    return parseArgs({ options, strict: true, allowPositionals: false }).values;
  } catch (error) {
    throw new OperatorError(`${(error as Error).message}\n${usage}`);
  }
}

/** Shows progress: on a terminal in a single line, elsewhere every few seconds. */
export function progress(): { say: (text: string) => void; end: () => void } {
  const { stderr } = process;
  let last = 0;
  let begun = '';
  return {
    say: (text) => {
      const kind = text.split(':')[0] ?? '';
      if (stderr.isTTY) stderr.write(`\r\u001b[K› ${text}`);
      else if (kind !== begun || Date.now() - last > 5000) {
        stderr.write(`› ${text}\n`);
        last = Date.now();
      }
      begun = kind;
    },
    end: () => {
      if (stderr.isTTY) stderr.write('\r\u001b[K');
    },
  };
}

const FILE_ERRORS: Record<string, string> = {
  ENOSPC: 'Não há espaço em disco',
  EACCES: 'Sem permissão',
  EPERM: 'Sem permissão',
  EROFS: 'O disco só permite leitura',
  ENOTDIR: 'Não é uma pasta',
};

/** Describes a failure for the operator; with a stack only if it is unexpected. */
function describeFailure(error: unknown): string {
  if (error instanceof UserError) return error.message;
  const { code, path, stack } = error as NodeJS.ErrnoException;
  const known = code === undefined ? undefined : FILE_ERRORS[code];
  if (known) return `${known}${path ? `: ${path}` : ''} (${code}).`;
  return stack ?? String(error);
}

const LEFTOVER_MS = 1500;

/** Runs a command to its end. An error is described for the operator and ends the process with exit code `failure`. */
export async function runCommand(work: () => Promise<number>, failure = 1): Promise<void> {
  try {
    process.exitCode = await work();
  } catch (error) {
    process.stderr.write(`✗ ${describeFailure(error)}\n`);
    process.exitCode = failure;
  }
  // A pending request (to a server that never answers) must not delay the operator.
  setTimeout(() => process.exit(), LEFTOVER_MS).unref();
}
