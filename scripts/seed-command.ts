// npm run seed -- <scenario>: fills the database named by the environment, or that of `npm start` in this checkout
// (started for the duration of the command), after applying migrations.

import { applyMigrations, refuseUnfitDatabase } from './lib/database.mjs';
import { ensureSecrets } from './lib/env-file.mjs';
import { runSeed } from './lib/stack.mjs';
import { runCommand } from './operations/command-line.ts';
import { OperatorError, readSettings } from './operations/settings.ts';

const USAGE = 'Uso: npm run seed -- demo|vazio|volume';

await runCommand(async () => {
  const [scenario, ...args] = process.argv.slice(2);
  if (!scenario || !['demo', 'vazio', 'volume'].includes(scenario)) throw new OperatorError(USAGE);
  const settings = await readSettings({ startServers: true });
  try {
    const databaseUrl = settings.source.DATABASE_URL as string;
    await refuseUnfitDatabase(databaseUrl, settings.source);
    const { environment } = ensureSecrets({ ...settings.source });
    await applyMigrations(databaseUrl);
    const made = await runSeed({ ...process.env, ...environment }, scenario, { args });
    if (made.criada === false) {
      process.stderr.write('A demonstração só é criada em uma instalação vazia, uma vez: nada mudou.\n');
    }
    process.stdout.write(`${JSON.stringify(made)}\n`);
    return 0;
  } finally {
    await settings.close();
  }
});
