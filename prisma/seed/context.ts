import type { Database } from '@escuta/prisma/db';
import type { Env } from '@escuta/shared/platform/process/env';
import type { Logger } from '@escuta/shared/platform/process/log';
import type { ObjectStore } from '@escuta/shared/platform/storage/object-store';
import type { createPrisma } from '../src/client.ts';

export type SeedContext = {
  env: Env;
  log: Logger;
  prisma: ReturnType<typeof createPrisma>;
  db: Database;
  store: ObjectStore;
};
