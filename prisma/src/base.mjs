// The baseline migration replaces all earlier ones (prisma/base.json). This file finds how to upgrade a database whose
// migrations were replaced.
import { readdirSync, readFileSync } from 'node:fs';

/** @type {{ base: string, passBy: string, before: string[] }} */
const { base, passBy, before } = JSON.parse(readFileSync(new URL('../base.json', import.meta.url), 'utf8'));

export const BASE = base;

/** The oldest commit whose databases this version upgrades; older databases must first be upgraded to that commit. */
export const PASS_BY = passBy;

/**
 * @param {URL} folder
 * @returns {string[]} the folder's migration names, in order
 */
const namesIn = (folder) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();

/**
 * This version's migrations, in order: the baseline and later ones.
 * @returns {string[]}
 */
export const migrationNames = () => namesIn(new URL('../migrations/', import.meta.url));

/**
 * Names of the migrations after PASS_BY that the baseline includes.
 * @returns {string[]}
 */
export const upgradeNames = () => namesIn(new URL('../upgrade/', import.meta.url));

/**
 * Names of all migrations that a database may have, including those that the baseline replaces.
 * @returns {string[]}
 */
export const knownMigrations = () => [...before, ...upgradeNames(), ...migrationNames()];

/**
 * A database's completed migrations that were not rolled back, in order.
 * @param {{ query: (text: string) => Promise<{ rows: { nome: string }[] }> }} db
 * @returns {Promise<string[]>}
 * @throws the database's error, also if no migration was ever applied
 */
export async function appliedMigrations(db) {
  const { rows } = await db.query(
    `select distinct migration_name as nome from _prisma_migrations
     where finished_at is not null and rolled_back_at is null order by 1`,
  );
  return rows.map(({ nome }) => nome);
}

/**
 * Migrations begun, but neither completed nor rolled back. `logs`: Prisma's error; null if the process was killed.
 * @param {{ query: (text: string) => Promise<{ rows: { nome: string, logs: string | null }[] }> }} db
 * @returns {Promise<{ nome: string, logs: string | null }[]>}
 * @throws the database's error, also if no migration was ever applied
 */
export async function unfinishedMigrations(db) {
  const { rows } = await db.query(
    `select migration_name as nome, nullif(logs, '') as logs from _prisma_migrations
     where finished_at is null and rolled_back_at is null order by 1`,
  );
  return rows;
}

/**
 * The step that brings a database to the baseline.
 * @param {readonly string[]} applied the database's migrations
 * @returns {'nothing' | 'mark' | 'upgrade' | 'too_old'} `nothing`: the database has no migration, or the baseline;
 * `mark`: it has all that the baseline replaces; `upgrade`: it lacks some of upgradeNames(); `too_old`: older than
 * PASS_BY
 */
export function wayToBase(applied) {
  const has = new Set(applied);
  if (has.size === 0 || has.has(base)) return 'nothing';
  if (!before.every((name) => has.has(name))) return 'too_old';
  return upgradeNames().every((name) => has.has(name)) ? 'mark' : 'upgrade';
}

/**
 * True if a database is older than PASS_BY.
 * @param {readonly string[]} applied the database's migrations
 * @returns {boolean}
 */
export const isTooOld = (applied) => wayToBase(applied) === 'too_old';

/**
 * A database's missing migrations, in order.
 * @param {readonly string[]} applied its migrations
 * @returns {string[]}
 */
export function missingMigrations(applied) {
  const has = new Set(applied);
  const wanted =
    wayToBase(applied) === 'upgrade' ? [...upgradeNames(), ...migrationNames()] : migrationNames();
  return wanted.filter((name) => !has.has(name));
}
