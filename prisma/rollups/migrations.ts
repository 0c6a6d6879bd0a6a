// Migrations generated from table.ts; each creates all roll-up functions.
import { readdirSync, readFileSync } from 'node:fs';
import { BY_HAND } from './before.ts';
import { functionsIn, rollUpSql } from './generate.ts';

const FOLDER = new URL('../migrations/', import.meta.url);

const generated = (): string[] =>
  readdirSync(FOLDER)
    .filter((name) => name.endsWith('_somas_expandir'))
    .sort();

/** Newest generated migration's name. @throws Error if there is none */
export function newestMigration(): string {
  const name = generated().at(-1);
  if (name === undefined)
    throw new Error('No migration of roll-ups: npm run somas -- AAAAMMDDhhmmss makes one');
  return name;
}

/** SQL of the migration `name`: creates all roll-up functions; drops the previous migration's other functions. */
export function rollUpMigration(name: string): string {
  const before = generated()
    .filter((other) => other < name)
    .at(-1);
  if (before === undefined) return rollUpSql(BY_HAND);
  return rollUpSql(functionsIn(readFileSync(new URL(`${before}/migration.sql`, FOLDER), 'utf8')));
}
