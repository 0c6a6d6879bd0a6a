/**
 * Size limits of a build's pages, checked in each build, because many small additions would otherwise go unnoticed.
 * tests/e2e/shell.test.ts checks the transferred bytes of the sign-in, tests/e2e/entrevista-em-campo.test.ts those of
 * the interview runner, which is built separately.
 */
import { gzipSync } from 'node:zlib';
import type { FirstFiles } from './first-files.ts';

/** Greatest number of scripts in a page's first opening, with all imports, as each costs a request at any size. */
const SCRIPTS = 30;
/** Greatest size of a screen's own file, bytes after gzip; shared code lies in other files. */
const SCREEN_BYTES = 40_000;

interface Built {
  table: FirstFiles;
  /** Names of the scripts that the page's HTML names. */
  loaded: readonly string[];
  /** Text of a script by its name under assets/, without '.js'; undefined if the build has none. */
  textOf: (file: string) => string | undefined;
}

/** For each screen, the scripts that it loads when first opened, and its own file. */
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

/** The exceeded limits, each with page and figure; empty if the build exceeds none. */
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
