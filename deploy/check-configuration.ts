// Runs before the migrations. Checks that the configuration is complete, and that the database suits this version and
// has these encryption keys. A mistake ends the start here, with its reason as the last lines of this container's log,
// instead of causing a restart loop.
import { isTooOld, knownMigrations, PASS_BY } from '@escuta/prisma/base';
import { openDatabase } from '@escuta/prisma/db';
import { parseKeyRing } from '@escuta/shared/platform/crypto/crypto';
import {
  refuseMissingKeys,
  refuseNewerSchema,
  refuseTooOldSchema,
} from '@escuta/shared/platform/database/start-refusal';
import { loadEnv } from '@escuta/shared/platform/process/env';
import { wantedAdmin } from '../api/src/startup/first-admin.ts';

try {
  const env = loadEnv();
  wantedAdmin(env);
  const pool = openDatabase({ databaseUrl: env.DATABASE_URL, poolSize: 1, name: 'escuta-verificacao' });
  try {
    await refuseNewerSchema(pool, knownMigrations());
    await refuseTooOldSchema(pool, isTooOld, PASS_BY);
    await refuseMissingKeys(pool, parseKeyRing(env.ENCRYPTION_KEYS), { lost: env.CHAVES_PERDIDAS });
  } finally {
    await pool.end();
  }
} catch (error) {
  console.error(`\nO Escuta não pode iniciar:\n${error instanceof Error ? error.message : String(error)}\n`);
  console.error('Corrija no .env e rode de novo: docker compose up -d');
  process.exit(1);
}
