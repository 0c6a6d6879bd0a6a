// The check at the end of a run of all integration tests: every operation of shared/src/services/log/operation-log.ts
// that changes something must have been requested, with the declared effects.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * File in a run's folder with the operations that had the declared effects, one per line
 * (tests/support/operation-log.ts).
 */
export const SEEN_FILE = 'operacoes-vistas';

/**
 * Fails a run of all files if an operation of the list was never seen. @param folder folder of the run
 * @throws Error that names each such operation
 */
export function requireAllSeen(folder) {
  const file = join(folder, SEEN_FILE);
  const seen = new Set(existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []);
  const list = readFileSync(
    new URL('../../shared/src/services/log/operation-log.ts', import.meta.url),
    'utf8',
  );
  const missing = [...list.matchAll(/^ {2}(\w+): (?:acoes|leitura|semRegistro)\(/gm)]
    .map(([, id]) => id)
    .filter((id) => !seen.has(id));
  if (missing.length === 0) return;
  process.exitCode = 1;
  throw new Error(`Nenhum teste faz estas operações, cujo registro ninguém confere: ${missing.join(', ')}`);
}
