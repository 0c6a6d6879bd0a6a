import { closeSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** Says under which descriptor the environment was handed over. */
const HANDED = 'ESCUTA_AMBIENTE';

/**
 * Takes an environment that deploy/entrypoint.sh handed over by a pipe: what a process began with can be read of it as long as it lives
 * (/proc/<pid>/environ), also after it was deleted there; what it was told afterwards cannot. Nothing where none was handed over.
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
