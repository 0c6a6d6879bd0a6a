import { expect, it } from 'vitest';
import { namesOf } from './chunks.ts';

/** A graph of modules, each with static and dynamic imports. */
function graph(
  modules: Record<string, { imports?: string[]; onDemand?: string[]; code?: string }>,
  entry: string,
) {
  const ids = Object.keys(modules);
  const whoNames = (id: string, how: 'imports' | 'onDemand') =>
    ids.filter((other) => modules[other]?.[how]?.includes(id));
  const getModuleInfo = (id: string) =>
    modules[id]
      ? ({
          id,
          isEntry: id === entry,
          code: modules[id].code ?? '',
          importedIds: modules[id].imports ?? [],
          dynamicallyImportedIds: modules[id].onDemand ?? [],
          importers: whoNames(id, 'imports'),
          dynamicImporters: whoNames(id, 'onDemand'),
        } as never)
      : null;
  return { getModuleInfo };
}

const at = (path: string) => `/x/web/src/${path}`;
const PAGES = ['a', 'b', 'c', 'd'].map((name) => at(`features/${name}/${name}-page.tsx`));
const [LANDING, AUTH, APP] = [
  at('features/site/landing-page.tsx'),
  at('features/auth/auth-page.tsx'),
  at('app/full-app.tsx'),
];
const LIST = at('features/ligacoes/ligacoes-page.tsx');
const [AREA, SHELL] = [at('app/private-area.tsx'), at('app/shell/shell.tsx')];

const modules = {
  '/x/web/index.html': { imports: [at('main.tsx')] },
  [at('main.tsx')]: { imports: [at('lib/session.ts')], onDemand: [LANDING, AUTH, APP] },
  [at('lib/session.ts')]: {},
  [LANDING]: { imports: [at('ui/button.tsx'), at('features/site/hero.tsx')] },
  [at('features/site/hero.tsx')]: {},
  [AUTH]: { imports: [at('ui/button.tsx'), at('kit/form.ts')] },
  [APP]: { imports: [at('app/screens.ts')], onDemand: [...PAGES, LIST, AREA, SHELL] },
  [AREA]: { imports: [at('kit/events.ts')] },
  [SHELL]: { imports: [at('kit/events.ts'), at('app/nav.ts')] },
  [at('app/nav.ts')]: { imports: [at('app/screens.ts')] },
  [at('app/screens.ts')]: {},
  ...Object.fromEntries(
    PAGES.map((page, index) => [
      page,
      {
        imports: [
          ...[at('kit/list.ts'), at('kit/form.ts'), at('kit/player.ts')],
          ...(index < 2 ? [at('domain/calls.ts')] : []),
        ],
      },
    ]),
  ),
  [LIST]: { imports: [at('kit/list.ts'), at('features/ligacoes/columns.ts')] },
  [at('features/ligacoes/columns.ts')]: {},
  [at('kit/player.ts')]: {},
  [at('kit/list.ts')]: { imports: [at('lib/session.ts'), at('kit/rows.ts')] },
  [at('kit/rows.ts')]: {},
  [at('kit/events.ts')]: {},
  [at('kit/form.ts')]: {},
  [at('domain/calls.ts')]: {},
  [at('ui/button.tsx')]: {},
};

it('keeps what lists, the frame and the routes share apart from what anybody loads, and from what other pages share', () => {
  const names = namesOf(at('kit/rows.ts'), graph(modules, '/x/web/index.html'));
  expect(Object.fromEntries(names)).toEqual({
    [at('ui/button.tsx')]: 'site',
    [at('kit/form.ts')]: 'entrada',
    [at('app/screens.ts')]: 'rotas',
    [at('kit/list.ts')]: 'comum',
    [at('kit/rows.ts')]: 'comum',
    [at('kit/events.ts')]: 'comum',
    [at('kit/player.ts')]: 'partes',
    // Two pages share this module.
    [at('domain/calls.ts')]: 'miudos',
  });
});

it('leaves to the bundler what two pages share that is large, or that would load more than the frame has', () => {
  const shared = (info: { imports?: string[]; code?: string }) => {
    const changed = graph({ ...modules, [at('domain/calls.ts')]: info }, '/x/web/index.html');
    return namesOf(PAGES[0]!, changed).get(at('domain/calls.ts'));
  };
  expect(shared({ imports: [at('kit/list.ts')] })).toBe('miudos');
  expect(shared({ imports: [at('kit/player.ts')] })).toBeUndefined();
  expect(shared({ code: 'x'.repeat(3000) })).toBeUndefined();
});

it('finds the same names from wherever the bundler begins', () => {
  const modulesOf = graph(modules, '/x/web/index.html');
  expect(namesOf('/x/web/index.html', modulesOf)).toEqual(namesOf(PAGES[0]!, modulesOf));
});

it('puts an icon of a public page with what draws it, all others in files of their own', () => {
  const icon = (name: string) => `/x/node_modules/lucide-react/dist/esm/icons/${name}.mjs`;
  const drawing = (names: string) => ({
    imports: [NAMES],
    code: `import { ${names} } from "lucide-react";`,
  });
  const NAMES = '/x/node_modules/lucide-react/dist/esm/lucide-react.mjs';
  const files = ['eye', 'quote', 'bell'].map(icon);
  const drawn = {
    ...modules,
    [at('ui/button.tsx')]: drawing('Quote as Said'),
    [at('kit/form.ts')]: drawing('Eye, Quote'),
    [at('kit/list.ts')]: drawing('Bell'),
    [NAMES]: {
      imports: files,
      code: `export { default as Eye, default as LucideEye } from './icons/eye.mjs';
        export { default as Quote } from './icons/quote.mjs'; export { default as Bell } from './icons/bell.mjs';`,
    },
    ...Object.fromEntries(files.map((file) => [file, {}])),
  };
  const names = namesOf(LANDING, graph(drawn, '/x/web/index.html'));
  // The landing page uses 'quote', the sign-in uses 'eye', and only signed-in pages use 'bell'.
  expect(['quote', 'eye', 'bell'].map((name) => names.get(icon(name)))).toEqual([
    'site',
    'entrada',
    undefined,
  ]);
  expect(names.get(NAMES)).toBeUndefined();
});

it('keeps what only the legal pages show off the sign-in', () => {
  const [TERMS, PRIVACY] = [at('features/legal/terms-page.tsx'), at('features/legal/privacy-page.tsx')];
  const legal = at('features/legal/legal-page.tsx');
  const changed = {
    ...modules,
    [at('main.tsx')]: { imports: [at('lib/session.ts')], onDemand: [LANDING, AUTH, APP, TERMS, PRIVACY] },
    [TERMS]: { imports: [legal, at('kit/form.ts')] },
    [PRIVACY]: { imports: [legal] },
    [legal]: {},
  };
  const names = namesOf(AUTH, graph(changed, '/x/web/index.html'));
  expect(names.get(legal)).toBeUndefined();
  expect(names.get(at('kit/form.ts'))).toBe('entrada');
});
