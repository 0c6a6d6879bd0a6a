// The baseline: one migration that stands for all before it (prisma/base.json), and the way to it of a database that has those.
import { readdirSync, readFileSync } from 'node:fs';

/** @type {{ base: string, passBy: string, before: string[] }} */
const { base, passBy, before } = JSON.parse(readFileSync(new URL('../base.json', import.meta.url), 'utf8'));

/** The baseline's name. */
export const BASE = base;

/** The oldest commit whose databases this version takes further: an older one passes through it first. */
export const PASS_BY = passBy;

/** @param {URL} folder @returns {string[]} names of its migrations, in order */
const namesIn = (folder) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();

/** Names of the migrations that this version of the product brings, in order: the baseline and those after it. @returns {string[]} */
export const migrationNames = () => namesIn(new URL('../migrations/', import.meta.url));

/** Names of the migrations between PASS_BY and the baseline, which has what they did. @returns {string[]} */
export const upgradeNames = () => namesIn(new URL('../upgrade/', import.meta.url));

/** Every name that a database of this version may have: also those that the baseline stands for. @returns {string[]} */
export const knownMigrations = () => [...before, ...upgradeNames(), ...migrationNames()];

/**
 * Names of the migrations that a database has, in order: applied to their end and not rolled back.
 * @param {{ query: (text: string) => Promise<{ rows: { nome: string }[] }> }} db
 * @returns {Promise<string[]>}
 * @throws the database's error, also when no migration was ever applied
 */
export async function appliedMigrations(db) {
  const { rows } = await db.query(
    `select distinct migration_name as nome from _prisma_migrations
     where finished_at is not null and rolled_back_at is null order by 1`,
  );
  return rows.map(({ nome }) => nome);
}

/**
 * The step that brings a database to the baseline.
 * @param {readonly string[]} applied names of the migrations that it has
 * @returns {'nothing' | 'mark' | 'upgrade' | 'too_old'} `nothing`: it is empty, or has the baseline; `mark`: it has all that the baseline
 *   makes; `upgrade`: it lacks some of upgradeNames(); `too_old`: it is of a version before PASS_BY
 */
export function wayToBase(applied) {
  const has = new Set(applied);
  if (has.size === 0 || has.has(base)) return 'nothing';
  if (!before.every((name) => has.has(name))) return 'too_old';
  return upgradeNames().every((name) => has.has(name)) ? 'mark' : 'upgrade';
}

/** True for a database of a version before PASS_BY. @param {readonly string[]} applied @returns {boolean} */
export const isTooOld = (applied) => wayToBase(applied) === 'too_old';

/**
 * The migrations that a database lacks, in the order in which they are applied.
 * @param {readonly string[]} applied names of the migrations that it has
 * @returns {string[]}
 */
export function missingMigrations(applied) {
  const has = new Set(applied);
  const wanted =
    wayToBase(applied) === 'upgrade' ? [...upgradeNames(), ...migrationNames()] : migrationNames();
  return wanted.filter((name) => !has.has(name));
}
