// Imports point in one direction. Each rule is a sentence of the design; a failure names the file and the import.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { circlesOf, filesUnder, importsOf } from '../support/source-files.ts';

type Source = { path: string; text: string; imports: string[] };

/** Modules that every file may import: the database handle, and the error for a write whose result is unknown. */
const HANDLE = '@escuta/prisma/db';
const CARRIED = new Set([HANDLE, '@escuta/prisma/result-unknown']);
const WORKSPACES = ['shared', 'prisma', 'api', 'worker', 'web', 'demo-ai'];

const sources: Source[] = WORKSPACES.flatMap((workspace) => filesUnder(join(workspace, 'src'))).map(
  (path) => {
    const text = readFileSync(path, 'utf8');
    return { path, text, imports: importsOf(path, text) };
  },
);
const isTest = ({ path }: Source) => /\.test\.tsx?$/.test(path);
const product = sources.filter((source) => !isTest(source));
const under = (...folders: string[]) =>
  product.filter(({ path }) => folders.some((folder) => path.startsWith(folder)));

/** Every forbidden import of these files, as 'file → import'. */
function offences(files: Source[], isAllowed: (imported: string, file: Source) => boolean): string[] {
  return files.flatMap((file) =>
    file.imports
      .filter((imported) => !isAllowed(imported, file))
      .map((imported) => `${file.path} → ${imported}`),
  );
}

const isOurs = (name: string) =>
  name.startsWith('@escuta/') || WORKSPACES.some((w) => name.startsWith(`${w}/`));

describe('what this test reads', () => {
  it('finds imports of every form', () => {
    const text = `import a from 'x';\nimport type { b } from './b.ts';\nimport {\n  c,\n  d,\n} from '../c.ts';\nimport 'e';\nexport { f } from './f.ts';\nconst g = await import('./g.ts');`;
    expect(importsOf('api/src/m/n.ts', text)).toEqual([
      'x',
      'api/src/m/b.ts',
      'api/src/c.ts',
      'e',
      'api/src/m/f.ts',
      'api/src/m/g.ts',
    ]);
  });

  it('sees the whole product', () => {
    for (const workspace of WORKSPACES) {
      expect(
        product.filter(({ path }) => path.startsWith(`${workspace}/`)).length,
        workspace,
      ).toBeGreaterThan(0);
    }
  });
});

describe('imports point one way', () => {
  it('domain is pure: only itself and libraries without I/O', () => {
    const files = under('shared/src/domain/');
    const pure = new Set(['zod', 'ipaddr.js']);
    expect(offences(files, (name) => pure.has(name) || name.startsWith('shared/src/domain/'))).toEqual([]);
  });

  it('contracts and queues stand on domain alone', () => {
    const allowed = ['shared/src/domain/', 'shared/src/contracts/', 'shared/src/queues/'];
    const files = under('shared/src/contracts/', 'shared/src/queues/');
    expect(offences(files, (name) => name === 'zod' || allowed.some((a) => name.startsWith(a)))).toEqual([]);
  });

  it("shared never imports api, worker or web, and of prisma only the handle's type", () => {
    const isAllowed = (name: string) => !isOurs(name) || name.startsWith('shared/') || name === HANDLE;
    expect(offences(under('shared/'), isAllowed)).toEqual([]);
    const values = /^import (?!type )[^;]*'@escuta\/prisma\/db'/m;
    expect(under('shared/').filter((file) => !isTest(file) && values.test(file.text))).toEqual([]);
  });

  it('prisma imports nothing of ours but shared', () => {
    const isAllowed = (name: string) =>
      !isOurs(name) || name.startsWith('prisma/') || name.startsWith('@escuta/shared/');
    expect(offences(under('prisma/'), isAllowed)).toEqual([]);
  });

  it.each([
    ['api', ['worker', 'web', 'demo-ai']],
    ['worker', ['api', 'web', 'demo-ai']],
    ['demo-ai', ['api', 'worker', 'web', 'prisma']],
    ['web', ['api', 'worker', 'prisma', 'demo-ai']],
  ])('%s never imports %j', (workspace, others) => {
    const isAllowed = (name: string) =>
      !others.some((other) => name.startsWith(`${other}/`) || name.startsWith(`@escuta/${other}/`));
    expect(offences(under(`${workspace}/`), isAllowed)).toEqual([]);
  });

  it('the engine knows no analysis: what a stage does stands apart from how it runs', () => {
    const files = under('worker/src/engine/');
    expect(files.length).toBeGreaterThan(5);
    const allowed = ['worker/src/engine/', 'worker/src/metrics/'];
    expect(
      offences(files, (name) => !name.startsWith('worker/') || allowed.some((a) => name.startsWith(a))),
    ).toEqual([]);
  });

  it('the web has no server code', () => {
    const isAllowed = (name: string) =>
      !/^(?:@escuta\/shared|shared\/src)\/(?:platform|services)\//.test(name) && !name.startsWith('node:');
    expect(offences(under('web/src/'), isAllowed)).toEqual([]);
  });

  it('shared and prisma are entered by their exports, not by paths', () => {
    const files = under('api/', 'worker/', 'web/src/', 'demo-ai/');
    expect(offences(files, (name) => !name.startsWith('shared/') && !name.startsWith('prisma/'))).toEqual([]);
  });
});

