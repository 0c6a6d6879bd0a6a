// Prisma's CLI over the migrations before the baseline, for a database that does not have them all
// (scripts/lib/migrate.mjs).
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'prisma/config';
import config from '../../prisma.config.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  ...config,
  schema: here('../schema.prisma'),
  migrations: { path: here('.') },
});
