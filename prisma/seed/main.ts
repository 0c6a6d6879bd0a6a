// npm run seed -- <scenario>: fills the database of DATABASE_URL. Scenarios may run again: existing rows stay. The last
// line on stdout is JSON.

import { loadEnv } from '@escuta/shared/platform/process/env';
import { createLogger } from '@escuta/shared/platform/process/log';
import { createStore } from '@escuta/shared/platform/storage/create-store';
import { createPrisma } from '../src/client.ts';
import { openDatabase } from '../src/db.ts';
import type { SeedContext } from './context.ts';
import { seedDemo } from './scenarios/demo.ts';
import { seedVazio } from './scenarios/vazio.ts';
import { seedVolume } from './scenarios/volume.ts';
import { verifyInstallation } from './verify.ts';

type Scenario = (context: SeedContext, args: string[]) => Promise<object>;
const SCENARIOS: Record<string, Scenario> = { vazio: seedVazio, demo: seedDemo, volume: seedVolume };

const [name = '', ...args] = process.argv.slice(2);
const scenario = SCENARIOS[name];
if (!scenario) {
  console.error(`Cenário desconhecido: "${name}". Use um de: ${Object.keys(SCENARIOS).join(', ')}.`);
  process.exit(2);
}
const env = loadEnv();
const log = createLogger('seed', env.LOG_LEVEL);
const connection = { databaseUrl: env.DATABASE_URL, poolSize: 4, name: 'escuta-seed' };
const [db, prisma] = [openDatabase(connection), createPrisma(connection)];
const context: SeedContext = {
  env,
  log,
  prisma,
  db,
  store: await createStore(env),
};
try {
  const made = await scenario(context, args);
  await verifyInstallation(context);
  console.log(JSON.stringify(made));
} finally {
  await Promise.all([db.end(), prisma.$disconnect()]);
}
