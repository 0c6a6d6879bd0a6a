// Reads the product's sources, for tests of rules over all of them.
import { readdirSync } from 'node:fs';
import { dirname, join, normalize, sep } from 'node:path';

/** Lists our TypeScript files under a folder of the repository. */
export function filesUnder(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.includes(`${sep}generated${sep}`) && !path.includes('node_modules'));
}

/** Lists a file's imports: packages by name, our files by path in the repository. */
export function importsOf(path: string, text: string): string[] {
  const pattern =
    /(?:^|[\n;])\s*(?:import|export)\s(?:[^'";]*?\sfrom\s)?\s*'([^']+)'|\bimport\(\s*'([^']+)'\s*\)/g;
  return [...text.matchAll(pattern)].map((match) => {
    const name = match[1] ?? match[2] ?? '';
    return name.startsWith('.') ? normalize(join(dirname(path), name)) : name;
  });
}

/**
 * Finds import cycles between files, imports of types included; each cycle is a sorted list of paths.
 * @param sources every file with its imports (`importsOf`); imports of other files are ignored
 */
export function circlesOf(sources: readonly { path: string; imports: string[] }[]): string[][] {
  const imports = new Map(sources.map((source) => [source.path, source.imports]));
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];
  // Tarjan's strongly connected components (SIAM J. Comput. 1, 1972).
  const visit = (path: string): number => {
    const place = order.size;
    order.set(path, place);
    lowest.set(path, place);
    stack.push(path);
    for (const next of imports.get(path) ?? []) {
      if (!imports.has(next)) continue;
      const reached = order.has(next) ? (stack.includes(next) ? order.get(next) : undefined) : visit(next);
      if (reached !== undefined) lowest.set(path, Math.min(lowest.get(path) ?? place, reached));
    }
    const low = lowest.get(path) ?? place;
    if (low === place) {
      const circle = stack.splice(stack.indexOf(path));
      if (circle.length > 1) circles.push(circle.sort());
    }
    return low;
  };
  for (const path of imports.keys()) if (!order.has(path)) visit(path);
  return circles;
}
