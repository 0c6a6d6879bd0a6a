// The migrations that are made of table.ts: the newest holds all that it says.
import { readdirSync, readFileSync } from 'node:fs';
import { BY_HAND } from './before.ts';
import { functionsIn, rollUpSql } from './generate.ts';

const FOLDER = new URL('../migrations/', import.meta.url);

/** Names of the migrations that were made of the table, in order. */
const generated = (): string[] =>
  readdirSync(FOLDER)
    .filter((name) => name.endsWith('_somas_expandir'))
    .sort();

/** The one that the table is held against. @throws Error where there is none yet */
export function newestMigration(): string {
  const name = generated().at(-1);
  if (name === undefined)
    throw new Error('No migration of roll-ups: npm run somas -- AAAAMMDDhhmmss makes one');
  return name;
}

/** The text of a migration of this name: all roll-ups, in place of what was made for them by hand or by the one before. */
export function rollUpMigration(name: string): string {
  const before = generated()
    .filter((other) => other < name)
    .at(-1);
  if (before === undefined) return rollUpSql(BY_HAND);
  return rollUpSql(functionsIn(readFileSync(new URL(`${before}/migration.sql`, FOLDER), 'utf8')));
}
