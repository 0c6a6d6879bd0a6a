/**
 * Reduces contracts for the browser. A contract consists of zod schemas, which are built while the page waits; usually
 * the web needs only its id, method, path, kind, answers, topic and touches (`Endpoint` of lib/network/api.ts). In a
 * build, a file that does not use a contract's schemas imports a module with only those fields instead.
 */
import { readdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { type Plugin, runnerImport } from 'vite';

const PREFIX = '@escuta/shared/contracts/';
/** Query in the name of a reduced module, followed by the contract's export name. */
const BARE = '?rota=';
const IMPORT = /import\s*\{([^}]*)\}\s*from\s*'@escuta\/shared\/contracts\/([\w/-]+)';/g;

/** Source text of a reduced export. `words`: the fields kept of a contract; null for a constant, kept as a whole. */
type BareExport = { text: string; words: readonly string[] | null };
/** Reduced exports by the name of their module, then by their own name. */
export type BareExports = ReadonlyMap<string, ReadonlyMap<string, BareExport>>;

type Values = Readonly<Record<string, unknown>>;

/** True for values that survive JSON unchanged. */
function isPlain(value: unknown): boolean {
  if (value === null || ['string', 'boolean'].includes(typeof value)) return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (Array.isArray(value)) return value.every(isPlain);
  if (typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return false;
  return Object.values(value).every(isPlain);
}

/** Reduced exports of a module: each contract's fields, and constants. */
export function bareExports(values: Values): Map<string, BareExport> {
  const found = new Map<string, BareExport>();
  for (const [name, value] of Object.entries(values)) {
    const { id, method, path, kind, access, answerS, topic, touches, response } = (value ?? {}) as Record<
      string,
      unknown
    >;
    if (typeof id === 'string' && typeof method === 'string' && typeof path === 'string' && response) {
      const { who } = access as { who: string };
      const words = { id, method, path, kind, access: { who }, answerS, topic, touches };
      found.set(name, { text: JSON.stringify(words), words: Object.keys(words) });
    } else if (isPlain(value)) {
      found.set(name, { text: JSON.stringify(value), words: null });
    }
  }
  return found;
}

/** The text of a file with its imports of contracts divided into reduced and whole ones; null if nothing changes. */
export function divideImports(code: string, contracts: BareExports): string | null {
  let changed = false;
  const text = code.replace(IMPORT, (whole: string, list: string, module: string) => {
    const bare = contracts.get(module);
    if (!bare) return whole;
    const names = list
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== '' && !one.startsWith('type '));
    const needsSchema = (one: string): boolean => {
      const [name = '', , local = name] = one.split(/\s+/);
      const known = bare.get(name);
      if (!known?.words) return !known;
      return new RegExp(`\\b${local}\\s*\\.\\s*(?!(?:${known.words.join('|')})\\b)\\w`).test(code);
    };
    const withSchemas = names.filter(needsSchema);
    const bareOnes = names.filter((one) => !needsSchema(one));
    if (bareOnes.length === 0) return whole;
    changed = true;
    const from = (some: string, query = '') => `import { ${some} } from '${PREFIX}${module}${query}';`;
    const imports = [
      ...(withSchemas.length > 0 ? [from(withSchemas.join(', '))] : []),
      ...bareOnes.map((one) => from(one, `${BARE}${one.replace(/\s.*/, '')}`)),
    ];
    // Keeps the number of lines, so that stack traces and the source map stay right.
    return `${imports.join('')}${'\n'.repeat(whole.split('\n').length - 1)}`;
  });
  return changed ? text : null;
}

/** A module's name: its path below the folder of contracts. */
const nameOf = (path: string): string => path.replace(/\.ts$/, '').replaceAll('\\', '/');

/** Exports of every contract module, by the module's name. */
async function loadContracts(root: string, folder: string): Promise<Map<string, Values>> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map(nameOf);
  const entry = 'virtual:contracts';
  const { module } = await runnerImport<{ modules: Record<string, Values> }>(entry, {
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [
      {
        name: 'escuta:all-contracts',
        resolveId: (id) => (id === entry ? id : null),
        load: (id) =>
          id === entry
            ? `${names.map((name, at) => `import * as m${at} from ${JSON.stringify(join(folder, `${name}.ts`))};`).join('\n')}
export const modules = { ${names.map((name, at) => `${JSON.stringify(name)}: m${at}`).join(', ')} };`
            : null,
      },
    ],
  });
  return new Map(Object.entries(module.modules));
}

/** Reduces the web's imports of contracts, in builds only: development and tests use whole contracts. */
export function bareContracts(): Plugin {
  let root = '';
  let folder = '';
  const contracts = new Map<string, Map<string, BareExport>>();
  return {
    name: 'escuta:bare-contracts',
    apply: 'build',
    enforce: 'pre',
    configResolved(config) {
      root = config.root;
      folder = resolve(root, '../shared/src/contracts');
    },
    async buildStart() {
      for (const [name, values] of await loadContracts(root, folder))
        contracts.set(name, bareExports(values));
    },
    resolveId(source) {
      const [module = '', name] = source.split(BARE);
      if (!module.startsWith(PREFIX) || !name) return null;
      const file = join(folder, `${module.slice(PREFIX.length)}.ts`);
      return { id: `${file}${BARE}${name}`, moduleSideEffects: false };
    },
    load(id) {
      const [file = '', name] = id.split(BARE);
      if (!file.startsWith(folder) || !name) return null;
      const text = contracts.get(nameOf(relative(folder, file)))?.get(name)?.text;
      return text === undefined ? null : `export const ${name} = ${text};`;
    },
    transform(code, id) {
      if (!/[\\/]web[\\/]src[\\/][^?]*\.tsx?$/.test(id) || !code.includes(PREFIX)) return null;
      const text = divideImports(code, contracts);
      return text === null ? null : { code: text, map: null };
    },
  };
}
