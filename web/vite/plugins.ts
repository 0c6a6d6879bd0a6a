/** Build steps of this project, mostly for the page's first paint. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { minify, type Plugin, runnerImport } from 'vite';
import { overBudget } from './budgets.ts';
import { firstFiles, type RoutedScreen } from './first-files.ts';

/** Text in theme-bootstrap.js that is replaced by the table of first files (first-files.ts). */
const TABLE = 'null; // first-files';

/** The fields of a screen of app/screens.ts that are used here; the screen's own type would need React's types. */
type Screen = Pick<RoutedScreen, 'path' | 'frame'> & {
  load: () => unknown;
  first?: { asks: readonly string[]; at?: string };
};

/** Every screen of the product, read from the sources. */
async function allScreens(root: string): Promise<readonly Screen[]> {
  const options = { root, configFile: false, logLevel: 'error' } as const;
  const [site, area] = await Promise.all([
    runnerImport<{ siteScreens: readonly Screen[] }>('/src/app/site-screens.ts', options),
    runnerImport<{ privateScreens: readonly Screen[] }>('/src/app/screens.ts', options),
  ]);
  return [...site.module.siteScreens, ...area.module.privateScreens];
}

/**
 * Every screen, with the module that it loads.
 * @throws if a screen's module cannot be found
 */
async function routedScreens(root: string): Promise<RoutedScreen[]> {
  return (await allScreens(root)).map(({ path, frame, load }) => {
    const found = /["'](\/src\/[^"']+)["']/.exec(String(load))?.[1];
    if (!found) throw new Error(`what the screen ${path} loads cannot be read: ${String(load)}`);
    return { path, frame, module: found };
  });
}

/**
 * Provides the module `virtual:first-asks`: each screen's first requests, for the entry script, which contains no
 * screens (lib/page/first-answers.ts).
 */
export function firstAsks(): Plugin {
  const id = 'virtual:first-asks';
  let root = '';
  return {
    name: 'escuta:first-asks',
    configResolved(config) {
      root = config.root;
    },
    resolveId: (source) => (source === id ? `\0${id}` : null),
    async load(asked) {
      if (asked !== `\0${id}`) return null;
      const rows = (await allScreens(root)).flatMap(({ path, first }) =>
        first ? [[first.at ?? path, first.asks]] : [],
      );
      return `export default ${JSON.stringify(rows)};`;
    },
  };
}

/**
 * Puts `src/theme-bootstrap.js` into the page as a classic, blocking script in a file of its own, with the table of
 * first files. The content security policy forbids inline scripts, and a module would run after the first paint, so
 * that people with the dark theme would see a white flash. Also fails the build if a page exceeds its size limit.
 */
export function themeBootstrap(): Plugin {
  const source = new URL('../src/theme-bootstrap.js', import.meta.url);
  let root = '';
  let isBuild = false;
  let base = '/';
  let made: { fileName: string; source: string } | undefined;
  return {
    name: 'escuta:theme-bootstrap',
    configResolved(config) {
      isBuild = config.command === 'build';
      base = config.base;
      root = config.root;
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        let src = `${base}src/theme-bootstrap.js`;
        if (isBuild && bundle) {
          const loaded = [...html.matchAll(/assets\/[\w~.-]+\.js/g)].map(([file]) => file);
          const table = firstFiles(bundle, await routedScreens(root), loaded);
          const text = await readFile(source, 'utf8');
          if (!text.includes(TABLE)) throw new Error('theme-bootstrap.js lost the place of its table');
          const whole = text.replace(TABLE, () => `${JSON.stringify(table)};`);
          const { code, errors } = await minify('theme-bootstrap.js', whole, { module: false });
          if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
          const hash = createHash('sha256').update(code).digest('base64url').slice(0, 8);
          made = { fileName: `assets/theme-${hash}.js`, source: code };
          src = base + made.fileName;
          const faults = overBudget({
            table,
            loaded: [made.fileName, ...loaded],
            textOf: (file) => {
              const output = bundle[`assets/${file}.js`];
              return made?.fileName === `assets/${file}.js`
                ? code
                : output?.type === 'chunk'
                  ? output.code
                  : undefined;
            },
          });
          if (faults.length > 0)
            throw new Error(`pages over their budget (budgets.ts):\n${faults.join('\n')}`);
        }
        const tags = [`<script src="${src}"></script>`];
        // Preloads the font, for the prerendered landing page. Other pages show no text before their scripts run, which
        // the font would delay on a slow line, so prerender.ts removes the preload there.
        const font = Object.keys(bundle ?? {}).find((name) => name.endsWith('.woff2'));
        if (font) {
          tags.push(
            `<link rel="preload" href="${base}${font}" as="font" type="font/woff2" crossorigin data-landing />`,
          );
        }
        return html.replace('<!-- theme-bootstrap -->', tags.join('\n    '));
      },
    },
    generateBundle: {
      order: 'post',
      handler() {
        if (made) this.emitFile({ type: 'asset', ...made });
      },
    },
  };
}

