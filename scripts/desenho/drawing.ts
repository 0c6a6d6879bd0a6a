/** The drawing of the system: its packages, their top folders, and the number of imports between them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesUnder, importsOf } from '../../tests/support/source-files.ts';

const PACKAGES = ['web', 'api', 'worker', 'shared', 'prisma', 'demo-ai'];
/** Least number of imports for each arrow width; few widths, so that the drawing does not change with every import. */
const STEPS = [200, 50, 10];

/** The package and top folder of a file: `api/features`. Files outside the top folders belong to the package: `api`. */
function roomOf(path: string): string {
  const [name = '', , room = '', ...rest] = path.split('/');
  return rest.length > 0 ? `${name}/${room}` : name;
}
const packageOf = (room: string): string => room.split('/')[0] ?? room;

/** Path of an imported file of the repository; undefined for an imported package. */
function pathOf(imported: string): string | undefined {
  const [, name, rest] = /^@escuta\/([\w-]+)\/(.+)$/.exec(imported) ?? [];
  if (name !== undefined) return `${name}/src/${rest}`;
  return PACKAGES.some((one) => imported.startsWith(`${one}/src/`)) ? imported : undefined;
}

const idOf = (room: string): string => room.replaceAll(/\W/g, '_');
const frameOf = (name: string): string => `all_${idOf(name)}`;

/** The text of docs/dev/system.md, from files and their imports. */
export function drawingOf(files: readonly { path: string; imports: readonly string[] }[]): string {
  const rooms = new Set<string>();
  const counts = new Map<string, number>();
  for (const { path, imports } of files) {
    const from = roomOf(path);
    rooms.add(from);
    for (const imported of imports) {
      const target = pathOf(imported);
      const to = target && roomOf(target);
      if (to === undefined || to === from) continue;
      // Arrows between packages start at the package as a whole, because there would otherwise be too many arrows.
      const start = packageOf(from) === packageOf(to) ? idOf(from) : frameOf(packageOf(from));
      const arrow = `${start} ${idOf(to)}`;
      counts.set(arrow, (counts.get(arrow) ?? 0) + 1);
    }
  }
  const boxes = PACKAGES.flatMap((name) => [
    `  subgraph ${frameOf(name)}["${name}"]`,
    ...[...rooms]
      .filter((room) => packageOf(room) === name)
      .sort()
      .map((room) => `    ${idOf(room)}["${room === name ? 'src' : room.slice(name.length + 1)}"]`),
    '  end',
  ]);
  const arrows = [...counts].sort().flatMap(([arrow, n]) => {
    const step = STEPS.find((one) => n >= one);
    return step === undefined
      ? []
      : [`  ${arrow.replace(' ', ` ${step === STEPS[0] ? '==>' : '-->'}|${step}+| `)}`];
  });
  return `# The system, drawn from its imports

Written by \`npm run desenho\`, checked by \`tests/architecture/drawing.test.ts\`. A box is a package or one of its rooms; an arrow says that
at least so many imports lead there, from a room to another of its package, or from a package to a room of another. Tests are left out.

\`\`\`mermaid
flowchart TB
${[...boxes, ...arrows].join('\n')}
\`\`\`
`;
}

/** The text of docs/dev/system.md for the present sources. */
export const systemDrawing = (): string =>
  drawingOf(
    PACKAGES.flatMap((name) => filesUnder(join(name, 'src')))
      .filter((path) => !/\.test\.tsx?$/.test(path))
      .map((path) => ({ path, imports: importsOf(path, readFileSync(path, 'utf8')) })),
  );
