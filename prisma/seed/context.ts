import type { Database } from '@escuta/prisma/db';
import type { Env } from '@escuta/shared/node/env';
import type { Logger } from '@escuta/shared/node/log';
import type { ObjectStore } from '@escuta/shared/node/object-store';
import type { createPrisma } from '../src/client.ts';

/** What a scenario works with. */
export type SeedContext = {
  env: Env;
  log: Logger;
  prisma: ReturnType<typeof createPrisma>;
  db: Database;
  store: ObjectStore;
};
