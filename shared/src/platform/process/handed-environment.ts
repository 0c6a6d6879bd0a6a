import { closeSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** Variable with the file descriptor of a handed-over environment. */
const HANDED = 'ESCUTA_AMBIENTE';

/**
 * Reads an environment that deploy/entrypoint.sh sends through a pipe, because a process's initial environment stays
 * readable (/proc/<pid>/environ).
 */
export function takeHandedEnvironment(env: NodeJS.ProcessEnv): void {
  const descriptor = env[HANDED];
  if (descriptor === undefined) return;
  const fd = Number(descriptor);
  const packed = readFileSync(fd, 'latin1');
  closeSync(fd);
  delete env[HANDED];
  for (const line of gunzipSync(Buffer.from(packed, 'base64')).toString('utf8').split('\0')) {
    const at = line.indexOf('=');
    if (at > 0) env[line.slice(0, at)] = line.slice(at + 1);
  }
}
