/**
 * Tells a page which files its address needs, before any other script runs (theme-bootstrap.js). Otherwise the browser
 * discovers them one after the other (entry, application, frame, screen), each after a round trip.
 */
import type { Rolldown } from 'vite';

/** The fields of a screen of app/screens.ts by which its first files are found. */
export interface RoutedScreen {
  path: string;
  frame: 'site' | 'bare' | 'shell';
  /** Path of the screen's module, from the folder web: '/src/features/…'. */
  module: string;
}

/**
 * `files`: names of files under assets/, without '.js'; the numbers below are indices in it. `of`: the files that all
 * screens in a frame need. `routes`: for each screen, the files that it needs besides.
 */
export interface FirstFiles {
  files: string[];
  of: Record<RoutedScreen['frame'], number[]>;
  routes: [path: string, frame: RoutedScreen['frame'], files: number[]][];
}

type Chunk = Pick<Rolldown.OutputChunk, 'type' | 'fileName' | 'facadeModuleId' | 'imports'>;

const APP = '/src/app/full-app.tsx';
const AREA = '/src/app/private-area.tsx';
const SHELL = '/src/app/shell/shell.tsx';

/**
 * Builds the table of first files for a build.
 * @param loaded files named in the page's HTML, which the table leaves out
 * @throws if a screen has no file of its own in the build
 */
export function firstFiles(
  bundle: Readonly<Record<string, Chunk | { type: 'asset' }>>,
  screens: readonly RoutedScreen[],
  loaded: readonly string[],
): FirstFiles {
  const chunks = Object.values(bundle).filter((output): output is Chunk => output.type === 'chunk');
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const withImports = (module: string): string[] => {
    const entry = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(module));
    if (!entry) throw new Error(`no file of the build is that of ${module}`);
    const found = new Set([entry.fileName]);
    for (const name of found) for (const imported of byName.get(name)?.imports ?? []) found.add(imported);
    return [...found];
  };
  const there = new Set(loaded);
  const names = new Map<string, number>();
  const numbers = (files: readonly string[], without: readonly number[] = []): number[] =>
    files
      .filter((file) => !there.has(file))
      .map((file) => {
        const number = names.get(file) ?? names.size;
        names.set(file, number);
        return number;
      })
      .filter((number, index, all) => !without.includes(number) && all.indexOf(number) === index);
  const bare = numbers([...withImports(APP), ...withImports(AREA)]);
  const of = {
    site: [],
    bare,
    shell: numbers([...withImports(APP), ...withImports(AREA), ...withImports(SHELL)]),
  };
  const routes = screens.map(({ path, frame, module }): FirstFiles['routes'][number] => [
    path,
    frame,
    numbers(withImports(module), of[frame]),
  ]);
  return { files: [...names.keys()].map((file) => file.replace(/^assets\/|\.js$/g, '')), of, routes };
}
