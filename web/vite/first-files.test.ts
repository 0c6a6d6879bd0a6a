import { expect, it } from 'vitest';
import { firstFiles } from './first-files.ts';

const chunk = (name: string, module: string | null, imports: string[] = []) => ({
  type: 'chunk' as const,
  fileName: `assets/${name}.js`,
  facadeModuleId: module && `/x/web${module}`,
  imports: imports.map((one) => `assets/${one}.js`),
});

const bundle = Object.fromEntries(
  [
    chunk('index', '/index.html', ['react']),
    chunk('react', null),
    chunk('app', '/src/app/full-app.tsx', ['react', 'index']),
    chunk('area', '/src/app/private-area.tsx', ['shared']),
    chunk('shell', '/src/app/shell/shell.tsx', ['shared']),
    chunk('shared', null, ['react']),
    chunk('list', '/src/features/list/list-page.tsx', ['shared', 'table']),
    chunk('table', null),
    chunk('auth', '/src/features/auth/auth-page.tsx', ['react']),
  ].map((one) => [one.fileName, one]),
);
const LIST = {
  path: '/dashboard/:id/list',
  frame: 'shell',
  module: '/src/features/list/list-page.tsx',
} as const;

it('names for each screen what it loads that the page does not name itself, the frame apart', () => {
  const auth = { path: '/auth', frame: 'site', module: '/src/features/auth/auth-page.tsx' } as const;
  const { files, of, routes } = firstFiles(bundle, [LIST, auth], ['assets/index.js', 'assets/react.js']);
  const named = (numbers: readonly number[]) => numbers.map((number) => files[number]);
  expect(named(of.bare)).toEqual(['app', 'area', 'shared']);
  expect(named(of.shell)).toEqual(['app', 'area', 'shared', 'shell']);
  expect(of.site).toEqual([]);
  expect(routes.map(([path, frame, numbers]) => [path, frame, named(numbers)])).toEqual([
    ['/dashboard/:id/list', 'shell', ['list', 'table']],
    ['/auth', 'site', ['auth']],
  ]);
});

it('says which screen has no file of its own', () => {
  expect(() => firstFiles({}, [LIST], [])).toThrow('full-app.tsx');
});
