import type { Database } from '@escuta/prisma/db';
import type { KeyRing } from '@escuta/shared/platform/crypto/crypto';
import type { GuardedNetwork } from '@escuta/shared/platform/http/guarded-http';
import type { Env } from '@escuta/shared/platform/process/env';
import type { Logger } from '@escuta/shared/platform/process/log';
import type { ObjectStore } from '@escuta/shared/platform/storage/object-store';
import type { Redis } from 'ioredis';

/** The dependencies of features, created once by main.ts or a test. */
export type Deps = {
  env: Env;
  log: Logger;
  db: Database;
  redis: Redis;
  store: ObjectStore;
  keyRing: KeyRing;
  /** Networks in which the telephony servers of companies may be. */
  telephonyNetwork: GuardedNetwork;
};
