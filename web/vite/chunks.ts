/**
 * Groups the app's modules into files. By default, the bundler makes a file for every set of pages that share a module:
 * a signed-in page would load 110 scripts, most of them smaller than their HTTP headers.
 */
import type { Rolldown } from 'vite';

type Group = Rolldown.CodeSplittingGroup;
type Modules = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>;

/** Modules that start the pages for people without a session; these must not load code of the signed-in area. */
const PUBLIC_ENTRY =
  /[\\/]web[\\/](?:index\.html$|src[\\/](?:main\.tsx$|app[\\/](?:full-app|not-found-page)\.tsx$|features[\\/](?:site|auth|legal)[\\/]))/;
const LANDING = /[\\/]features[\\/]site[\\/]landing-page\.tsx$/;
/** The application's routes; a person without a session loads them only when going to the sign-in. */
const APP = /[\\/]app[\\/](?:full-app|not-found-page)\.tsx$/;
/** The HTML page and its script; modules that page or script loads are in the first file and need no group. */
const FIRST = /[\\/]web[\\/](?:index\.html|src[\\/]main\.tsx)$/;
/** The frame of the signed-in area, which is loaded with every signed-in page. */
const FRAME = /[\\/]src[\\/]app[\\/](?:private-area|shell[\\/]shell)\.tsx$/;
/** The list of calls, whose parts (a list, filters, figures) nearly every page uses, too. */
const LIST = /[\\/]src[\\/]features[\\/]ligacoes[\\/]ligacoes-page\.tsx$/;
/** React, its router and the class-name library; the bundler would give them a separate file for some sets of pages. */
const REACT =
  /node_modules[\\/](?:react|react-dom|react-router|react-router-dom|scheduler|cookie|class-variance-authority)[\\/](?!.*\?copia)/;
const ICONS = /[\\/]lucide-react[\\/]/;
/** The module that exports every icon, through which all pages import icons. */
const ICON_NAMES = /[\\/]lucide-react[\\/].*[\\/]lucide-react\.m?js$/;
const LEGAL = /[\\/]features[\\/]legal[\\/]/;
/** Modules that at least this many signed-in pages and dialogs use are put into a common group. */
const SHARED_BY = 4;
/** Least number of pages and dialogs that use a module of group `formularios` (forms, their schemas, the player). */
const FORMS_BY = 14;
/**
 * A module smaller than this, used by fewer than `SHARED_BY` pages, gets no file of its own (bytes before minifying).
 */
const SMALL_BYTES = 2_500;
/** Groups that are loaded with the frame of every signed-in page. */
const WITH_FRAME: ReadonlySet<string> = new Set(['site', 'entrada', 'comum']);
/** Sets of icons smaller than this get no file of their own (bytes before minifying). */
const ICONS_BYTES = 14_000;

/** All modules connected with a module by imports, in either direction. */
function graphOf(start: string, modules: Modules): Map<string, Rolldown.ModuleInfo> {
  const graph = new Map<string, Rolldown.ModuleInfo>();
  const open = [start];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const info = graph.has(id) ? null : modules.getModuleInfo(id);
    if (!info) continue;
    graph.set(id, info);
    open.push(
      ...info.importedIds,
      ...info.dynamicallyImportedIds,
      ...info.importers,
      ...info.dynamicImporters,
    );
  }
  return graph;
}

/** The modules that are loaded statically with a module, including the module itself. */
function loadedWith(entry: string, graph: ReadonlyMap<string, Rolldown.ModuleInfo>): Set<string> {
  const found = new Set([entry]);
  for (const id of found) for (const imported of graph.get(id)?.importedIds ?? []) found.add(imported);
  return found;
}

/** Imported names of the icons that a module uses. */
function drawnBy({ code }: Rolldown.ModuleInfo): string[] {
  const lists = [...(code ?? '').matchAll(/import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/g)];
  return lists.flatMap(([, names = '']) =>
    names.split(',').map((name) => name.trim().replace(/\s+as\s.*$/, '')),
  );
}

/** The module of each icon, by each of the icon's names. */
function iconModules(graph: ReadonlyMap<string, Rolldown.ModuleInfo>): Map<string, string> {
  const all = [...graph.values()].find(({ id }) => ICON_NAMES.test(id));
  const lines = [...(all?.code ?? '').matchAll(/export\s*\{([^}]*)\}\s*from\s*["']\.\/([^"']+)["']/g)];
  return new Map(
    lines.flatMap(([, names = '', file]) =>
      [...names.matchAll(/default as (\w+)/g)].map(
        ([, name = '']) => [name, all?.id.replace(/[^\\/]+$/, () => file ?? '') ?? ''] as const,
      ),
    ),
  );
}

