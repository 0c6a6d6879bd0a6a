/**
 * Groups the app's modules into files. By default the bundler makes a file for every set of pages that share a module:
 * 110 scripts for a signed-in page, most smaller than their HTTP headers.
 */
import type { Rolldown } from 'vite';

type Group = Rolldown.CodeSplittingGroup;
type Modules = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>;

/** Pages without a session, which must not load code of the signed-in area. */
const PUBLIC_ENTRY =
  /[\\/]web[\\/](?:index\.html$|src[\\/](?:main\.tsx$|app[\\/](?:full-app|not-found-page)\.tsx$|features[\\/](?:site|auth|legal)[\\/]))/;
const LANDING = /[\\/]features[\\/]site[\\/]landing-page\.tsx$/;
/** The application's frame of routes: without a session it loads only on the way to the sign-in. */
const APP = /[\\/]app[\\/](?:full-app|not-found-page)\.tsx$/;
/** The HTML page and its script, whose modules are in the first file anyway. */
const FIRST = /[\\/]web[\\/](?:index\.html|src[\\/]main\.tsx)$/;
/** Modules loaded with every signed-in page. */
const FRAME = /[\\/]src[\\/]app[\\/](?:private-area|shell[\\/]shell)\.tsx$/;
/** The list of calls: nearly every page shares its parts (a list, filters, figures). */
const LIST = /[\\/]src[\\/]features[\\/]ligacoes[\\/]ligacoes-page\.tsx$/;
/** React, its router, and class names, which the bundler would put into a file of their own for some pages. */
const REACT =
  /node_modules[\\/](?:react|react-dom|react-router|react-router-dom|scheduler|cookie|class-variance-authority)[\\/](?!.*\?copia)/;
const ICONS = /[\\/]lucide-react[\\/]/;
/** The module that exports every icon, through which all pages import icons. */
const ICON_NAMES = /[\\/]lucide-react[\\/].*[\\/]lucide-react\.m?js$/;
const LEGAL = /[\\/]features[\\/]legal[\\/]/;
/** A module of at least this many signed-in pages and dialogs gets no file for each set of them. */
const SHARED_BY = 4;
/** Least number of sharers for the group of forms with their schemas, and the player. */
const FORMS_BY = 14;
/**
 * A module smaller than this, with fewer sharers than `SHARED_BY`, gets no file of its own (bytes before minifying).
 */
const SMALL_BYTES = 2_500;
/** Groups that a signed-in page's frame loads. */
const WITH_FRAME: ReadonlySet<string> = new Set(['site', 'entrada', 'comum']);
/** Icons with fewer bytes than this get no file of their own (source bytes). */
const ICONS_BYTES = 14_000;

/** All modules connected with a module, in either direction. */
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

/** Modules that load statically with a module, including itself. */
function loadedWith(entry: string, graph: ReadonlyMap<string, Rolldown.ModuleInfo>): Set<string> {
  const found = new Set([entry]);
  for (const id of found) for (const imported of graph.get(id)?.importedIds ?? []) found.add(imported);
  return found;
}

/** Icons that a module uses, by imported name. */
function drawnBy({ code }: Rolldown.ModuleInfo): string[] {
  const lists = [...(code ?? '').matchAll(/import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/g)];
  return lists.flatMap(([, names = '']) =>
    names.split(',').map((name) => name.trim().replace(/\s+as\s.*$/, '')),
  );
}

/** The module of each icon, by all of its names. */
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
 * The file of each module that is not left to the bundler: `site` (what the landing page shares with others), `entrada`
 * (what the other public pages and the app share), `rotas` (what the routes share with signed-in pages: the screens'
 * lines), `comum` (what the signed-in area's frame and its lists share with others), `formularios` (what many others
 * share), `partes` (what fewer do) and `miudos` (small modules that two or three share: left to the bundler, each set
 * of pages gets a file of some hundred bytes). What the public pages load stays out of these, and nothing in them
 * reaches back to a page: a page's imports are its own. Nor does one reach back to another: whoever loads a module
 * loads what it imports, which therefore has as many users at least, so that no two files import each other (their
 * order would then depend on which came first).
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
    // Modules of the legal pages alone would weigh on the sign-in.
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
  /** A small module whose static imports all come with the frame, so that a page loads nothing else for it. */
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

/** The groups for the bundler, which asks for each module. */
export function chunkGroups(): Group[] {
  let names: Map<string, string> | undefined;
  return [
    // A long-lived chunk: it changes only with React's or the router's version.
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
      // An unlisted dependency stays out; otherwise the landing page would load code that it never uses.
      includeDependenciesRecursively: false,
    },
    // Icons without a group of their own.
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