describe('a room of the web', () => {
  const web = under('web/src/');
  /** A file's room: its folder under web/src ('ui', 'kit', …). Root files have no room and may import all rooms. */
  const roomOf = (path: string) => /^web\/src\/(\w+)\//.exec(path)?.[1];
  const featureOf = (path: string) => /^web\/src\/features\/([\w-]+)\//.exec(path)?.[1];
  const ROOMS: Readonly<Record<string, readonly string[]>> = {
    lib: ['lib'],
    ui: ['ui', 'lib'],
    kit: ['kit', 'ui', 'lib'],
    domain: ['domain', 'kit', 'ui', 'lib'],
    // The interview runner (`field`) is a separate page, which must stay small enough for a phone's network.
    field: ['field', 'ui', 'lib'],
    features: ['features', 'domain', 'kit', 'ui', 'lib'],
    app: ['app', 'features', 'domain', 'kit', 'ui', 'lib'],
  };

  it('is one of those that are known', () => {
    expect(
      web.filter(({ path }) => !Object.hasOwn(ROOMS, roomOf(path) ?? 'app')).map(({ path }) => path),
    ).toEqual([]);
  });

  it.each(Object.entries(ROOMS))('%s stands on %j alone', (room, allowed) => {
    const files = under(`web/src/${room}/`);
    expect(files.length).toBeGreaterThan(0);
    const isAllowed = (name: string) => !name.startsWith('web/src/') || allowed.includes(roomOf(name) ?? '');
    expect(offences(files, isAllowed)).toEqual([]);
  });

  it('of one screen never imports another screen’s', () => {
    const isAllowed = (name: string, file: Source) =>
      !name.startsWith('web/src/features/') || featureOf(name) === featureOf(file.path);
    expect(offences(under('web/src/features/'), isAllowed)).toEqual([]);
  });
});

describe('circles', () => {
  it('are found: of two, of three, none where arrows only meet', () => {
    const file = (path: string, ...imports: string[]) => ({ path, imports });
    expect(
      circlesOf([file('a', 'b', 'zod'), file('b', 'a'), file('c', 'd', 'a'), file('d', 'e'), file('e', 'c')]),
    ).toEqual([
      ['a', 'b'],
      ['c', 'd', 'e'],
    ]);
    expect(circlesOf([file('a', 'b', 'c'), file('b', 'd'), file('c', 'd'), file('d')])).toEqual([]);
  });

  it('there are none in the product, types included', () => {
    const resolved = product.map(({ path, imports }) => ({
      path,
      imports: imports.map((name) => name.replace(/^@escuta\/(\w+)\/(.+)$/, '$1/src/$2.ts')),
    }));
    expect(circlesOf(resolved)).toEqual([]);
  });
});