/**
 * Decides in which file each shared module goes; modules without an entry are left to the bundler.
 * - `site`: modules that the landing page shares with others
 * - `entrada`: modules that the other public pages share with others
 * - `rotas`: modules that the application's routes share with signed-in pages
 * - `comum`: modules that the frame of the signed-in area or the list of calls shares with others
 * - `formularios`: modules that many (`FORMS_BY`) signed-in pages share; `partes`: modules that fewer share
 * - `miudos`: small modules that two or three share; the bundler would make a file of some hundred bytes for each set
 *   of pages
 * Pages themselves, and modules that the HTML page loads first, get no entry. Files do not import each other in a
 * circle, in which the order of evaluation would depend on which file loads first: whoever loads a module also loads
 * what it imports, so an imported module has at least as many users.
 */
export function namesOf(start: string, modules: Modules): Map<string, string> {
  const graph = graphOf(start, modules);
  const isCode = (id: string) => !id.includes('node_modules');
  const entries = [...graph.values()].filter((info) => info.isEntry || info.dynamicImporters.some(isCode));
  const entryIds = new Set(entries.map(({ id }) => id));
  const uses = new Map<string, { publicly: string[]; signedIn: number; frame: boolean; list: boolean }>();
  const icons = iconModules(graph);
  for (const { id: entry } of entries) {
    const loaded = [...loadedWith(entry, graph)].filter((id) => !ICONS.test(id));
    const drawn = loaded.flatMap((id) => drawnBy(graph.get(id) as Rolldown.ModuleInfo));
    for (const id of new Set([...loaded, ...drawn.flatMap((name) => icons.get(name) ?? [])])) {
      const use = uses.get(id) ?? { publicly: [], signedIn: 0, frame: false, list: false };
      if (PUBLIC_ENTRY.test(entry)) use.publicly.push(entry);
      else use.signedIn += 1;
      use.frame ||= FRAME.test(entry);
      use.list ||= LIST.test(entry);
      uses.set(id, use);
    }
  }
  const isLoadedFirst = (id: string): boolean =>
    uses.get(id)?.publicly.some((entry) => FIRST.test(entry)) ?? false;
  const names = new Map<string, string>();
  for (const [id, { publicly, signedIn, frame, list }] of uses) {
    if (entryIds.has(id) || isLoadedFirst(id)) continue;
    // Modules that only the legal pages use get no group, because the sign-in would have to load that group, too.
    if (signedIn === 0 && publicly.every((entry) => LEGAL.test(entry))) continue;
    if (publicly.length === 0) {
      if (ICONS.test(id)) continue;
      if ((frame && signedIn > 1) || (list && signedIn >= SHARED_BY)) names.set(id, 'comum');
      else if (signedIn >= SHARED_BY) names.set(id, signedIn >= FORMS_BY ? 'formularios' : 'partes');
    } else if (signedIn > 0 && publicly.every((entry) => APP.test(entry))) {
      names.set(id, 'rotas');
    } else if (publicly.length + signedIn > 1) {
      names.set(id, publicly.some((entry) => LANDING.test(entry)) ? 'site' : 'entrada');
    }
  }
  const small = new Map<string, boolean>();
  /** True for a small module whose static imports all load with the frame, so that no page loads more files for it. */
  const isSmall = (id: string): boolean => {
    const known = small.get(id);
    if (known !== undefined) return known;
    small.set(id, false);
    const [use, info] = [uses.get(id), graph.get(id)];
    const isIt =
      !names.has(id) &&
      isCode(id) &&
      use !== undefined &&
      use.publicly.length === 0 &&
      use.signedIn > 1 &&
      !entryIds.has(id) &&
      (info?.code?.length ?? 0) < SMALL_BYTES &&
      (info?.importedIds ?? []).every(
        (imported) =>
          WITH_FRAME.has(names.get(imported) ?? '') ||
          isLoadedFirst(imported) ||
          REACT.test(imported) ||
          ICONS.test(imported) ||
          isSmall(imported),
      );
    small.set(id, isIt);
    return isIt;
  };
  for (const id of [...uses.keys()].filter(isSmall)) names.set(id, 'miudos');
  return names;
}

/** The groups for the bundler, which asks each group about every module. */
export function chunkGroups(): Group[] {
  let names: Map<string, string> | undefined;
  return [
    // React and the router get a file of their own, which browsers can cache until one of their versions changes.
    {
      name: 'react',
      test: REACT,
      priority: 2,
    },
    {
      name: (id, modules) => {
        names ??= namesOf(id, modules);
        return names.get(id) ?? null;
      },
      priority: 1,
      // Keeps a module's dependencies out of its group; otherwise the landing page would load code that it never uses.
      includeDependenciesRecursively: false,
    },
    // Icons that `namesOf` assigns to no group.
    {
      name: 'icones',
      test: ICONS,
      minShareCount: 2,
      entriesAware: true,
      entriesAwareMergeThreshold: ICONS_BYTES,
      includeDependenciesRecursively: false,
    },
  ];
}
