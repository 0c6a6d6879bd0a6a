/**
 * Gives a page the list of files that its address needs before any script runs (theme-bootstrap.js). By default they
 * are discovered one after the other (entry, application, frame, screen), each after a round trip.
 */
import type { Rolldown } from 'vite';

/** The part of a screen of app/screens.ts that its first files depend on. */
export interface RoutedScreen {
  path: string;
  frame: 'site' | 'bare' | 'shell';
  /** Path of its module, from the web's root: '/src/features/…'. */
  module: string;
}

/**
 * `files`: names under assets/ without '.js'. `of`: files of signed-in pages by frame, without the screen's own.
 * `routes`: each screen's.
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
 * The table of a build.
 * @param loaded files named in the page's HTML
 * @throws if a screen has no file of its own, because the table would lack it
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
