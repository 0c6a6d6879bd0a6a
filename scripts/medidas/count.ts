/** Counting rules of `npm run medidas`: pure functions over the paths and contents of a tree. */
export const WORKSPACES = [
  'shared',
  'prisma',
  'api',
  'worker',
  'web',
  'demo-ai',
  'tests',
  'scripts',
] as const;

export type SourceFile = { path: string; text: string };
export type Kind = 'code' | 'test' | 'sql' | 'prisma';
export type Figures = {
  files: number;
  /** Number of lines by kind, blank lines included. */
  lines: Record<Kind, number>;
  clientCalls: number;
  statements: number;
  loops: number;
  migrations: number;
  /** Words of comments per 100 lines of code and tests. */
  commentWords: number;
};
export type Measures = {
  workspaces: Record<string, Figures>;
  largestFiles: { path: string; lines: number }[];
  largeFolders: { path: string; files: number }[];
};

/** A folder is listed if it directly contains more files than this. */
const FOLDER_FILES = 15;
const FILES_SHOWN = 15;
const CLIENT_METHODS =
  'find(?:Many|First|Unique)(?:OrThrow)?|(?:create|update)(?:Many(?:AndReturn)?)?|delete(?:Many)?|upsert|count|aggregate|groupBy';

/** The kind of source by path; undefined for a file that is not counted, such as a picture or a generated file. */
export function kindOf(path: string): Kind | undefined {
  if (path.endsWith('.sql')) return 'sql';
  if (path.endsWith('.prisma')) return 'prisma';
  if (!/\.(ts|tsx|mjs|js)$/.test(path)) return undefined;
  return path.startsWith('tests/') || /\.test\.tsx?$/.test(path) ? 'test' : 'code';
}

/** Number of lines; a final line break begins no further line. */
export const linesOf = (text: string): number =>
  text === '' ? 0 : text.split('\n').length - (text.endsWith('\n') ? 1 : 0);

/** Words of comments on separate lines; trailing comments do not count. */
export function commentWordsOf(text: string): number {
  let words = 0;
  let inBlock = false;
  for (const line of text.split('\n').map((one) => one.trim())) {
    const startsBlock = !inBlock && /^\{?\/\*/.test(line);
    if (inBlock || startsBlock || line.startsWith('//')) words += line.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
    if (inBlock || startsBlock) inBlock = !line.includes('*/');
  }
  return words;
}

/** Model names of the Prisma client in a schema: 'Empresa' is `empresa`. */
export const modelsOf = (schema: string): string[] =>
  [...schema.matchAll(/^model (\w+)/gm)].map(([, name = '']) => name.charAt(0).toLowerCase() + name.slice(1));

const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** Counts calls of the Prisma client: a model's name, followed by one of the client's methods. */
export const clientCallsOf = (text: string, models: readonly string[]): number =>
  models.length === 0
    ? 0
    : countOf(text, new RegExp(`\\.(?:${models.join('|')})\\s*\\.(?:${CLIENT_METHODS})\\(`, 'g'));

/** Counts raw SQL statements: calls of `query` and `sql`, with or without the type of their rows. */
export const statementsOf = (text: string): number => countOf(text, /\.(?:query|sql)\s*[<(]/g);

function figuresOf(files: readonly SourceFile[], models: readonly string[]): Figures {
  const lines: Figures['lines'] = { code: 0, test: 0, sql: 0, prisma: 0 };
  let words = 0;
  for (const { path, text } of files) {
    const kind = kindOf(path);
    if (kind === undefined) continue;
    lines[kind] += linesOf(text);
    if (kind === 'code' || kind === 'test') words += commentWordsOf(text);
  }
  const code = files.filter(({ path }) => kindOf(path) === 'code');
  const sum = (count: (text: string) => number) => code.reduce((total, { text }) => total + count(text), 0);
  return {
    files: files.length,
    lines,
    clientCalls: sum((text) => clientCallsOf(text, models)),
    statements: sum(statementsOf),
    loops: sum((text) => countOf(text, /\bnew PollLoop\(/g)),
    migrations: files.filter(({ path }) => path.endsWith('/migration.sql')).length,
    commentWords: Math.round((1000 * words) / Math.max(1, lines.code + lines.test)) / 10,
  };
}

/** The figures of a tree: its workspaces, their largest files of code, and folders with more than 15 sources. */
export function measure(tree: readonly SourceFile[]): Measures {
  const sources = tree.filter(({ path }) => kindOf(path) !== undefined);
  const models = modelsOf(tree.find(({ path }) => path === 'prisma/schema.prisma')?.text ?? '');
  const inside = WORKSPACES.map(
    (name) => [name, sources.filter(({ path }) => path.startsWith(`${name}/`))] as const,
  );
  const counted = inside.flatMap(([, files]) => files);
  const folders = new Map<string, number>();
  for (const { path } of counted) {
    // A unit test beside its source does not count as a source of the folder.
    if (/\.test\.tsx?$/.test(path) && !path.startsWith('tests/')) continue;
    const folder = path.slice(0, path.lastIndexOf('/'));
    folders.set(folder, (folders.get(folder) ?? 0) + 1);
  }
  return {
    workspaces: Object.fromEntries(inside.map(([name, files]) => [name, figuresOf(files, models)])),
    largestFiles: counted
      .filter(({ path }) => kindOf(path) === 'code')
      .map(({ path, text }) => ({ path, lines: linesOf(text) }))
      .sort((a, b) => b.lines - a.lines || (a.path < b.path ? -1 : 1))
      .slice(0, FILES_SHOWN),
    largeFolders: [...folders]
      .filter(([, files]) => files > FOLDER_FILES)
      .map(([path, files]) => ({ path, files }))
      .sort((a, b) => b.files - a.files || (a.path < b.path ? -1 : 1)),
  };
}
