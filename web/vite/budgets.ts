/**
 * Budgets of a build's pages, held at each build: scripts are added one by one, each of them small, and nobody sees
 * their sum. The sign-in's bytes as transferred are held in tests/e2e/shell.test.ts, those of the runner, a build of
 * its own, in tests/e2e/entrevista-em-campo.test.ts.
 */
import { gzipSync } from 'node:zlib';
import type { FirstFiles } from './first-files.ts';

/**
 * Maximum number of scripts that a page's first opening asks for, all that they import included: each costs a
 * request, whatever its size.
 */
const SCRIPTS = 30;
/** Maximum size of a screen's own file, bytes compressed with gzip; shared code lies in other files. */
const SCREEN_BYTES = 40_000;

interface Built {
  table: FirstFiles;
  /** Names of the scripts that the page itself names. */
  loaded: readonly string[];
  /** The text of a script by its name under assets/, without '.js'; undefined where it is none of the build. */
  textOf: (file: string) => string | undefined;
}

/** The scripts of each screen's first opening, the file of the screen itself apart. */
export function pageScripts({ table, loaded }: Pick<Built, 'table' | 'loaded'>) {
  return table.routes.map(([path, frame, files]) => {
    const named = (numbers: readonly number[]) => numbers.map((number) => table.files[number] ?? '');
    return {
      path,
      scripts: [
        ...loaded.map((file) => file.replace(/^assets\/|\.js$/g, '')),
        ...named(table.of[frame]),
        ...named(files),
      ],
      own: named(files.slice(0, 1))[0],
    };
  });
}

/** Budgets that a build exceeds, each with the page and the figure; none if all are kept. */
export function overBudget(built: Built): string[] {
  const weigh = (file: string) => gzipSync(built.textOf(file) ?? '', { level: 9 }).length;
  return pageScripts(built).flatMap(({ path, scripts, own }) => {
    const faults: string[] = [];
    if (scripts.length > SCRIPTS) faults.push(`${path}: ${scripts.length} scripts (at most ${SCRIPTS})`);
    const ownBytes = own === undefined ? 0 : weigh(own);
    if (ownBytes > SCREEN_BYTES) {
      faults.push(`${path}: its own file weighs ${ownBytes} bytes (at most ${SCREEN_BYTES})`);
    }
    return faults;
  });
}
