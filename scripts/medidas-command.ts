// npm run medidas: prints the sizes of the sources by workspace.
// - `-- --antes FILE`: compares them with the figures of an earlier run
// - `--gravar FILE`: saves the figures
// - `--commit C`: measures a commit instead of the working copy
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { table } from './lib/table.ts';
import { type Figures, kindOf, type Measures, measure, type SourceFile } from './medidas/count.ts';
import { editsIn } from './medidas/edits.ts';

const { values } = parseArgs({
  options: { antes: { type: 'string' }, gravar: { type: 'string' }, commit: { type: 'string' } },
});

const git = (...args: string[]): string =>
  execFileSync('git', args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });

/** Reads a folder's sources known to git, by path, except files deleted but not committed. */
const readTree = (folder: string, paths: readonly string[]): SourceFile[] =>
  paths
    .filter((path) => kindOf(path) !== undefined && existsSync(join(folder, path)))
    .map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }));

function treeOf(commit: string | undefined): SourceFile[] {
  if (commit === undefined)
    return readTree('.', git('ls-files', '-z', '--cached', '--others', '--exclude-standard').split('\0'));
  const folder = mkdtempSync(join(tmpdir(), 'escuta-medidas-'));
  try {
    git('archive', `--output=${join(folder, 'tree.tar')}`, commit);
    execFileSync('tar', ['-xf', join(folder, 'tree.tar'), '-C', folder]);
    return readTree(folder, git('ls-tree', '-r', '-z', '--name-only', commit).split('\0'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const COLUMNS: readonly [string, (figures: Figures) => number][] = [
  ['arquivos', ({ files }) => files],
  ['código', ({ lines }) => lines.code],
  ['testes', ({ lines }) => lines.test],
  ['SQL', ({ lines }) => lines.sql],
  ['prisma', ({ lines }) => lines.prisma],
  ['cliente', ({ clientCalls }) => clientCalls],
  ['SQL à mão', ({ statements }) => statements],
  ['laços', ({ loops }) => loops],
  ['migrações', ({ migrations }) => migrations],
  ['palavras/100', ({ commentWords }) => commentWords],
];

/** A figure, with its difference from the earlier one. */
function show(now: number, before: number | undefined): string {
  const difference = before === undefined ? 0 : Math.round((now - before) * 10) / 10;
  return difference === 0 ? `${now}` : `${now} (${difference > 0 ? '+' : ''}${difference})`;
}

const tree = treeOf(values.commit);
const now = measure(tree);
const before =
  values.antes === undefined ? undefined : (JSON.parse(readFileSync(values.antes, 'utf8')) as Measures);
const sumOf = (measures: Measures, figure: (figures: Figures) => number): number =>
  Object.values(measures.workspaces).reduce((total, one) => total + figure(one), 0);

table(
  ['', ...COLUMNS.map(([title]) => title)],
  [
    ...Object.entries(now.workspaces).map(([name, figures]) => [
      name,
      ...COLUMNS.map(([, figure]) => {
        const earlier = before?.workspaces[name];
        return show(figure(figures), earlier && figure(earlier));
      }),
    ]),
    [
      'soma',
      // Words per 100 lines have no sum.
      ...COLUMNS.slice(0, -1).map(([, figure]) => show(sumOf(now, figure), before && sumOf(before, figure))),
    ],
  ],
);
table(
  ['maiores arquivos', 'linhas'],
  now.largestFiles.map(({ path, lines }) => [
    path,
    show(lines, before?.largestFiles.find((one) => one.path === path)?.lines),
  ]),
);
table(
  [
    `pastas com mais de 15 arquivos: ${show(now.largeFolders.length, before?.largeFolders.length)}`,
    'arquivos',
  ],
  now.largeFolders.map(({ path, files }) => [
    path,
    show(files, before?.largeFolders.find((one) => one.path === path)?.files),
  ]),
);
// Printed only for the working copy, because an older commit may not have these places.
if (values.commit === undefined) {
  table(
    ['edições para um novo (dd2f2bdd)', 'lugares'],
    editsIn(tree).map(({ what, before: then, now: places }) => [what, show(places, then)]),
  );
}
if (values.gravar !== undefined) writeFileSync(values.gravar, `${JSON.stringify(now, null, 2)}\n`);
