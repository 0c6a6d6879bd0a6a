// Prisma's CLI: where things stand, and the offline engine (docs/decisions/0003-prisma-offline-engine.md).
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'prisma/config';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

if (existsSync(here('.env'))) process.loadEnvFile(here('.env'));
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= here('prisma/engine/schema-engine.mjs');
// The CLI asks a server of its makers for newer versions; a migration must not depend on, or tell, anyone outside.
process.env.CHECKPOINT_DISABLE ??= '1';
process.env.PRISMA_HIDE_UPDATE_MESSAGE ??= '1';

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations', seed: 'tsx prisma/seed/main.ts demo' },
  // `generate` and `validate` need no database.
  datasource: { url: process.env.DATABASE_URL ?? 'postgresql://localhost/escuta' },
});
