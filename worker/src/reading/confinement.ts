import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Pedido } from './protocol.ts';

/** First minor version with the permission options, by major version. */
const SINCE: Record<number, number> = { 22: 13, 23: 5 };
const ALWAYS_FROM = 24;

/** True if a version of Node ('24.1.0') can deny files, programs and threads. */
export function confines(version: string): boolean {
  const [line = 0, minor = 0] = version.split('.').map(Number);
  return line >= ALWAYS_FROM || minor >= (SINCE[line] ?? Number.POSITIVE_INFINITY);
}

/** The node_modules folders visible from `folder`, in Node's order of search. */
function packagesFrom(folder: string): string[] {
  const here = join(folder, 'node_modules');
  const above = dirname(folder);
  return [...(existsSync(here) ? [here] : []), ...(above === folder ? [] : packagesFrom(above))];
}

/**
 * Node options that allow a reading process only its file, its output folder and the product's modules, and no
 * programs. Empty if Node lacks these options, or for a child run from source, whose compiler is a program.
 */
export function confinement(version: string, child: URL, pedido: Pedido): string[] {
  if (!confines(version) || child.pathname.endsWith('/child.mjs')) return [];
  const folder = dirname(fileURLToPath(child));
  const unpacked = pedido.tipo === 'arquivo_extrai' ? [join(pedido.pasta, '*')] : [];
  const read = [
    pedido.arquivo,
    join(folder, '*'),
    ...packagesFrom(folder).map((one) => join(one, '*')),
    ...unpacked,
  ];
  return [
    '--permission',
    ...read.map((path) => `--allow-fs-read=${path}`),
    ...unpacked.map((path) => `--allow-fs-write=${path}`),
  ];
}
