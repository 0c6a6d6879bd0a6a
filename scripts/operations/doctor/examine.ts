import type { Source } from '../settings.ts';
import { accesses } from './accesses.ts';
import { type Achado, runChecks } from './check.ts';
import { configuration, readPartialEnv } from './configuration.ts';
import { bookkeeping, database, keyRing } from './database.ts';
import { clock, provider } from './provider.ts';
import { disk, ffmpeg, mail, redis, storage, work } from './services.ts';

const CHECKS = [
  configuration,
  database,
  keyRing,
  bookkeeping,
  accesses,
  redis,
  storage,
  disk,
  ffmpeg,
  provider,
  mail,
  clock,
  work,
];

/** Examines an installation. Changes nothing except an object of its own, which it deletes. */
export function examine(source: Source): Promise<Achado[]> {
  return runChecks(CHECKS, { source, env: readPartialEnv(source) });
}
