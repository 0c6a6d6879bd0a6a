// All files, commands, routes and variables that the documentation names exist.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { expect, it } from 'vitest';
import openapi from '../../api/openapi.json' with { type: 'json' };
import root from '../../package.json' with { type: 'json' };

const LEFT_OUT = new Set(['node_modules', 'dist', 'generated', '.data', '.git', 'compilado', 'capturas']);

/** Every file of the repository under a folder, except packages and generated files. */
function filesOf(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (LEFT_OUT.has(entry.name)) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesOf(path) : [path];
  });
}

const files = filesOf('.');
const pages = files
  .filter((path) => path.endsWith('.md'))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
/** The sources that may name a variable or a page. */
const sources = files
  .filter((path) => /(\.(tsx?|mjs|ya?ml|sh|cfg|conf|prisma)|Dockerfile|\.env\.example)$/.test(path))
  .filter((path) => path !== 'tests/architecture/docs.test.ts')
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
const words = new Set(sources.flatMap(({ text }) => text.match(/\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/g) ?? []));

/** A page's pieces in backticks, and its code blocks. */
const codeOf = (text: string): string[] => [
  ...[...text.matchAll(/```[^\n]*\n([\s\S]*?)```/g)].map(([, code = '']) => code),
  ...[...text.replaceAll(/```[\s\S]*?```/g, '').matchAll(/`([^`]+)`/g)].map(([, code = '']) => code),
];

/** The faults that `test` finds in all pages, each as `page: fault`. */
const faults = (test: (page: { path: string; text: string }) => readonly string[]): string[] =>
  pages.flatMap((page) => test(page).map((fault) => `${page.path}: ${fault}`));

/** A heading's anchor on GitHub. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[`*]/g, '')
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
const anchorsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));

it('the README is one page with two pictures', () => {
  const text = readFileSync('README.md', 'utf8');
  expect(text.split('\n').length - 1).toBeLessThanOrEqual(90);
  expect(text.match(/!\[/g)).toHaveLength(2);
  expect(text).toContain('npm start');
  expect(text).toContain('docker compose up -d --build');
});

it('a link leads to a file, and to a heading in it', () => {
  const broken = faults(({ path, text }) =>
    [...text.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = '']) => {
      if (/^[a-z]+:/.test(link)) return [];
      const [file = '', anchor] = decodeURI(link).split('#');
      const target = file === '' ? path : normalize(join(dirname(path), file));
      if (!existsSync(target)) return [link];
      return anchor === undefined || anchorsOf(readFileSync(target, 'utf8')).includes(anchor) ? [] : [link];
    }),
  );
  expect(broken).toEqual([]);
});

/** Names that no source contains: of an operator's own files, and of values that a client of the API fills in. */
const THEIRS = new Set([
  'deploy/certificados/certificado.pem',
  'postgresql.conf',
  'pg_service.conf',
  'COMPOSE_FILE',
  'CHAVE_DA_EMPRESA',
  'ID_DO_PROJETO',
  'ID_DA_AUDITORIA',
]);

it('a file or folder that a page names is there', () => {
  const FILE = /^[\w.@-][\w.@/-]*\.(tsx?|mjs|sh|yml|cfg|conf|tsv|prisma)$/;
  const FOLDER = /^(docs|deploy|tests|bench|shared|prisma|api|worker|web|demo-ai|scripts|samples)\/[\w./-]+$/;
  const isThere = (piece: string) =>
    existsSync(piece) ||
    // A package's import path lacks the folder src, as in its `exports`.
    existsSync(piece.replace('/', '/src/')) ||
    files.some((file) => file.endsWith(`/${piece}`));
  const missing = faults(({ path, text }) =>
    // The changelog names former files.
    path === 'CHANGELOG.md'
      ? []
      : codeOf(text)
          .flatMap((code) => code.split(/[\s:(),]+/))
          .filter(
            (piece) => (FILE.test(piece) || FOLDER.test(piece)) && !THEIRS.has(piece) && !isThere(piece),
          ),
  );
  expect(missing).toEqual([]);
});