/** Copies the font to an address without a hash, for pages that this build does not make: the queue board's. */
export function fontForOthers(): Plugin {
  return {
    name: 'escuta:font-for-others',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const font = Object.values(bundle).find(({ fileName }) => /^assets\/inter-.*\.woff2$/.test(fileName));
        if (font?.type !== 'asset') throw new Error('the build has no font');
        this.emitFile({ type: 'asset', fileName: 'inter.woff2', source: font.source });
      },
    },
  };
}

/** Query in a module's name that marks the second copy of react-router. */
const COPY = '?copia';

/**
 * `react-router-core`: a second copy of react-router, in a chunk of its own. The library is a single module, which a
 * bundler cannot split: the sign-in, which needs only links and the address, would load the data router too (25 kB of
 * 120). Import only code without React's contexts from the copy: `createBrowserRouter`.
 */
export function routerCore(): Plugin {
  return {
    name: 'escuta:router-core',
    enforce: 'pre',
    async resolveId(source, importer) {
      const inside = importer?.endsWith(COPY) && source.startsWith('.');
      if (source !== 'react-router-core' && !inside) return null;
      const found = await this.resolve(
        inside ? source : 'react-router',
        inside ? importer?.slice(0, -COPY.length) : importer,
        { skipSelf: true },
      );
      return found && { id: found.id + COPY, moduleSideEffects: false };
    },
    async load(id) {
      return id.endsWith(COPY) ? readFile(id.slice(0, -COPY.length), 'utf8') : null;
    },
  };
}

/**
 * Replaces equal copies of a package by the first one: every Radix package brings its own copy of react-slot,
 * react-primitive and compose-refs in the same version (some twenty each).
 */
export function oneOfEach(): Plugin {
  const first = new Map<string, string>();
  const FOLDER = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/](.*)$/;
  return {
    name: 'escuta:one-of-each',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      if (!importer || source.startsWith('\0')) return null;
      const found = await this.resolve(source, importer, { ...options, skipSelf: true });
      const [, folder, file] = FOLDER.exec(found?.id ?? '') ?? [];
      if (!found || !folder || !file) return null;
      let same = first.get(folder);
      if (same === undefined) {
        const { name, version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
        const key = `${name}@${version}`;
        same = first.get(key) ?? folder;
        first.set(key, same);
        first.set(folder, same);
      }
      return same === folder ? null : { ...found, id: join(same, file) };
    },
  };
}

/**
 * Removes from icons what only developers need: display names for React's tools, aliases, and the random React keys of
 * parts whose order never changes.
 */
export function bareIcons(): Plugin {
  const NAME = /if \(iconData\.name\) \{\s*Component\.displayName = [^}]*\}/;
  return {
    name: 'escuta:bare-icons',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!/[\\/]lucide-react[\\/]/.test(id)) return null;
      if (/createLucideIcon\.m?js$/.test(id)) {
        if (!NAME.test(code)) throw new Error('lucide-react names its icons in another way now');
        return { code: code.replace(NAME, ''), map: null };
      }
      if (!/[\\/]icons[\\/]/.test(id)) return null;
      return {
        code: code.replace(/, key: "\w+"/g, '').replace(/^ {2}aliases: \[[^\]]*\],?$/m, ''),
        map: null,
      };
    },
  };
}

/**
 * Refuses a build whose files import each other in a circle: the order of evaluation would then depend on which file
 * loads first, and a file could find exports of another file undefined.
 */
export function noCircles(): Plugin {
  return {
    name: 'escuta:no-circles',
    apply: 'build',
    generateBundle(_options, bundle) {
      const done = new Set<string>();
      const visit = (file: string, path: readonly string[]): void => {
        const from = path.indexOf(file);
        if (from >= 0) throw new Error(`files of the build in a circle: ${path.slice(from).join(' → ')}`);
        const output = bundle[file];
        if (done.has(file) || output?.type !== 'chunk') return;
        for (const imported of output.imports) visit(imported, [...path, file]);
        done.add(file);
      };
      for (const file of Object.keys(bundle)) visit(file, []);
    },
  };
}
