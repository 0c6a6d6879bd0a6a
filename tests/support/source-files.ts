// Reads the product's sources, for the tests that hold rules over all of them.
import { readdirSync } from 'node:fs';
import { dirname, join, normalize, sep } from 'node:path';

/** TypeScript files of ours under a folder of the repository. */
export function filesUnder(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.includes(`${sep}generated${sep}`) && !path.includes('node_modules'));
}

/** What a file imports: packages by name, files of ours by their path in the repository. */
export function importsOf(path: string, text: string): string[] {
  const pattern =
    /(?:^|[\n;])\s*(?:import|export)\s(?:[^'";]*?\sfrom\s)?\s*'([^']+)'|\bimport\(\s*'([^']+)'\s*\)/g;
  return [...text.matchAll(pattern)].map((match) => {
    const name = match[1] ?? match[2] ?? '';
    return name.startsWith('.') ? normalize(join(dirname(path), name)) : name;
  });
}