it('a command that a page names is there', () => {
  const scripts = new Set(Object.keys(root.scripts));
  const compose = readFileSync('docker-compose.yml', 'utf8');
  const entrypoint = readFileSync('deploy/entrypoint.sh', 'utf8');
  const missing = faults(({ text }) => [
    ...[...text.matchAll(/\bnpm run (?:-s )?([\w:]*\w)/g)].flatMap(([all, name = '']) =>
      scripts.has(name) ? [] : [all],
    ),
    ...[...text.matchAll(/\bnpx tsx ([\w./-]+\.ts)/g)].flatMap(([all, file = '']) =>
      existsSync(file) ? [] : [all],
    ),
    ...[...text.matchAll(/--profile ([\w-]+)/g)].flatMap(([all, name]) =>
      new RegExp(`profiles: \\[[^\\]]*\\b${name}\\b`).test(compose) ? [] : [all],
    ),
    ...[...text.matchAll(/run --rm [^`\n]*?operacao\s+(\w+)/g)].flatMap(([all, name]) =>
      new RegExp(`\\b${name}\\b`).test(entrypoint) ? [] : [all],
    ),
  ]);
  expect(missing).toEqual([]);
});

it('a variable that a page names is read by something', () => {
  const missing = faults(({ text }) =>
    codeOf(text)
      .flatMap((code) => code.match(/\b[A-Z][A-Z0-9]*_[A-Z0-9_]*[A-Z0-9]\b/g) ?? [])
      .filter((name) => !words.has(name) && !THEIRS.has(name)),
  );
  expect(missing).toEqual([]);
});

it('a route that a page for operators or programmers names is one of the API', () => {
  const shape = (path: string) => path.replaceAll(/\{[^}]*\}/g, '{}');
  const routes = new Set(
    Object.entries(openapi.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${shape(path)}`),
    ),
  );
  /** Routes of the API that have no contract. */
  const BESIDE = new Set(['GET /live', 'GET /ready', 'GET /metrics']);
  const missing = faults(({ path, text }) =>
    path.startsWith('docs/operacao/') || path.startsWith('docs/dev/')
      ? [...text.matchAll(/`(GET|POST|PUT|PATCH|DELETE) (?:\/api\/v1)?(\/[\w/{}-]+)`/g)]
          .map(([, method = '', address = '']) => `${method} ${shape(address)}`)
          .filter((route) => !routes.has(route) && !BESIDE.has(route))
      : [],
  );
  expect(missing).toEqual([]);
});

it('a page that a source names is there', () => {
  const missing = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/\bdocs\/(?:operacao|dev|decisions|imagens)\/[\w./-]*\w|\bdocs\/[\w-]+\.md/g)]
      .map(([name]) => name)
      .filter((name) => !files.some((file) => file.startsWith(name)))
      .map((name) => `${path}: ${name}`),
  );
  // Ignores scripts/casos/, where a name comes from another product's documentation.
  expect(missing.filter((fault) => !fault.startsWith('scripts/casos/'))).toEqual([]);
});

it('a decision has its number, date and state, and its line in the index', () => {
  const index = readFileSync('docs/decisions/README.md', 'utf8');
  const decisions = pages.filter(({ path }) => /^docs\/decisions\/\d{4}-/.test(path));
  const lines = decisions.map(({ path, text }) => {
    const file = relative('docs/decisions', path);
    const head = /^# (\d+)\. (.+)\n\nDate: (\d{4}-\d\d-\d\d)\. State: (valid|replaced by \d+)\./.exec(text);
    expect(head, path).not.toBeNull();
    const [, number, title, date, state] = head ?? [];
    expect(Number(file.slice(0, 4)), path).toBe(Number(number));
    return `| ${number} | [${title}](${file}) | ${date} | ${state} |`;
  });
  expect(index.match(/^\| \d+ .+$/gm)).toEqual(lines);
});

it('each page for operators and programmers is in the index of its folder', () => {
  const missing = ['docs/operacao', 'docs/dev'].flatMap((folder) => {
    const index = readFileSync(join(folder, 'README.md'), 'utf8');
    return readdirSync(folder).filter(
      (name) => name.endsWith('.md') && name !== 'README.md' && !index.includes(`](${name})`),
    );
  });
  expect(missing).toEqual([]);
});