describe('an API feature', () => {
  const features = under('api/src/features/');
  const featureOf = (path: string) => path.split('/')[3];
  const isRepo = ({ path }: Source) => /(^|\/|-)repo\.ts$/.test(path);
  const isRoutes = ({ path }: Source) => path.endsWith('/routes.ts');
  const isPlugin = (name: string) => name.startsWith('api/src/features/');

  it('never imports another', () => {
    const isAllowed = (name: string, file: Source) =>
      !isPlugin(name) || featureOf(name) === featureOf(file.path);
    expect(offences(features, isAllowed)).toEqual([]);
  });

  it('reaches the database only in its repos', () => {
    const others = features.filter((file) => !isRepo(file));
    const isAllowed = (name: string) =>
      name !== 'pg' && (!name.startsWith('@escuta/prisma/') || CARRIED.has(name));
    expect(offences(others, isAllowed)).toEqual([]);
    const asks = /\b(?:db|tx)\.(?:within|sql|query)(?:<[^(]*>)?\(/;
    expect(others.filter(({ text }) => asks.test(text)).map(({ path }) => path)).toEqual([]);
  });

  it('has routes that know services, not repos', () => {
    expect(offences(features.filter(isRoutes), (name) => !/(\/|-)repo\.ts$/.test(name))).toEqual([]);
  });

  it('has repos, services and presenters that know neither routes nor Fastify', () => {
    // Handlers of streams (an upload, a recording) are not checked, because they belong to routes.ts.
    const files = features.filter(({ path }) => /(\/|-)(repo|service|present)\.ts$/.test(path));
    const isAllowed = (name: string) => !name.endsWith('/routes.ts') && !/^(fastify$|@fastify\/)/.test(name);
    expect(offences(files, isAllowed)).toEqual([]);
    const upwards = (name: string) => !/(\/|-)service\.ts$/.test(name);
    expect(offences(features.filter(isRepo), upwards)).toEqual([]);
  });

  it('is on the explicit list of app.ts', () => {
    const app = readFileSync('api/src/app.ts', 'utf8');
    const names = [...new Set(features.filter(isRoutes).map(({ path }) => featureOf(path)))];
    expect(names.filter((name) => !app.includes(`./features/${name}/routes.ts`))).toEqual([]);
    expect(names.length).toBeGreaterThan(5);
  });
});

describe('outside features', () => {
  it('only repos, and what makes or carries connections, import Prisma or pg in the API', () => {
    const makers = ['api/src/main.ts'];
    const files = under('api/src/').filter(
      ({ path }) => !makers.includes(path) && !/(\/|-)repo\.ts$/.test(path),
    );
    const isAllowed = (name: string) =>
      name !== 'pg' && (!name.startsWith('@escuta/prisma/') || CARRIED.has(name));
    expect(offences(files, isAllowed)).toEqual([]);
  });
});

describe('every source', () => {
  const named = (files: Source[]) => files.map(({ path }) => path);

  it('is no barrel: files are imported where they are', () => {
    expect(named(product.filter(({ path }) => /(^|\/)index\.tsx?$/.test(path)))).toEqual([]);
    const reexport = /^export (\*|type \*|(type )?\{[^}]*\})( as \w+)? from '\./m;
    expect(named(product.filter(({ text }) => reexport.test(text)))).toEqual([]);
  });

  it('takes uploads as streams, never into one buffer', () => {
    expect(
      named(under('api/', 'worker/').filter(({ text }) => /\.toBuffer\(|\.saveRequestFiles\(/.test(text))),
    ).toEqual([]);
  });

  it('reads no environment but through env.ts; a child process may be handed the PATH', () => {
    // env.ts reads the environment after the entry point has handed it over. The demo AI has two variables of its own,
    // because it simulates another company's server.
    const readers = [
      'shared/src/platform/process/env.ts',
      'shared/src/platform/process/handed-environment.ts',
      'demo-ai/src/main.ts',
    ];
    const files = under('shared/', 'prisma/src/', 'api/', 'worker/', 'demo-ai/').filter(
      ({ path }) => !readers.includes(path),
    );
    expect(named(files.filter(({ text }) => /process\.env\b(?!\.PATH\b)/.test(text)))).toEqual([]);
  });

  it('loads OpenTelemetry in one file, and that one only where a collector is named', () => {
    const loads = (pattern: RegExp) => named(product.filter(({ text }) => pattern.test(text)));
    expect(loads(/from '@opentelemetry\//)).toEqual(['shared/src/platform/tracing/tracing-otlp.ts']);
    expect(loads(/from '[^']*tracing-otlp(?:\.ts)?'/)).toEqual([]);
    expect(loads(/await import\('\.\/tracing-otlp\.ts'\)/)).toEqual([
      'shared/src/platform/tracing/tracing.ts',
    ]);
  });

  it('names no type any, leaves no TODO and switches no check off', () => {
    const forbidden = /@ts-(ignore|nocheck|expect-error)|\b(TODO|FIXME|XXX)\b|\bas any\b|:\s*any\b/;
    expect(named(sources.filter(({ text }) => forbidden.test(text)))).toEqual([]);
  });
});

describe('tests', () => {
  it('are never skipped, and never alone', () => {
    const files = [...filesUnder('tests'), ...sources.filter(isTest).map(({ path }) => path)];
    const pattern = /\b(it|test|describe)\.(skip|only|todo|skipIf|runIf|fails)\b/;
    const self = join('tests', 'architecture', 'imports.test.ts');
    expect(files.filter((path) => path !== self && pattern.test(readFileSync(path, 'utf8')))).toEqual([]);
  });
});
