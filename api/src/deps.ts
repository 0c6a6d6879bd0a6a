import type { createPrisma } from '@escuta/prisma/client';
import type { KeyRing } from '@escuta/shared/node/crypto';
import type { Env } from '@escuta/shared/node/env';
import type { GuardedNetwork } from '@escuta/shared/node/guarded-http';
import type { Logger } from '@escuta/shared/node/log';
import type { ObjectStore } from '@escuta/shared/node/object-store';
import type { WatchedStore } from '@escuta/shared/node/watched-store';
import type { Redis } from 'ioredis';
import type { Pool } from 'pg';
import type { Metrics } from './plugins/metrics.ts';
import type { Sessions } from './plugins/sessions.ts';
import type { Subscriptions } from './plugins/subscriptions.ts';
import type { Tokens } from './plugins/tokens.ts';

/** What features are built from; made once in main.ts (or by a test). */
export type Deps = {
  env: Env;
  log: Logger;
  prisma: ReturnType<typeof createPrisma>;
  /** For the hot lists' prepared statements. */
  pool: Pool;
  redis: Redis;
  store: ObjectStore;
  keyRing: KeyRing;
  /** Where the companies' telephony servers may be. */
  telephonyNetwork: GuardedNetwork;
};

/** `Deps` and the services that live as long as one app: buildApp makes and closes them. */
export type AppDeps = Omit<Deps, 'store'> & {
  store: WatchedStore;
  tokens: Tokens;
  sessions: Sessions;
  subscriptions: Subscriptions;
  metrics: Metrics;
  /** True once the process is on its way out: readiness answers red. */
  isStopping: () => boolean;
  /** Runs when the app becomes ready. */
  onStart: (run: () => Promise<void> | void) => void;
  /** Runs before the app closes: what would keep connections open ends here. */
  onStop: (run: () => Promise<void> | void) => void;
};
