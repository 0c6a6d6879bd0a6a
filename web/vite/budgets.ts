/**
 * Size limits of a build's pages, checked in each build, because small scripts add up unseen. tests/e2e/shell.test.ts
 * checks the sign-in's transferred bytes, tests/e2e/entrevista-em-campo.test.ts those of the runner's own build.
 */
import { gzipSync } from 'node:zlib';
import type { FirstFiles } from './first-files.ts';

/** Greatest number of scripts in a page's first opening, with all imports: each costs a request, whatever its size. */
const SCRIPTS = 30;
/** Greatest size of a screen's own file, bytes after gzip; shared code lies in other files. */
const SCREEN_BYTES = 40_000;

interface Built {
  table: FirstFiles;
  /** Names of the scripts in the page's HTML. */
  loaded: readonly string[];
  /** Text of a script by its name under assets/, without '.js'; undefined if the build has none. */
  textOf: (file: string) => string | undefined;
}

/** The scripts of each screen's first opening, except the screen's own file. */
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

/** Exceeded limits, each with page and figure; none if the build keeps all. */
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
