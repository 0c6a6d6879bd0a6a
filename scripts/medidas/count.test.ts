import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { clientCallsOf, commentWordsOf, kindOf, linesOf, measure, modelsOf, statementsOf } from './count.ts';
import { EDITS, editsIn } from './edits.ts';

describe('the figures of the sources', () => {
  it('tell code, tests, SQL and schema apart, and count nothing else', () => {
    expect(
      ['api/src/a.ts', 'api/src/a.test.ts', 'tests/support/a.ts', 'prisma/m/migration.sql'].map(kindOf),
    ).toEqual(['code', 'test', 'test', 'sql']);
    expect(kindOf('prisma/schema.prisma')).toBe('prisma');
    expect(kindOf('api/openapi.json')).toBeUndefined();
  });

  it('count lines with and without a break at the end', () => {
    expect([linesOf(''), linesOf('a'), linesOf('a\n'), linesOf('a\n\nb\n')]).toEqual([0, 1, 1, 3]);
  });

  it('count the words of comments that have lines of their own', () => {
    const text =
      "// Two words\nconst a = 'http://x'; // none\n/** One.\n * more words */\nconst b = 1;\n/* x */\n";
    expect(commentWordsOf(text)).toBe(6);
  });

  it('count calls of models, and statements with the type of their rows', () => {
    const models = modelsOf('model Empresa {\n}\nmodel LoteItem {\n}\nenum Papel {\n}');
    expect(models).toEqual(['empresa', 'loteItem']);
    const text =
      'db.empresa.findMany(); db.within(s)\n  .loteItem\n  .updateMany({}); rows.update(x); list.find(f)';
    expect(clientCallsOf(text, models)).toBe(2);
    expect(statementsOf('db.query(sql`x`); db.sql<{ id: string }>(y); z.object({ query: 1 })')).toBe(2);
  });

  it('are given by workspace, with folders of more than 15 files', () => {
    const files = Array.from({ length: 16 }, (_, at) => ({
      path: `api/src/f${at}.ts`,
      text: 'a\n'.repeat(at),
    }));
    const { workspaces, largestFiles, largeFolders } = measure([
      ...files,
      { path: 'worker/src/w.ts', text: '// One\nnew PollLoop(() => 1)\n' },
      { path: 'prisma/migrations/1_x_expandir/migration.sql', text: 'select 1;\n' },
      { path: 'docs/x.ts', text: 'x' },
    ]);
    expect(workspaces.api).toMatchObject({ files: 16, lines: { code: 120, test: 0 } });
    expect(workspaces.worker).toMatchObject({ loops: 1, commentWords: 50 });
    expect(workspaces.prisma).toMatchObject({ migrations: 1, lines: { sql: 1 } });
    expect(largestFiles[0]).toEqual({ path: 'api/src/f15.ts', lines: 15 });
    expect(largeFolders).toEqual([{ path: 'api/src', files: 16 }]);
  });
});

it('knows the places of a new filter, list or dialog, and misses one that names its example no more', () => {
  const tree = [...new Set(EDITS.flatMap(({ places }) => places.map(([path]) => path)))].map((path) => ({
    path,
    text: readFileSync(path, 'utf8'),
  }));
  expect(editsIn(tree).map(({ now }) => now)).toEqual(EDITS.map(({ places }) => places.length));
  const [first, ...others] = tree;
  expect(() => editsIn([{ path: first?.path ?? '', text: '' }, ...others])).toThrow(first?.path);
});
