// Migrations generated from table.ts; the newest holds all roll-ups.
import { readdirSync, readFileSync } from 'node:fs';
import { BY_HAND } from './before.ts';
import { functionsIn, rollUpSql } from './generate.ts';

const FOLDER = new URL('../migrations/', import.meta.url);

const generated = (): string[] =>
  readdirSync(FOLDER)
    .filter((name) => name.endsWith('_somas_expandir'))
    .sort();

/** @throws Error without a generated migration */
export function newestMigration(): string {
  const name = generated().at(-1);
  if (name === undefined)
    throw new Error('No migration of roll-ups: npm run somas -- AAAAMMDDhhmmss makes one');
  return name;
}

/** A migration of this name: all roll-ups, replacing all earlier ones. */
export function rollUpMigration(name: string): string {
  const before = generated()
    .filter((other) => other < name)
    .at(-1);
  if (before === undefined) return rollUpSql(BY_HAND);
  return rollUpSql(functionsIn(readFileSync(new URL(`${before}/migration.sql`, FOLDER), 'utf8')));
}
